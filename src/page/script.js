// The recorder of the page. The game comes as data; every text goes in as text, never as markup.
(() => {
  const timeline = JSON.parse(document.getElementById('timeline').textContent);
  const { frames, words } = timeline;
  const LANGS = ['en', 'ja', 'fr', 'es'];
  const SPEEDS = [0.25, 0.5, 1, 2, 4, 8, 16];
  const $ = (id) => document.getElementById(id);
  const taken = new Map();
  let { at, lang, pieces, flip } = timeline;
  let playing = false;
  let speed = 2;
  let timer = 0;

  const word = (key) => words[key][LANGS.indexOf(lang)];
  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (all, name) => (name in values ? values[name] : all));

  // The line and the ways it can go.
  const path = (frame) => {
    const up = [];
    for (let it = frame; it !== null; it = frames[it].parent) up.push(it);
    return up.reverse();
  };
  const next = (frame) => (taken.has(frame) ? taken.get(frame) : frames[frame].children[0]);
  const line = () => {
    const all = path(at);
    for (let it = next(at); it !== undefined; it = next(it)) all.push(it);
    return all;
  };
  const mainLine = () => {
    const all = [0];
    for (let it = frames[0].children[0]; it !== undefined; it = frames[it].children[0]) all.push(it);
    return all;
  };
  const atPly = (ply) => mainLine().filter((it) => frames[it].ply <= ply).pop();

  function go(frame) {
    const way = path(frame);
    for (let i = 1; i < way.length; i += 1) taken.set(way[i - 1], way[i]);
    at = frame;
    show();
  }
  function step(by) {
    const all = line();
    go(all[Math.max(0, Math.min(all.length - 1, path(at).length - 1 + by))]);
  }
  function turn(by) {
    const { parent } = frames[at];
    const ways = parent === null ? [] : frames[parent].children;
    if (ways.length > 1) {
      go(ways[(ways.indexOf(at) + by + ways.length) % ways.length]);
      return;
    }
    const all = line();
    const here = path(at).length - 1;
    const parts = all.find((it, i) => i > here && frames[all[i - 1]].children.length > 1);
    if (parts !== undefined) go(parts);
  }
  function backToMainLine() {
    const main = new Set(mainLine());
    const shared = path(at).filter((it) => main.has(it));
    taken.clear();
    go(shared.pop());
  }

  // Time.
  function standing() {
    const follow = frames[next(at)];
    const thought = $('recorded').checked && follow && follow.elapsed !== null ? follow.elapsed : 1000;
    return Math.max(60, thought / SPEEDS[speed]);
  }
  function play(on) {
    playing = on && next(at) !== undefined;
    clearTimeout(timer);
    if (playing) {
      timer = setTimeout(() => {
        step(1);
        play(true);
      }, standing());
    }
    showControls();
  }

  // The board.
  const board = kifuBoard(timeline);
  function showBoard() {
    const frame = frames[at];
    const svg = $('board');
    // The last move stays marked when the game ends.
    const { usi } = frames[path(at).reverse().find((it) => frames[it].usi) ?? 0];
    board.draw(svg, frame.sfen, usi, pieces, flip);
    svg.before(document.querySelector(`[data-side=${flip ? 'black' : 'white'}]`));
    svg.after(document.querySelector(`[data-side=${flip ? 'white' : 'black'}]`));
    $('board-words').textContent = `${label(frame)} ${frame.sfen}`;
  }

  // Words.
  const label = (frame) => (frame.usi ? (lang === 'ja' ? frame.ja : frame.western) : frame.label[LANGS.indexOf(lang)]);
  const clock = (time) => {
    if (time === null) return '';
    const seconds = Math.floor(time / 1000);
    const two = (it) => String(it).padStart(2, '0');
    return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  };
  function showFacts() {
    const frame = frames[at];
    const facts = $('facts');
    facts.replaceChildren();
    const say = (text, kind) => {
      const row = document.createElement('p');
      row.textContent = text;
      if (kind) row.className = kind;
      facts.append(row);
    };
    const number = frame.ply > 0 && frame.usi ? `${fill(word('move.ply.number'), { ply: frame.ply })}  ` : '';
    say(number + label(frame), 'now');
    const labelled = (key, value) => fill(word('view.labelled'), { label: word(key), value });
    if (frame.mate) {
      const side = word(frame.mate > 0 ? 'side.black' : 'side.white');
      say(labelled('stats.evaluation', fill(word('view.mate_in'), { side, n: Math.abs(frame.mate) })));
    } else if (frame.eval !== null) say(labelled('stats.evaluation', (frame.eval > 0 ? '+' : '') + frame.eval));
    if (frame.occurrence > 1) say(fill(word('repetition.occurrence'), { n: frame.occurrence }), 'warning');
    if (frame.points) say(labelled('view.points', `☗ ${frame.points[0]}  ☖ ${frame.points[1]}`));
    for (const [severity, texts] of frame.findings) say(texts[LANGS.indexOf(lang)], severity);
    if (frame.comment) say(frame.comment, 'comment');
    $('black-time').textContent = clock(frame.black);
    $('white-time').textContent = clock(frame.white);
  }
  function showControls() {
    $('play').textContent = playing ? '❚❚' : '▶';
    $('play').setAttribute('aria-label', word(playing ? 'view.pause' : 'view.play'));
    $('speed').textContent = `×${SPEEDS[speed]}`;
    $('pieces').value = pieces;
    $('lang').value = lang;
  }
  function showWords() {
    document.documentElement.lang = lang;
    for (const it of document.querySelectorAll('[data-t]')) it.textContent = word(it.dataset.t);
    for (const it of document.querySelectorAll('[data-a]')) {
      it.title = word(it.dataset.a);
      it.setAttribute('aria-label', word(it.dataset.a));
    }
    for (const it of document.querySelectorAll('[data-f]')) it.textContent = label(frames[it.dataset.f]);
    for (const it of document.querySelectorAll('[data-branch]')) {
      it.textContent = fill(word('view.branch'), { ply: it.dataset.branch });
    }
  }
  const links = new Map([...document.querySelectorAll('[data-f]')].map((it) => [Number(it.dataset.f), it]));
  function showList() {
    for (const it of document.querySelectorAll('[aria-current]')) it.removeAttribute('aria-current');
    const here = links.get(at);
    if (here) {
      here.setAttribute('aria-current', 'step');
      const list = $('moves');
      const inside = here.getBoundingClientRect().top - list.getBoundingClientRect().top;
      if (list.scrollHeight > list.clientHeight) list.scrollTop += inside - list.clientHeight / 2 + here.offsetHeight / 2;
    }
    const cursor = $('cursor');
    if (cursor) {
      const x = Math.min(timeline.width, frames[at].ply * timeline.pace);
      cursor.setAttribute('x1', x);
      cursor.setAttribute('x2', x);
    }
    const onMain = atPly(frames[at].ply) === at;
    const place = onMain ? `#ply=${frames[at].ply}` : `#node=${at}`;
    if (location.hash !== place) {
      try { history.replaceState(null, '', place); } catch (refused) { /* a page without an address has no place to name */ }
    }
  }
  function show() {
    showBoard();
    showFacts();
    showControls();
    showList();
  }
  function followHash() {
    const [, kind, number] = /^#(ply|node)=(\d+)$/.exec(location.hash) || [];
    if (kind === 'ply') go(atPly(Number(number)));
    else if (kind === 'node' && frames[number]) go(Number(number));
    else show();
  }

  // Buttons and keys.
  const after = (all, it) => all[(all.indexOf(it) + 1) % all.length];
  const sets = [...$('pieces').options].map((it) => it.value);
  const actions = {
    first: () => go(0),
    'back-ten': () => step(-10),
    back: () => step(-1),
    play: () => play(!playing),
    forward: () => step(1),
    'forward-ten': () => step(10),
    last: () => step(frames.length),
    'next-variation': () => turn(1),
    'previous-variation': () => turn(-1),
    'main-line': backToMainLine,
    slower: () => { speed = Math.max(0, speed - 1); showControls(); },
    faster: () => { speed = Math.min(SPEEDS.length - 1, speed + 1); showControls(); },
    flip: () => { flip = !flip; show(); },
    'next-pieces': () => { pieces = after(sets, pieces); show(); },
    'next-lang': () => { lang = after(LANGS, lang); showWords(); show(); },
    help: () => showKeys(),
    recorded: () => { $('recorded').checked = !$('recorded').checked; },
  };
  const keys = {
    ' ': 'play', ArrowRight: 'forward', ArrowDown: 'forward', j: 'forward', ArrowLeft: 'back', ArrowUp: 'back', k: 'back',
    PageDown: 'forward-ten', ']': 'forward-ten', PageUp: 'back-ten', '[': 'back-ten', Home: 'first', End: 'last',
    v: 'next-variation', V: 'previous-variation', m: 'main-line', '+': 'faster', '=': 'faster', '-': 'slower',
    t: 'recorded', f: 'flip', p: 'next-pieces', l: 'next-lang',
  };
  // What the keys do, in the words of the buttons.
  const NAMES = {
    play: 'view.play_pause', forward: 'view.step_forward', back: 'view.step_back', 'forward-ten': 'view.forward_ten',
    'back-ten': 'view.back_ten', first: 'view.first', last: 'view.last', 'next-variation': 'view.next_variation',
    'previous-variation': 'view.previous_variation', 'main-line': 'view.main_line', faster: 'view.faster',
    slower: 'view.slower', recorded: 'view.real_time', flip: 'view.flip', 'next-pieces': 'view.pieces',
    'next-lang': 'view.language',
  };
  function showKeys() {
    const box = $('keys');
    const list = document.createElement('dl');
    const tell = (key, text) => {
      list.append(document.createElement('dt'), document.createElement('dd'));
      list.lastChild.previousSibling.textContent = key;
      list.lastChild.textContent = text;
    };
    for (const [action, key] of Object.entries(NAMES)) {
      const all = Object.keys(keys).filter((it) => keys[it] === action);
      tell(all.map((it) => (it === ' ' ? '␣' : it.replace('Arrow', ''))).join('  '), word(key));
    }
    tell('g', word('view.goto'));
    box.replaceChildren(list);
    box.setAttribute('aria-label', word('view.help'));
    box.showModal();
  }
  $('keys').addEventListener('click', () => $('keys').close());
  for (const button of document.querySelectorAll('[data-do]')) {
    button.addEventListener('click', () => actions[button.dataset.do]());
  }
  document.addEventListener('keydown', (event) => {
    const busy = event.target instanceof Element && event.target.closest('select, input, summary');
    if (event.ctrlKey || event.altKey || event.metaKey || busy) return;
    if (event.key === ' ' && event.target instanceof HTMLButtonElement) return;
    if (event.key === '?') {
      showKeys();
      event.preventDefault();
    } else if (event.key === 'g') {
      $('goto').focus();
      event.preventDefault();
    } else if (keys[event.key]) {
      actions[keys[event.key]]();
      event.preventDefault();
    }
  });
  $('pieces').addEventListener('change', (event) => { pieces = event.target.value; show(); });
  $('lang').addEventListener('change', (event) => { lang = event.target.value; showWords(); show(); });
  $('goto').addEventListener('change', (event) => {
    const all = line().filter((it) => frames[it].ply <= Number(event.target.value));
    go(all[Math.max(0, all.length - 1)] ?? 0);
    event.target.value = '';
    event.target.blur();
  });
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element && event.target.closest('[data-f]');
    if (!link) return;
    go(Number(link.dataset.f));
    event.preventDefault();
  });
  const graph = $('graph');
  if (graph) {
    graph.addEventListener('click', (event) => {
      const box = graph.getBoundingClientRect();
      go(atPly(Math.round((event.clientX - box.left) / box.width * timeline.width / timeline.pace)));
    });
  }
  window.addEventListener('hashchange', followHash);
  if (new URLSearchParams(location.search).has('embed')) document.body.classList.add('embed');
  document.body.classList.add('scripted');
  showWords();
  followHash();
})();
