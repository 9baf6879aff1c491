#!/usr/bin/env node
// Our counts and verdicts against tsshogi's.
//
// usage: kifu-oracle late-positions  | peers.mjs impasse
//        kifu-oracle repeating-games | peers.mjs repetition
//
// Run where tsshogi 2.2.0 is installed. Exit status 1 when a difference is none of its known faults.
import { createInterface } from "node:readline";
import { createRequire } from "node:module";
import { join } from "node:path";

const require = createRequire(join(process.cwd(), "peers.mjs"));
const ts = require("tsshogi");
const known = new Map();
let compared = 0;
let different = 0;

function fault(name) {
  known.set(name, (known.get(name) ?? 0) + 1);
}

function difference(text) {
  different += 1;
  if (different <= 10) console.log("DIFFERENCE", text);
}

function impasse(line) {
  const [sfen, totalB, totalW, declB, declW, missing, ours24, ours27] = line.split("\t");
  const position = ts.Position.newBySFEN(sfen);
  const credited = Number(missing) !== 0;
  const counts = [
    [ts.Color.BLACK, totalB, declB],
    [ts.Color.WHITE, totalW, declW],
  ];
  for (const [color, total, declaration] of counts) {
    const theirs = [ts.countJishogiPoint(position, color), ts.countJishogiDeclarationPoint(position, color)];
    if (theirs[0] === Number(total) && theirs[1] === Number(declaration)) continue;
    const credit = Number(missing);
    if (color === ts.Color.WHITE && theirs[0] === Number(total) + credit && theirs[1] === Number(declaration) + credit) {
      fault("missing pieces are credited to White in any diagram");
    } else difference(`${sfen}: ${color}: ours ${total} ${declaration}, theirs ${theirs}`);
  }
  const rules = [
    [ts.JishogiDeclarationRule.GENERAL24, ours24],
    [ts.JishogiDeclarationRule.GENERAL27, ours27],
  ];
  for (const [rule, ours] of rules) {
    const theirs = ts.judgeJishogiDeclaration(rule, position, position.color);
    if (theirs === ours.split(":")[0]) continue;
    if (rule === ts.JishogiDeclarationRule.GENERAL27 && theirs === "draw") fault("27 points: too few points are a draw");
    else if (credited && position.color === ts.Color.WHITE) fault("missing pieces are credited to White in any diagram");
    else difference(`${sfen}: ${rule}: ours ${ours}, theirs ${theirs}`);
  }
}

function repetition(line) {
  const [game, ply, ours] = line.split("\t");
  const record = ts.Record.newByUSI(game);
  if (record instanceof Error) return difference(`${game}: ${record}`);
  record.goto(Number(ply) - 1);
  if (record.repetition) return difference(`${game}: ends before ply ${ply}`);
  record.goto(Number(ply));
  const loser = record.perpetualCheck;
  const theirs = !record.repetition ? "none" : loser ? `${loser}_loses` : "draw";
  if (theirs === ours) return;
  record.goto(0);
  if (record.position.checked && theirs === "draw") fault("a start position that is a check is not seen as one");
  else difference(`${game}: ours ${ours}, theirs ${theirs}`);
}

const judge = { impasse, repetition }[process.argv[2]];
for await (const line of createInterface({ input: process.stdin })) {
  judge(line);
  compared += 1;
}
console.log(`${compared} compared, ${different} unexplained differences`);
for (const [name, count] of known) console.log(`  known: tsshogi: ${name}: ${count}`);
process.exit(different > 0 ? 1 : 0);
