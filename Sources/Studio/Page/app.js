import { Connection } from './connection.js';
import { element } from './dom.js';
import { ExportDialog } from './panels/export.js';
import { GridMenu } from './timeline/grid.js';
import './panels/inspector.js';
import { actions, press } from './keys.js';
import './panels/library.js';
import './panels/listen.js';
import { Pattern } from './pattern.js';
import { Player } from './player/player.js';
import { receiveTables, tables } from './tables.js';
import './timeline/timeline.js';

/** @typedef {import('./timeline/timeline.js').Timeline} Timeline */

const connection = new Connection();
const player = new Player();
/**
 * The patterns that are open, by file.
 * @type {Map<string, Pattern>}
 */
const patterns = new Map();
/** @type {import('./panels/library.js').Library} */
const library = element('haptic-library', { 'aria-label': 'library', role: 'navigation' });
/** @type {Timeline} */
const timeline = element('haptic-timeline');
/** @type {import('./panels/inspector.js').Inspector} */
const inspector = element('haptic-inspector', { 'aria-label': 'inspector', role: 'complementary' });
/** @type {import('./panels/listen.js').ListenPanel} */
const listen = element('haptic-listen');
const title = element('h1', {}, 'haptic studio');
const status = element('span', { className: 'status', role: 'status' });
const hint = element('span', {}, '');
const notice = element('p', { className: 'notice', role: 'alert', hidden: true });
const exports = new ExportDialog();
const grid = new GridMenu();
const copied = { text: '', from: 0 };
/** What the notice says apart from the state of the pattern. */
const said = { connection: '', refusal: '' };

/**
 * @param {string} text
 * @param {string} label
 * @param {string} keys
 * @param {() => void} run
 */
const button = (text, label, keys, run) =>
  element('button', { title: `${label} (${keys})`, 'aria-label': label, onclick: run }, text);

const undo = button('↶', 'undo', 'Ctrl+Z', () => timeline.undo());
const redo = button('↷', 'redo', 'Ctrl+Y', () => timeline.redo());
const play = button('▶', 'play', 'space', () =>
  (player.isPlaying ? player.stop() : player.play(timeline.cursor)));
const loop = button('⟲', 'loop', 'L', () => key('l'));
const pen = button('✎', 'pen', 'P', () => key('p'));
const snap = button('#', 'snap', 'S', () => key('s'));
const spectrogram = button('≋', 'frequencies of sounds', 'G', () => key('g'));
const profile = element('select', { 'aria-label': 'profile', title: 'what turns intensity into a signal' });
const gain = element('input', {
  type: 'range', min: -30, max: 12, step: 1, value: 0, 'aria-label': 'volume, dB', title: 'volume, dB',
});
const meter = element('meter', { min: -60, max: 0, low: -12, high: -1, value: -60, 'aria-label': 'level, dB' });

document.body.append(
  element('header', {}, title, status, undo, redo, play, loop, pen, snap, spectrogram,
    grid.select, grid.tempo, profile, gain, meter, button('⤓', 'export', 'E', () => key('e')),
    button('?', 'keys', '?', () => keysDialog.showModal())),
  notice,
  element('main', {}, library, timeline, element('div', { className: 'side' }, listen, inspector)),
  element('footer', {}, hint));

const keysDialog = element('dialog', { 'aria-label': 'keys' }, element('h2', {}, 'Keys'),
  element('div', { className: 'keys' }, ...['hear', 'select', 'change', 'view'].map((group) =>
    element('dl', {}, ...actions.filter((action) => action.group === group).flatMap((action) => [
      element('dt', {}, keysText(action.keys)), element('dd', {}, action.name),
    ])))),
  element('form', { method: 'dialog' }, element('button', {}, 'Close')));
document.body.append(keysDialog, exports.dialog);

/** @param {string[]} keys */
function keysText(keys) { return keys.length > 3 ? `${keys[0]} to ${keys[keys.length - 1]}` : keys.map(keyText).join(' or '); }

/** @param {string} name */
function keyText(name) {
  return name.replace('Arrow', '').replace(/^ $/, 'Space').replace(/(^|\+)([a-z])$/, (_, plus, letter) =>
    plus + letter.toUpperCase());
}

const desk = {
  timeline, player, copied, help: () => keysDialog.showModal(),
  exportFile: () => timeline.pattern && exports.open(timeline.pattern),
};

/** @param {string} name */
function key(name) {
  const event = new KeyboardEvent('keydown', { key: name });
  actions.find((action) => action.keys.includes(name))?.run(desk, event);
}

/** @param {Error} error */
function refuse(error) { say({ refusal: error.message }); }

/** @param {Partial<typeof said>} what */
function say(what) {
  Object.assign(said, what);
  showNotice();
}

/** Shows everything that is wrong at present. */
function showNotice() {
  const pattern = timeline.pattern;
  const text = [
    said.connection, said.refusal, pattern?.problem, ...(pattern?.notes ?? []), ...(pattern?.sound?.problems ?? []),
  ].filter(Boolean).join('\n');
  // Screen readers read the notice whenever its text is set.
  if (notice.textContent !== text) notice.textContent = text;
  notice.hidden = text === '';
}

/**
 * @param {string} file
 * @returns {Pattern} the pattern of a file, which the news about the file reach
 */
function patternOf(file) {
  const known = patterns.get(file);
  if (known) return known;
  const pattern = new Pattern(file, connection);
  pattern.addEventListener('change', show);
  pattern.addEventListener('accepted', () => say({ refusal: '' }));
  pattern.addEventListener('sound', () => {
    if (timeline.pattern === pattern) player.use(pattern);
    showNotice();
  });
  patterns.set(file, pattern);
  return pattern;
}

/** @param {string} file */
async function open(file) {
  const pattern = patternOf(file);
  try {
    await connection.ask('open', { file });
  } catch (error) {
    // The server does not send news about the file anymore; if it can be opened later, it is described as a whole.
    pattern.lose();
    if (timeline.pattern !== pattern) patterns.delete(file);
    refuse(/** @type {Error} */ (error));
    return;
  }
  say({ refusal: '' });
  timeline.show(pattern);
  player.use(pattern);
  library.current = file;
  listen.leave(file);
  location.hash = encodeURIComponent(file);
}

function show() {
  const pattern = timeline.pattern;
  title.textContent = pattern?.file ?? 'haptic studio';
  document.title = `${pattern?.file ?? ''} · haptic studio`;
  undo.disabled = !pattern?.undoLabel;
  redo.disabled = !pattern?.redoLabel;
  undo.title = pattern?.undoLabel ? `undo ${pattern.undoLabel} (Ctrl+Z)` : 'nothing to undo';
  redo.title = pattern?.redoLabel ? `redo ${pattern.redoLabel} (Ctrl+Y)` : 'nothing to redo';
  status.textContent = said.connection ? '● not connected' : pattern?.problem ? '● not saved' : '● saved';
  if (pattern) profile.value = pattern.profile;
  showNotice();
  const isPlaying = player.isPlaying;
  play.textContent = isPlaying ? '■' : '▶';
  play.setAttribute('aria-label', isPlaying ? 'stop' : 'play');
  for (const [toggle, isOn] of [[loop, player.loop !== null], [pen, timeline.pen], [snap, timeline.snaps],
    [spectrogram, timeline.hasSpectrogram]]) {
    toggle.setAttribute('aria-pressed', `${isOn}`);
  }
  hint.textContent = defaultHint;
  if (pattern && pattern.revision >= 0 && performance.getEntriesByName('shown').length === 0) performance.mark('shown');
}

const defaultHint = 'drag: time and intensity   Alt: sharpness   Shift: fine   Ctrl: no snapping   '
  + 'double-click a curve: add a point   ?: all keys';

connection.addEventListener('news', (event) => {
  const { state, judgment, sound } = /** @type {CustomEvent} */ (event).detail;
  // The server also describes files that this page has just created.
  if (state) patternOf(state.file).apply(state);
  if (judgment) patterns.get(judgment.file)?.judge(judgment);
  if (sound) patterns.get(sound.file)?.applySound(sound);
});
connection.addEventListener('open', async () => {
  document.body.classList.remove('offline');
  say({ connection: '' });
  show();
  const welcome = await connection.ask('welcome');
  const { profiles, formats, file } = welcome;
  if (tables.controls.size === 0) {
    receiveTables(welcome);
    listen.settings = welcome.listening;
    timeline.layout = welcome.layout;
  }
  exports.formats = formats;
  profile.replaceChildren(...profiles.map((/** @type {string} */ name) => element('option', {}, name)));
  await library.load();
  const wanted = decodeURIComponent(location.hash.slice(1)) || file || library.patterns[0]?.name;
  for (const name of patterns.keys()) await connection.ask('open', { file: name }).catch(refuse);
  if (!timeline.pattern && wanted) await open(wanted);
});
connection.addEventListener('close', () => {
  document.body.classList.add('offline');
  for (const pattern of patterns.values()) pattern.lose();
  say({
    connection: 'The connection to the server is lost; no accepted change is lost. If haptic studio does not run anymore, '
      + 'start it again and open the new link.',
  });
  show();
});
profile.onchange = () => {
  const file = timeline.pattern?.file;
  if (file) connection.ask('profile', { file, profile: profile.value }).then(() => say({ refusal: '' }), refuse).then(show);
};
grid.addEventListener('change', () => {
  timeline.grid = grid.seconds;
  timeline.draw();
});
gain.oninput = () => { player.gain = 10 ** (gain.value / 20); };
player.addEventListener('change', () => { show(); timeline.draw(); });
player.addEventListener('level', (event) => {
  const peak = /** @type {CustomEvent} */ (event).detail;
  meter.value = Math.max(-60, 20 * Math.log10(Math.max(1e-6, peak)));
});
timeline.addEventListener('select', show);
timeline.addEventListener('layout', () => connection.ask('layout', { layout: timeline.layout }).catch(refuse));
timeline.addEventListener('hint', (event) => {
  hint.textContent = /** @type {CustomEvent} */ (event).detail || defaultHint;
});
timeline.addEventListener('refused', (event) => say({ refusal: /** @type {CustomEvent} */ (event).detail }));
library.addEventListener('open', (event) => open(/** @type {CustomEvent} */ (event).detail));
document.addEventListener('keydown', (event) => {
  if (press(event, desk)) event.preventDefault();
});
library.addEventListener('sound', (event) => listen.open(/** @type {CustomEvent} */ (event).detail));
listen.connection = connection;
listen.addEventListener('refused', (event) => say({ refusal: /** @type {CustomEvent} */ (event).detail }));
listen.addEventListener('made', async (event) => {
  say({ refusal: '' });
  const file = /** @type {CustomEvent} */ (event).detail;
  if (timeline.pattern?.file === file) return;
  await library.load();
  await open(file);
});
document.addEventListener('dragover', (event) => event.preventDefault());
document.addEventListener('drop', async (event) => {
  event.preventDefault();
  const file = event.dataTransfer?.files[0];
  if (!file) return;
  const answer = await fetch(`import/${encodeURIComponent(file.name)}`, { method: 'POST', body: file });
  if (!answer.ok) {
    say({ refusal: await answer.text() });
    return;
  }
  await library.load();
  listen.open(file.name);
});
library.connection = connection;
timeline.player = player;
inspector.watch(timeline);
Object.assign(window, { studio: { timeline, player, connection, patterns } });
