// The explorer of the page. The tree comes as data; every text goes in as text, never as markup.
(() => {
  const data = JSON.parse(document.getElementById('tree').textContent);
  const { nodes, games, words } = data;
  const LANGS = ['en', 'ja', 'fr', 'es'];
  const $ = (id) => document.getElementById(id);
  const board = kifuBoard(data);
  let { lang, pieces } = data;
  let flip = false;
  // The moves from the root, and the move that is looked at.
  let line = [];
  let shown = null;
  let origin = null;

  const word = (key) => words[key][LANGS.indexOf(lang)];
  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (all, name) => (name in values ? values[name] : all));
  const number = (count) => count.toLocaleString(lang);
  const here = () => (line.length ? line[line.length - 1] : null);
  const node = () => (line.length ? nodes[here().to] : nodes[0]);
  const sfen = () => (line.length ? here().sfen : nodes[0].sfen);
  const counts = () => (node() || here()).counts;
  const name = () => (node() || here()).name;
  const label = (move) => (lang === 'ja' ? move.ja : move.western);
  const percent = (part, of) => `${(100 * part / of).toFixed(1)} %`;
  const element = (parent, tag, text, kind) => {
    const it = document.createElement(tag);
    if (text !== undefined) it.textContent = text;
    if (kind) it.className = kind;
    if (parent) parent.append(it);
    return it;
  };

  // Results as a bar: Black's wins, draws, White's wins of the games that have a result.
  function bar(parent, [, black, white, draws]) {
    const all = black + white + draws;
    const it = element(parent, 'div', undefined, 'result');
    if (all === 0) {
      it.remove();
      return;
    }
    const parts = [['black', black, 'side.black'], ['draw', draws, 'result.draw'], ['white', white, 'side.white']];
    it.setAttribute('role', 'img');
    it.setAttribute('aria-label', parts.map(([, count, key]) => `${word(key)} ${percent(count, all)}`).join(', '));
    it.title = parts.map(([, count, key]) => `${word(key)} ${number(count)} (${percent(count, all)})`).join('\n');
    for (const [kind, count] of parts) {
      if (count === 0) continue;
      const part = element(it, 'span', count / all >= 0.26 ? `${Math.round(100 * count / all)} %` : '', kind);
      part.style.flexGrow = count / all;
    }
  }

  // The 95 % interval of Wilson, as the table of the command has it.
  function interval(wins, decided) {
    if (!decided) return '';
    const z = 1.959963984540054;
    const share = wins / decided;
    const spread = z * Math.sqrt(share * (1 - share) / decided + z * z / (4 * decided * decided));
    const middle = share + z * z / (2 * decided);
    const scale = 1 + z * z / decided;
    const low = Math.max(0, (middle - spread) / scale);
    const high = Math.min(1, (middle + spread) / scale);
    return `${percent(wins, decided)} [${Math.round(100 * low)}–${Math.round(100 * high)}]`;
  }

  function showBoard() {
    const svg = $('board');
    board.draw(svg, sfen(), here() && here().usi, pieces, flip);
    const moves = node() ? node().moves : [];
    const most = Math.max(1, ...moves.map((it) => it.counts[0]));
    const looked = shown === null ? moves.slice(0, 5) : [moves[shown]].filter(Boolean);
    for (const move of [...looked].reverse()) arrow(svg, move, shown === null ? move.counts[0] / most : 1);
    // A move can be made on the board: first its piece, then its square.
    const targets = new Map();
    for (const move of moves) {
      const drop = move.usi[1] === '*';
      if (drop || origin === null || move.usi.slice(0, 2) === origin) {
        const square = drop || origin !== null ? move.usi.slice(2, 4) : move.usi.slice(0, 2);
        if (!targets.has(square)) targets.set(square, move);
      }
    }
    if (origin !== null) targets.set(origin, null);
    for (const [square, move] of targets) {
      const [x, y] = board.middle(square, flip);
      const { wide, high } = data.layout;
      const it = board.shape(svg, 'rect', { x: x - wide / 2, y: y - high / 2, width: wide, height: high, 'data-square': square });
      if (square === origin) it.classList.add('from');
      it.addEventListener('click', () => {
        if (move && (move.usi[1] === '*' || origin !== null)) go([...line, move]);
        else {
          origin = move ? square : null;
          showBoard();
        }
      });
    }
    $('board-words').textContent = `${line.length ? label(here()) : word('board.start')} ${sfen()}`;
  }
  function arrow(svg, move, weight) {
    const black = sfen().split(' ')[1] === 'b';
    const [x, y] = board.middle(move.usi.slice(2, 4), flip);
    const [fromX, fromY] = move.usi[1] === '*' ? board.stand(black, flip) : board.middle(move.usi.slice(0, 2), flip);
    const [dx, dy] = [x - fromX, y - fromY];
    const long = Math.hypot(dx, dy);
    const thick = 3 + 7 * weight;
    const head = thick * 2.2;
    const end = Math.max(head, long - 12);
    const points = [[16, -thick / 2], [end - head, -thick / 2], [end - head, -thick * 1.3], [end, 0], [end - head, thick * 1.3], [end - head, thick / 2], [16, thick / 2]];
    const turned = points.map(([along, across]) => {
      const [a, b] = [along / long, across / long];
      return `${(fromX + a * dx - b * dy).toFixed(1)},${(fromY + a * dy + b * dx).toFixed(1)}`;
    });
    board.shape(svg, 'polygon', { class: 'arrow', points: turned.join(' '), opacity: (0.35 + 0.5 * weight).toFixed(2) });
  }

  function showFacts() {
    const facts = $('facts');
    facts.replaceChildren();
    const [all, black, white, draws, none] = counts();
    element(facts, 'p', line.length ? label(here()) : word('board.start'), 'now');
    if (name()) element(facts, 'p', name()[LANGS.indexOf(lang)]);
    const parts = [fill(word('explore.games'), { n: number(all) })];
    if (black + white) parts.push(fill(word('explore.black_wins'), { rate: interval(black, black + white) }));
    if (all) parts.push(fill(word('explore.draw'), { rate: percent(draws, all) }));
    if (none) parts.push(fill(word('explore.no_result'), { n: number(none) }));
    element(facts, 'p', parts.join(' · '));
    bar(facts, counts());
    if (!node()) element(facts, 'p', word('explore.tree_ends'), 'note');
    else if (!node().moves.length) element(facts, 'p', word('explore.no_move'), 'note');
  }

  function showLine() {
    const list = $('line');
    list.replaceChildren();
    [null, ...line].forEach((move, index) => {
      const button = element(element(list, 'li'), 'button', move ? label(move) : word('board.start'));
      button.type = 'button';
      if (index === line.length) button.setAttribute('aria-current', 'step');
      button.addEventListener('click', () => go(line.slice(0, index)));
    });
    for (const it of document.querySelectorAll('[data-do=back], [data-do=first]')) it.disabled = line.length === 0;
  }

  function showMoves() {
    const rows = $('rows');
    rows.replaceChildren();
    const moves = node() ? node().moves : [];
    moves.forEach((move, index) => {
      const [all, black, white] = move.counts;
      const row = element(rows, 'tr');
      const button = element(element(row, 'td'), 'button', label(move));
      button.type = 'button';
      button.dataset.move = index;
      button.addEventListener('click', () => go([...line, move]));
      button.addEventListener('focus', () => look(index));
      row.addEventListener('mouseenter', () => look(index));
      const cell = element(row, 'td', undefined, 'n');
      cell.append(`${number(all)} `);
      element(cell, 'small', percent(all, Math.max(1, counts()[0])));
      bar(element(row, 'td'), move.counts);
      element(row, 'td', interval(black, black + white), 'n wide');
      element(row, 'td', move.rating === null ? '' : String(Math.round(move.rating)), 'n wider');
      element(row, 'td', move.last === null ? '' : String(move.last), 'n wider');
      if (move.name) button.title = move.name[LANGS.indexOf(lang)];
    });
    $('moves').hidden = moves.length === 0;
    $('moves').scrollTop = 0;
  }

  function showGames() {
    const moves = node() ? node().moves : [];
    let list = [];
    if (shown !== null && moves[shown]) list = moves[shown].games;
    else if (here()) list = here().games;
    else for (const move of moves) list = list.concat(move.games.slice(0, 1));
    const box = $('games');
    box.replaceChildren();
    const results = {
      black: () => fill(word('result.side_wins'), { side: word('side.black') }),
      white: () => fill(word('result.side_wins'), { side: word('side.white') }),
      draw: () => word('result.draw'),
      none: () => word('result.no_contest'),
      unknown: () => word('result.unknown'),
    };
    for (const index of new Set(list)) {
      const game = games[index];
      const row = element(box, 'li');
      row.append([game.date, game.players, results[game.result]()].filter(Boolean).join('  '));
      element(row, 'br');
      element(row, 'code', game.address);
    }
    $('games-head').hidden = list.length === 0;
  }

  function look(index) {
    if (shown === index) return;
    shown = index;
    showBoard();
    showGames();
  }
  function showWords() {
    document.documentElement.lang = lang;
    for (const it of document.querySelectorAll('[data-t]')) it.textContent = word(it.dataset.t);
    for (const it of document.querySelectorAll('[data-a]')) {
      it.title = word(it.dataset.a);
      it.setAttribute('aria-label', word(it.dataset.a));
    }
    $('pieces').value = pieces;
    $('lang').value = lang;
  }
  function show() {
    showFacts();
    showLine();
    showMoves();
    showBoard();
    showGames();
  }
  function go(moves) {
    const inList = document.activeElement && document.activeElement.closest('#moves');
    line = moves;
    shown = null;
    origin = null;
    show();
    // Whoever came by the keyboard goes on with the keyboard.
    const first = document.querySelector('#rows button');
    if (inList) (first || $('line').lastElementChild.firstElementChild).focus({ preventScroll: true });
    const place = `#${line.map((it) => it.usi).join(',')}`;
    if (location.hash !== place && (location.hash || line.length)) {
      try { history.pushState(null, '', place); } catch (refused) { /* a page without an address has no place to name */ }
    }
  }
  function followHash() {
    const found = [];
    for (const usi of location.hash.slice(1).split(',').filter(Boolean)) {
      const from = found.length ? nodes[found[found.length - 1].to] : nodes[0];
      const move = from && from.moves.find((it) => it.usi === usi);
      if (!move) break;
      found.push(move);
    }
    go(found);
  }

  // Buttons and keys.
  const after = (all, it) => all[(all.indexOf(it) + 1) % all.length];
  const sets = [...$('pieces').options].map((it) => it.value);
  function mark(by) {
    const all = [...document.querySelectorAll('#rows button')];
    const now = all.indexOf(document.activeElement);
    const next = all[Math.max(0, Math.min(all.length - 1, now + by))];
    if (next) next.focus();
  }
  const actions = {
    back: () => go(line.slice(0, -1)),
    first: () => go([]),
    enter: () => {
      const moves = node() ? node().moves : [];
      if (moves.length) go([...line, moves[shown ?? 0]]);
    },
    down: () => mark(1),
    up: () => mark(-1),
    flip: () => { flip = !flip; showBoard(); },
    'next-pieces': () => { pieces = after(sets, pieces); showWords(); showBoard(); },
    'next-lang': () => { lang = after(LANGS, lang); showWords(); show(); },
    help: () => showKeys(),
  };
  const keys = {
    ArrowDown: 'down', j: 'down', ArrowUp: 'up', k: 'up', ArrowRight: 'enter', ArrowLeft: 'back', Backspace: 'back',
    Home: 'first', f: 'flip', p: 'next-pieces', l: 'next-lang',
  };
  const NAMES = {
    down: 'explore.next_move', up: 'explore.previous_move', enter: 'explore.play', back: 'explore.back',
    first: 'explore.start', flip: 'view.flip', 'next-pieces': 'view.pieces', 'next-lang': 'view.language',
  };
  function showKeys() {
    const box = $('keys');
    const list = document.createElement('dl');
    for (const [action, key] of Object.entries(NAMES)) {
      const all = Object.keys(keys).filter((it) => keys[it] === action);
      if (action === 'enter') all.unshift('Enter');
      element(list, 'dt', all.map((it) => it.replace('Arrow', '')).join('  '));
      element(list, 'dd', word(key));
    }
    box.replaceChildren(list);
    box.setAttribute('aria-label', word('view.help'));
    box.showModal();
  }
  $('keys').addEventListener('click', () => $('keys').close());
  for (const button of document.querySelectorAll('[data-do]')) {
    button.addEventListener('click', () => actions[button.dataset.do]());
  }
  document.addEventListener('keydown', (event) => {
    const busy = event.target instanceof Element && event.target.closest('select, input, dialog');
    if (event.ctrlKey || event.altKey || event.metaKey || busy) return;
    if (event.key === '?') showKeys();
    else if (keys[event.key]) actions[keys[event.key]]();
    else return;
    event.preventDefault();
  });
  $('rows').addEventListener('mouseleave', () => look(null));
  $('pieces').addEventListener('change', (event) => { pieces = event.target.value; showBoard(); });
  $('lang').addEventListener('change', (event) => { lang = event.target.value; showWords(); show(); });
  window.addEventListener('popstate', followHash);
  document.body.classList.add('scripted');
  showWords();
  followHash();
})();
