#!/usr/bin/env bash
# Compares what two builds print and write over a folder of records, byte for byte:
#   tests/compare.sh OLD NEW FOLDER
# Prints a line for each output that differs, keeps what differs, and fails when anything does.
set -uo pipefail
if [ $# != 3 ]; then
  echo "usage: tests/compare.sh OLD NEW FOLDER" >&2
  exit 2
fi
old=$(realpath -- "$1") new=$(realpath -- "$2") folder=$(realpath -- "$3")
work=$(mktemp -d)
export LC_ALL=C.UTF-8 NO_COLOR=1
# A build may be called anything; its usage lines name it.
mkdir "$work/old-bin" "$work/new-bin" && ln -s "$old" "$work/old-bin/kifu" && ln -s "$new" "$work/new-bin/kifu"
cd -- "$folder" || exit 2
bad=0 count=0

# both NAME COMMAND…: runs the command with both builds; `OUT` in it stands for a folder of the build's own.
both() {
  local name=$1 side
  shift
  for side in old new; do
    local place=$work/$name/$side
    mkdir -p "$place/files"
    "$work/$side-bin/kifu" "${@//OUT/$place/files}" >"$place/stdout" 2>"$place/stderr" </dev/null
    echo $? >"$place/status"
    sed -i "s#$place/files#OUT#g" "$place/stdout" "$place/stderr"
    # How long it took is another each time.
    sed -i -E 's/[0-9]+\.[0-9]+( s\b|秒).*//' "$place/stderr"
  done
  count=$((count + 1))
  if diff -rq "$work/$name/old" "$work/$name/new" >"$work/$name/differs"; then
    rm -r "${work:?}/$name"
  else
    bad=$((bad + 1))
    echo "DIFFERS $name: kifu $*"
    head -5 "$work/$name/differs" | sed "s#$work/$name/##g; s/^/    /"
    diff -r "$work/$name/old" "$work/$name/new" | grep -aE '^[<>]' | cut -c1-200 | head -6 | sed 's/^/    /'
  fi
}

both check-ndjson check --output ndjson --variations .
both check-short check --output short .
both check-short-fr check --output short --lang fr .
both check-text check --max-findings 3 --lang ja .
both check-csv check --output csv .
for rules in jsa-pre2019 csa floodgate lishogi; do
  both "check-rules-$rules" check --output short --rules "$rules" .
done
for target in kif ki2 csa sfen usi usen jkf bod; do
  both "convert-$target" convert --to "$target" --out-dir OUT .
done
both convert-kif-sjis convert --to kif --to-encoding shift_jis --unmappable geta --eol crlf --out-dir OUT .
both convert-csa-3 convert --to csa --csa-version 3.0 --main-line --out-dir OUT .
both convert-bod-ply convert --to bod --ply 30 --out-dir OUT .
both convert-no-loss convert --to usi --no-loss --out-dir OUT .
both info-text info .
both info-ndjson info --output ndjson .
both info-csv info --output csv .
both stats-text stats .
both stats-csv stats --output csv --by format .
both stats-json stats --output json .
for table in games moves positions findings; do
  both "export-$table" export --table "$table" .
  both "export-$table-ndjson" export --table "$table" --output ndjson .
done
both export-evidence export --evidence .
both export-parquet export --table moves --output parquet -o OUT/moves.parquet .
both sennichite-text sennichite --variations .
both sennichite-ndjson sennichite --output ndjson --min 2 .
both jishogi-ndjson jishogi --output ndjson .
both jishogi-csv jishogi --output csv --first-declarable .
both fix-diff fix --diff .
find . -type f ! -name '*.md' | LC_ALL=C sort | awk 'NR % 40 == 1' >"$work/sample"
while read -r file; do
  name=$(echo "$file" | tr -c 'A-Za-z0-9\n' _)
  both "fix-$name" fix "$file"
  both "show-$name" show --ply 20 "$file"
  both "jishogi-$name" jishogi "$file"
done <"$work/sample"

if [ "$bad" = 0 ]; then
  echo "$count outputs are the same"
  rm -r "$work"
else
  echo "$bad of $count outputs differ; see $work"
  exit 1
fi
