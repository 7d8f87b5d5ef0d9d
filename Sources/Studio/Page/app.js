import { addressed } from './address.js';
import { Connection } from './connection.js';
import { element } from './dom.js';
import { FocusReturn } from './focus.js';
import './panels/compare.js';
import { ExportDialog } from './panels/export.js';
import './panels/inspector.js';
import { actions, hintOf, press } from './keys.js';
import { keysDialog } from './panels/keys-dialog.js';
import './panels/library.js';
import { Toolbar } from './panels/toolbar.js';
import { Notice } from './notice.js';
import { OpenPatterns } from './open-patterns.js';
import { renameDrafts } from './phone/drafts.js';
import { PhonePage } from './phone/phone.js';
import { pressPhone } from './phone/phone-keys.js';
import { Player } from './player/player.js';
import { Rumble } from './player/rumble.js';
import { Sounds } from './sounds.js';
import { Stage } from './stage.js';
import { receiveTables, tables } from './tables.js';
import './timeline/timeline.js';
import { waiting } from './waiting.js';

const connection = new Connection();
const player = new Player();
const patterns = new OpenPatterns(connection);
/** @type {import('./panels/library.js').Library} */
const library = element('haptic-library', { 'aria-label': 'library', role: 'navigation' });
/** @type {import('./timeline/timeline.js').Timeline} */
const timeline = element('haptic-timeline');
/** @type {import('./panels/inspector.js').Inspector} */
const inspector = element('haptic-inspector', { 'aria-label': 'inspector', role: 'complementary' });
/** @type {import('./panels/listen.js').ListenPanel} */
const listen = element('haptic-listen');
/** @type {import('./panels/compare.js').ComparePanel} */
const compare = element('haptic-compare', { 'aria-label': 'compare', role: 'region' });
const rumble = new Rumble(player);
const phone = new PhonePage(connection, player);
phone.hidden = true;
const focus = new FocusReturn({ focusGrid: () => (phone.hidden ? timeline : phone).focusGrid() });
const hint = element('span', {}, '');
const notice = new Notice(() => {
  const { pattern } = timeline;
  if (!phone.hidden) return { problems: phone.problems, notes: [] };
  return { problems: [pattern?.problem, ...(pattern?.sound?.problems ?? [])], notes: pattern?.notes ?? [] };
});
const stage = new Stage({ patterns, timeline, phone, library, listen, player, notice });
const exports = new ExportDialog();
const center = element('div', { className: 'center' }, timeline, compare);
const side = element('div', { className: 'side' }, listen, inspector);

/** @type {import('./keys.js').Desk} */
const desk = {
  timeline, player, compare, rumble, library, inspector, notation: inspector.notation, copied: { text: '', from: 0 },
  help: () => keysDialog.showModal(), exportFile: () => timeline.pattern && exports.open(timeline.pattern),
};
const toolbar = new Toolbar(desk, key);

document.body.append(
  toolbar.element,
  notice.element,
  element('main', {}, library, center, side),
  element('footer', {}, hint),
  keysDialog, exports.dialog);

/** @param {string} name */
function key(name) {
  const event = new KeyboardEvent('keydown', { key: name });
  actions.find((action) => action.keys.includes(name))?.run(desk, event);
}

const refuse = (/** @type {Error} */ error) => notice.say({ refusal: error.message });

/** Plays the side that is compared, or the pattern that is shown. */
function hear() {
  const { pattern, trim } = compare.heard ?? { pattern: timeline.pattern, trim: 1 };
  // A comparison is heard from the same time on.
  if (pattern) player.use(pattern, { trim, continues: !compare.hidden });
}

function show() {
  const pattern = timeline.pattern;
  document.title = `${phone.hidden || !phone.isLive ? stage.file : 'live phone'} · haptic studio`;
  phone.toolbar.show(!notice.isOffline);
  toolbar.show(notice.isOffline ? '● not connected' : waiting.words ? `● ${waiting.words}` : !pattern ? ''
    : pattern.revision < 0 ? '● opening …' : pattern.problem ? '● not saved' : '● saved');
  library.current = stage.file;
  notice.show();
  hint.textContent = phone.hidden ? hintOf(timeline) : phone.hint;
  if (pattern && pattern.revision >= 0 && performance.getEntriesByName('shown').length === 0) performance.mark('shown');
}

stage.addEventListener('side', () => {
  const isPhone = !phone.hidden;
  if (!phone.isConnected) side.after(phone);
  [center.hidden, side.hidden] = [isPhone, isPhone];
  if (isPhone) toolbar.element.replaceWith(phone.toolbar.element);
  else phone.toolbar.element.replaceWith(toolbar.element);
});
stage.addEventListener('hear', hear);
stage.addEventListener('change', show);
connection.addEventListener('news', (event) => {
  const news = /** @type {CustomEvent} */ (event).detail;
  const { renamed, files, device, textOnly } = news;
  if (news.phone) phone.receive(news.phone);
  patterns.receive(news);
  if (files) library.take(files);
  if (textOnly) {
    patterns.of(textOnly).lose();
    patterns.forget(textOnly);
    if (phone.hidden && timeline.pattern?.file === textOnly) stage.open(textOnly);
  }
  if (device) player.device.hear(device);
  if (renamed) {
    const isShown = stage.file === renamed.file;
    patterns.forget(renamed.file);
    renameDrafts(renamed.file, renamed.to);
    library.load();
    if (isShown) stage.open(renamed.to);
  }
});
connection.addEventListener('open', async () => {
  document.body.classList.remove('offline');
  notice.say({ connection: '' });
  show();
  const welcome = await connection.ask('welcome');
  const { profiles, formats, file } = welcome;
  if (tables.controls.size === 0) {
    receiveTables(welcome);
    listen.settings = welcome.listening;
    timeline.layout = welcome.layout;
  }
  exports.formats = formats;
  toolbar.profiles = profiles;
  connection.ask('device', { ask: 'list' }).then(({ devices }) => { toolbar.devices = devices; }, () => {});
  await library.load();
  const wanted = addressed() || file;
  const names = new Set(library.patterns.map(({ name }) => name));
  await patterns.reopen(timeline.pattern, names, refuse);
  if (!phone.hidden) await phone.reopen();
  else if (!timeline.pattern) await stage.openFirst(wanted ? [wanted] : [...names, ...library.scenarios.map(({ name }) => name)]);
  await compare.reload();
  const isSaved = (/** @type {string} */ line) => line.startsWith('A live phone');
  const isRefused = (/** @type {string} */ line) => !isSaved(line);
  if (welcome.saved.length > 0) {
    notice.say({ done: welcome.saved.filter(isSaved).join('\n'), refusal: welcome.saved.filter(isRefused).join('\n') });
  }
});
connection.addEventListener('close', () => {
  document.body.classList.add('offline');
  patterns.lose();
  phone.lose();
  notice.say({
    connection: 'The connection to the server is lost; no accepted change is lost. If haptic studio does not run anymore, '
      + 'start it again and open the new link.',
  });
  show();
});
toolbar.addEventListener('profile', (event) => {
  const file = timeline.pattern?.file;
  if (!file) return;
  connection.ask('profile', { file, profile: /** @type {CustomEvent} */ (event).detail })
    .then(() => notice.clear(), refuse).then(show);
});
patterns.addEventListener('change', show);
waiting.addEventListener('change', show);
patterns.addEventListener('sound', (event) => {
  if (timeline.pattern === /** @type {CustomEvent} */ (event).detail) hear();
  notice.show();
});
patterns.addEventListener('judgment', (event) => library.sketch([/** @type {CustomEvent} */ (event).detail]));
player.addEventListener('change', () => { show(); timeline.draw(); });
timeline.addEventListener('select', show);
timeline.addEventListener('paint', () => compare.paint());
compare.addEventListener('hear', hear);
compare.addEventListener('layout', show);
rumble.addEventListener('change', show);
timeline.addEventListener('layout', () => connection.ask('layout', { layout: timeline.layout }).catch(refuse));
timeline.addEventListener('hint', (event) => {
  hint.textContent = /** @type {CustomEvent} */ (event).detail || hintOf(timeline);
});
library.addEventListener('open', (event) => stage.open(/** @type {CustomEvent} */ (event).detail));
library.addEventListener('delete', (event) => stage.close(/** @type {CustomEvent} */ (event).detail));
library.addEventListener('done', () => focus.leaveText());
window.addEventListener('hashchange', () => {
  const file = addressed();
  if (file !== '' && file !== stage.file) stage.open(file);
});
document.addEventListener('keydown', (event) => {
  if (phone.hidden ? press(event, desk) : pressPhone(event, phone)) event.preventDefault();
});
library.addEventListener('phone', () => stage.startLive());
phone.addEventListener('change', show);
phone.addEventListener('manage', (event) => {
  const work = /** @type {'find' | 'rename' | 'duplicate' | 'delete'} */ (/** @type {CustomEvent} */ (event).detail);
  if (work === 'find') library.find();
  else library.actions[work]();
});
phone.addEventListener('mended', (event) => stage.open(/** @type {CustomEvent} */ (event).detail));
phone.addEventListener('left', () => stage.showPhone(false));
phone.addEventListener('hint', (event) => { hint.textContent = /** @type {CustomEvent} */ (event).detail || phone.hint; });
phone.addEventListener('saved', async (event) => {
  await library.load();
  await stage.open(/** @type {CustomEvent} */ (event).detail);
});
const sounds = new Sounds(library, listen);
for (const one of [patterns, phone]) one.addEventListener('accepted', () => notice.clear());
for (const one of [timeline, phone, sounds]) {
  one.addEventListener('refused', (event) => notice.say({ refusal: /** @type {CustomEvent} */ (event).detail }));
}
document.addEventListener('field', (event) => notice.say({ refusal: /** @type {CustomEvent} */ (event).detail }));
sounds.addEventListener('made', async (event) => {
  notice.clear();
  const file = /** @type {CustomEvent} */ (event).detail;
  if (timeline.pattern?.file === file) return;
  await library.load();
  await stage.open(file);
});
library.addEventListener('list', () => { compare.files = library.patterns.map(({ name }) => name); });
library.connection = connection;
listen.connection = connection;
player.device.connection = connection;
player.device.addEventListener('end', (event) => notice.say({ refusal: /** @type {CustomEvent} */ (event).detail }));
Object.assign(compare, { connection, timeline, follow: (/** @type {string} */ file) => patterns.follow(file) });
timeline.player = player;
inspector.watch(timeline);
Object.assign(window, { studio: { timeline, player, connection, patterns, compare, rumble, phone } });
