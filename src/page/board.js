// Draws a position into an SVG element. Pieces and glyphs stand in the page as shapes.
'use strict';
const kifuBoard = ({ layout: L, advances }) => {
  const SVG = 'http://www.w3.org/2000/svg';
  const shape = (parent, name, attributes) => {
    const it = document.createElementNS(SVG, name);
    for (const key of Object.keys(attributes)) it.setAttribute(key, attributes[key]);
    parent.append(it);
    return it;
  };
  const isJapanese = (pieces) => pieces === 'kanji' || pieces === 'kanji1';
  function write(parent, text, x, y, size) {
    let left = x - [...text].reduce((sum, it) => sum + (advances[it] || 50), 0) * size / 200;
    for (const it of text) {
      const id = it.codePointAt(0).toString(16);
      shape(parent, 'use', { href: `#g-${id}`, transform: `translate(${left} ${y - size / 2}) scale(${size / 100})` });
      left += (advances[it] || 50) * size / 100;
    }
  }
  function drawPiece(parent, pieces, letter, promoted, x, y, turned) {
    const id = (promoted ? 'p' : '') + letter;
    const group = shape(parent, 'g', { transform: `translate(${x} ${y})${turned ? ' rotate(180)' : ''}` });
    shape(group, 'use', { href: `#b-${id}` });
    shape(group, 'use', { href: `#${pieces}-${id}`, fill: promoted ? 'var(--promoted)' : 'var(--ink)' });
  }
  // The middle of a square, which is told as in USI: 7g.
  const middle = (square, flip) => {
    const [file, rank] = [Number(square[0]), square.charCodeAt(1) - 96];
    const column = flip ? file - 1 : 9 - file;
    const row = flip ? 9 - rank : rank - 1;
    return [L.left + (column + 0.5) * L.wide, L.top + (row + 0.5) * L.high];
  };
  function drawHand(svg, hands, pieces, flip, black, turn) {
    const items = [];
    for (const [, count, letter] of hands.matchAll(/(\d*)([A-Za-z])/g)) {
      if ((letter === letter.toUpperCase()) === black) items.push([letter.toUpperCase(), Number(count || 1)]);
    }
    const near = black !== flip;
    const x = near ? L.width - L.stand : L.stand;
    const high = Math.max(2, items.length) * L.row + 12;
    const top = near ? L.bottom - high : L.top + 46;
    shape(svg, 'rect', { x: x - 44, y: top, width: 88, height: high, rx: 5, fill: 'var(--board)', stroke: 'var(--line)' });
    const text = shape(svg, 'g', { fill: 'var(--text)' });
    const mark = near ? top - 26 : L.top + 20;
    write(text, black ? '☗' : '☖', x, mark, 34);
    if (turn) shape(svg, 'circle', { cx: x + 30, cy: mark, r: 6, fill: 'var(--promoted)' });
    items.forEach(([letter, count], row) => {
      const y = top + 6 + (row + 0.5) * L.row;
      drawPiece(svg, pieces, letter, false, count > 1 ? x - 14 : x, y, !near);
      if (count < 2) return;
      if (!isJapanese(pieces) || count > 99) {
        write(text, String(count), x + 26, y, 27);
        return;
      }
      const ones = count % 10 ? '一二三四五六七八九'[(count % 10) - 1] : '';
      const digits = (count > 19 ? '一二三四五六七八九'[Math.floor(count / 10) - 1] : '') + (count > 9 ? '十' : '') + ones;
      [...digits].forEach((digit, i) => write(text, digit, x + 26, y + (i + 0.5 - digits.length / 2) * 22, 21));
    });
  }
  // Draws a position anew; the squares of the move `usi`, if there is one, are marked.
  function draw(svg, sfen, usi, pieces, flip) {
    for (const child of [...svg.children]) if (child.tagName !== 'title' && child.tagName !== 'desc') child.remove();
    shape(svg, 'rect', { x: L.left, y: L.top, width: 9 * L.wide, height: 9 * L.high, fill: 'var(--board)' });
    if (usi) {
      const marks = [[usi.slice(2, 4), 'var(--target)']];
      if (usi[1] !== '*') marks.unshift([usi.slice(0, 2), 'var(--origin)']);
      for (const [square, fill] of marks) {
        const [x, y] = middle(square, flip);
        shape(svg, 'rect', { x: x - L.wide / 2, y: y - L.high / 2, width: L.wide, height: L.high, fill });
      }
    }
    let grid = '';
    for (let i = 0; i <= 9; i += 1) {
      grid += `M${L.left + i * L.wide},${L.top}v${9 * L.high}M${L.left},${L.top + i * L.high}h${9 * L.wide}`;
    }
    shape(svg, 'path', { d: grid, stroke: 'var(--line)', 'stroke-width': 1.2, fill: 'none' });
    shape(svg, 'rect', { x: L.left, y: L.top, width: 9 * L.wide, height: 9 * L.high, fill: 'none', stroke: 'var(--line)', 'stroke-width': 3 });
    for (const x of [3, 6]) {
      for (const y of [3, 6]) shape(svg, 'circle', { cx: L.left + x * L.wide, cy: L.top + y * L.high, r: 3.6, fill: 'var(--line)' });
    }
    const text = shape(svg, 'g', { fill: 'var(--text)' });
    for (let i = 1; i <= 9; i += 1) {
      const [x, y] = middle(i + 'abcdefghi'[i - 1], flip);
      write(text, String(i), x, L.top - 18, 24);
      if (isJapanese(pieces)) write(text, '一二三四五六七八九'[i - 1], L.right + 18, y, 21);
      else write(text, 'abcdefghi'[i - 1], L.right + 18, y, 25);
    }
    const [board, side, hands] = sfen.split(' ');
    board.split('/').forEach((row, index) => {
      let file = 9;
      let promoted = false;
      for (const it of row) {
        if (it === '+') promoted = true;
        else if (it >= '1' && it <= '9') file -= Number(it);
        else {
          const [x, y] = middle(file + 'abcdefghi'[index], flip);
          const black = it === it.toUpperCase();
          drawPiece(svg, pieces, it.toUpperCase(), promoted, x, y + 0.8, black === flip);
          promoted = false;
          file -= 1;
        }
      }
    });
    drawHand(svg, hands, pieces, flip, true, side === 'b');
    drawHand(svg, hands, pieces, flip, false, side === 'w');
  }
  // Where a piece of this letter stands in a hand.
  const stand = (black, flip) => {
    const near = black !== flip;
    return [near ? L.width - L.stand : L.stand, near ? L.bottom - L.row : L.top + 46 + L.row];
  };
  return { draw, middle, shape, stand };
};
