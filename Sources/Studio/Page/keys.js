import { moveEdits, selectionWords } from './edits.js';
import { speeds } from './player/player.js';
import { addPointAtCursor, fadeOut, nudgePoint } from './timeline/courses.js';
import { nextHandle, nudgeHandle, toggleSustained } from './timeline/envelope.js';

/** @typedef {import('./timeline/timeline.js').Timeline} Timeline */
/** @typedef {import('./player/player.js').Player} Player */
/**
 * What the actions act on.
 * @typedef {object} Desk
 * @property {Timeline} timeline
 * @property {Player} player
 * @property {import('./panels/compare.js').ComparePanel} compare
 * @property {import('./player/rumble.js').Rumble} rumble
 * @property {import('./panels/library.js').Library} library
 * @property {import('./panels/inspector.js').Inspector} inspector
 * @property {import('./panels/notation.js').NotationBox} notation
 * @property {{text: string, from: number}} copied the text of the entries that were copied, and their first time
 * @property {() => void} help
 * @property {() => void} exportFile
 */
/** @typedef {{keys: string[], name: string, group: string, run: (desk: Desk, event: KeyboardEvent) => void}} Action */

/** The last nudge: equal nudges of the same entries within a second are undone together. */
let lastNudge = { time: 0, label: '', entries: '' };

/**
 * @param {Desk} desk
 * @param {string} label
 * @param {{time?: number, intensity?: number, sharpness?: number}} by
 */
function nudge({ timeline }, label, by) {
  const now = performance.now();
  const entries = `${timeline.pattern?.file} ${selectionWords(timeline.selection)} ${timeline.handle} ${timeline.point?.point}`;
  const joins = label === lastNudge.label && entries === lastNudge.entries && now - lastNudge.time < 1000;
  lastNudge = { time: now, label, entries };
  if (by.time && nudgeHandle(timeline, by.time, joins)) return;
  if (nudgePoint(timeline, by, joins)) return;
  timeline.edit(label, () => (timeline.selection.size === 0
    ? [] : moveEdits(timeline.selection, by)), { joins });
}

/**
 * @param {Desk} desk
 * @param {string} label
 * @param {string[]} words
 */
function change({ timeline }, label, words) {
  return timeline.edit(label, () => (timeline.selection.size === 0
    ? [] : [['select', selectionWords(timeline.selection)], words]));
}

/**
 * Every key, which is also a row of the help.
 * @type {Action[]}
 */
export const actions = [
  { keys: [' '], name: 'play from the cursor, or stop', group: 'hear', run: ({ player, timeline }) => (player.isPlaying ? player.stop() : player.play(timeline.cursor)) },
  { keys: ['Enter'], name: 'play from the start', group: 'hear', run: ({ player }) => player.play(0) },
  { keys: ['l'], name: 'loop the selection or the whole pattern, or not', group: 'hear', run: toggleLoop },
  { keys: ['i'], name: 'the loop begins at the cursor', group: 'hear', run: (desk) => loopEdge(desk, 'from') },
  { keys: ['o'], name: 'the loop ends at the cursor', group: 'hear', run: (desk) => loopEdge(desk, 'to') },
  { keys: ['['], name: 'slower', group: 'hear', run: ({ player }) => changeSpeed(player, -1) },
  { keys: [']'], name: 'faster', group: 'hear', run: ({ player }) => changeSpeed(player, 1) },
  { keys: ['b'], name: 'hear the other one of A and B', group: 'hear', run: ({ compare }) => compare.other() },
  { keys: ['m'], name: 'match the levels of A and B, or not', group: 'hear', run: ({ compare }) => compare.toggleMatch() },
  { keys: ['j'], name: 'rumble on the game controller, or not', group: 'hear', run: ({ rumble }) => rumble.toggle() },
  { keys: ['Tab', 'PageDown'], name: 'next entry', group: 'select', run: ({ timeline }, event) => timeline.step(1, event.shiftKey && event.key === 'PageDown') },
  { keys: ['Shift+Tab', 'PageUp'], name: 'previous entry', group: 'select', run: ({ timeline }, event) => timeline.step(-1, event.shiftKey && event.key === 'PageUp') },
  { keys: ['Ctrl+a'], name: 'select everything', group: 'select', run: ({ timeline }) => timeline.select(timeline.pattern?.rows.keys() ?? []) },
  { keys: ['Escape'], name: 'cancel a drag; leave a control for the timeline; then select nothing', group: 'select', run: ({ timeline }) => timeline.escape() },
  { keys: ['ArrowLeft'], name: 'earlier by 1 ms; with Shift by 10 ms', group: 'change', run: (desk, event) => nudge(desk, 'move earlier', { time: event.shiftKey ? -0.01 : -0.001 }) },
  { keys: ['ArrowRight'], name: 'later by 1 ms; with Shift by 10 ms', group: 'change', run: (desk, event) => nudge(desk, 'move later', { time: event.shiftKey ? 0.01 : 0.001 }) },
  { keys: ['ArrowUp'], name: 'stronger by 0.01; with Shift by 0.05', group: 'change', run: (desk, event) => nudge(desk, 'stronger', { intensity: event.shiftKey ? 0.05 : 0.01 }) },
  { keys: ['ArrowDown'], name: 'weaker by 0.01; with Shift by 0.05', group: 'change', run: (desk, event) => nudge(desk, 'weaker', { intensity: event.shiftKey ? -0.05 : -0.01 }) },
  { keys: ['Alt+ArrowUp'], name: 'sharper by 0.01; with Shift by 0.05', group: 'change', run: (desk, event) => nudge(desk, 'sharper', { sharpness: event.shiftKey ? 0.05 : 0.01 }) },
  { keys: ['Alt+ArrowDown'], name: 'rounder by 0.01; with Shift by 0.05', group: 'change', run: (desk, event) => nudge(desk, 'rounder', { sharpness: event.shiftKey ? -0.05 : -0.01 }) },
  { keys: ['t'], name: 'add a tap at the cursor', group: 'change', run: ({ timeline }) => timeline.add([{ kind: 'transient', time: timeline.cursor, parameters: { HapticIntensity: 0.8, HapticSharpness: 0.5 } }], 'add a tap') },
  { keys: ['v'], name: 'add a vibration at the cursor', group: 'change', run: ({ timeline }) => timeline.add([{ kind: 'continuous', time: timeline.cursor, duration: 0.3, parameters: { HapticIntensity: 0.5, HapticSharpness: 0.3 } }], 'add a vibration') },
  { keys: ['h'], name: 'next handle of the envelope, or point of the curve: arrows move it', group: 'change', run: ({ timeline }) => nextHandle(timeline) },
  { keys: ['a'], name: 'fade out: a curve of the intensity, which the pen draws as well', group: 'change', run: ({ timeline }) => fadeOut(timeline) },
  { keys: ['y'], name: 'add a point of the selected curve at the cursor', group: 'change', run: ({ timeline }) => addPointAtCursor(timeline) },
  { keys: ['x'], name: 'fit the selection or the whole pattern into a time', group: 'change', run: ({ inspector }) => inspector.focusLength() },
  { keys: ['u'], name: 'sustained, or decaying', group: 'change', run: ({ timeline }) => toggleSustained(timeline) },
  { keys: ['Delete', 'Backspace'], name: 'delete', group: 'change', run: remove },
  { keys: ['d'], name: 'duplicate after the selection, and select the copies', group: 'change', run: ({ timeline }) => timeline.duplicate() },
  { keys: ['r'], name: 'reverse in time', group: 'change', run: (desk) => change(desk, 'reverse', ['reverse']) },
  { keys: ['n'], name: 'normalize: the strongest becomes 1', group: 'change', run: (desk) => change(desk, 'normalize', ['normalize', '1']) },
  { keys: ['q'], name: 'quantize to the grid; to 10 ms without one', group: 'change', run: (desk) => change(desk, 'quantize', ['quantize', `${+(desk.timeline.grid || 0.01).toFixed(9)}`]) },
  { keys: ['k'], name: 'write the selection as a notation', group: 'change', run: ({ notation }) => notation.focus() },
  { keys: ['Ctrl+c'], name: 'copy', group: 'change', run: copy },
  { keys: ['Ctrl+x'], name: 'cut', group: 'change', run: (desk) => { copy(desk); remove(desk); } },
  { keys: ['Ctrl+v'], name: 'paste at the cursor', group: 'change', run: paste },
  { keys: ['Ctrl+z'], name: 'undo', group: 'change', run: ({ timeline }) => timeline.undo() },
  { keys: ['Ctrl+y', 'Ctrl+Shift+z'], name: 'redo', group: 'change', run: ({ timeline }) => timeline.redo() },
  { keys: ['p'], name: 'pen: draw taps, vibrations, and curves of intensity and sharpness', group: 'view', run: ({ timeline }) => { timeline.pen = !timeline.pen; timeline.dispatchEvent(new Event('select')); } },
  { keys: ['s'], name: 'snap, or not; Ctrl while dragging suspends it', group: 'view', run: ({ timeline }) => { timeline.snaps = !timeline.snaps; timeline.dispatchEvent(new Event('select')); } },
  { keys: ['f'], name: 'show the whole pattern', group: 'view', run: ({ timeline }) => timeline.fit() },
  { keys: ['+', '='], name: 'zoom in', group: 'view', run: ({ timeline }) => zoom(timeline, 1.5) },
  { keys: ['-'], name: 'zoom out', group: 'view', run: ({ timeline }) => zoom(timeline, 1 / 1.5) },
  { keys: [','], name: 'cursor earlier by 10 ms', group: 'view', run: ({ timeline }) => moveCursor(timeline, -0.01) },
  { keys: ['.'], name: 'cursor later by 10 ms', group: 'view', run: ({ timeline }) => moveCursor(timeline, 0.01) },
  { keys: ['<'], name: 'cursor to where something begins or ends before it', group: 'view', run: ({ timeline }) => timeline.stepCursor(-1) },
  { keys: ['>'], name: 'cursor to where something begins or ends after it', group: 'view', run: ({ timeline }) => timeline.stepCursor(1) },
  { keys: ['Home'], name: 'cursor to the start', group: 'view', run: ({ timeline }) => moveCursor(timeline, -Infinity) },
  { keys: ['End'], name: 'cursor to the end', group: 'view', run: ({ timeline }) => moveCursor(timeline, Infinity) },
  { keys: ['1', '2', '3', '4', '5', '6', '7', '8', '9'], name: 'fold a lane, or unfold it: lanes are counted from the top', group: 'view', run: ({ timeline }, event) => timeline.foldNumber(Number(event.key)) },
  { keys: ['g'], name: 'show the frequencies of sounds, or not', group: 'view', run: ({ timeline }) => timeline.toggleSpectrogram() },
  { keys: ['c'], name: 'compare two states, or not', group: 'view', run: ({ compare }) => compare.toggle() },
  { keys: ['/'], name: 'search the patterns and presets', group: 'view', run: ({ library }) => library.find() },
  { keys: ['w'], name: 'name a new pattern', group: 'view', run: ({ library }) => library.actions.focus() },
  { keys: ['F2'], name: 'rename the file', group: 'view', run: ({ library }) => library.actions.rename() },
  { keys: ['F4'], name: 'duplicate the file', group: 'view', run: ({ library }) => library.actions.duplicate() },
  { keys: ['F9'], name: 'delete the file; it can be restored', group: 'view', run: ({ library }) => library.actions.delete() },
  { keys: ['e'], name: 'export', group: 'view', run: ({ exportFile }) => exportFile() },
  { keys: ['?'], name: 'list the keys', group: 'view', run: ({ help }) => help() },
];

/**
 * @param {Player} player
 * @param {number} step
 */
function changeSpeed(player, step) {
  const index = speeds.indexOf(player.speed) + step;
  if (speeds[index] !== undefined) player.speed = speeds[index];
}

/** @param {Desk} desk */
function toggleLoop({ player, timeline }) {
  if (player.loop) {
    player.loop = null;
  } else {
    const rows = timeline.selectedRows().map(([, row]) => row);
    const times = rows.flatMap((row) => [row.time, row.time + (row.duration ?? 0)]);
    const isPart = rows.length > 1 || (rows[0]?.duration ?? 0) > 0.05;
    player.loop = isPart
      ? { from: Math.min(...times), to: Math.max(...times) + 0.05 }
      : { from: 0, to: Math.max(0.1, timeline.pattern?.seconds ?? 1) };
  }
  timeline.draw();
}

/**
 * @param {Desk} desk
 * @param {'from' | 'to'} edge
 */
function loopEdge({ player, timeline }, edge) {
  const loop = player.loop ?? { from: 0, to: timeline.pattern?.seconds ?? 1 };
  const changed = { ...loop, [edge]: timeline.cursor };
  if (changed.to - changed.from >= 0.02) player.loop = changed;
  timeline.draw();
}

/** @param {Desk} desk */
async function remove(desk) {
  const { timeline } = desk;
  const { pattern, view } = timeline;
  const at = timeline.point;
  const row = at && timeline.row(at.row);
  if (at && row?.points && row.points.length > 1) {
    timeline.selectPoint(null);
    timeline.edit('delete a point', [['delete-point', `Pattern[${at.row}]`, `${at.point}`]]);
  } else {
    // Tab continues at the entry after the deleted ones.
    const first = view.order.find(({ index }) => timeline.selection.has(index));
    const before = first && timeline.row(view.neighbor(first.index, -1) ?? -1);
    await change(desk, 'delete', ['delete']);
    if (before && timeline.pattern === pattern) timeline.focusRow(timeline.indexOf(before));
  }
}

/** @param {Desk} desk */
function copy({ timeline, copied }) {
  const rows = timeline.selectedRows().map(([, row]) => row);
  const { pattern } = timeline;
  if (rows.length === 0 || !pattern) return;
  timeline.attempt(async () => {
    copied.text = await pattern.copy(() => [...timeline.selection].sort((a, b) => a - b));
    copied.from = Math.min(...rows.map((row) => row.time));
    // Other programs can paste the text; a browser may forbid it.
    navigator.clipboard?.writeText(copied.text).catch(() => {});
  });
}

/** @param {Desk} desk */
function paste({ timeline, copied }) {
  timeline.attempt(async () => {
    // A copy that was requested just before is waited for.
    await timeline.pattern?.settled();
    if (copied.text !== '') await timeline.addText(copied.text, 'paste', timeline.cursor - copied.from);
  });
}

/**
 * @param {Timeline} timeline
 * @param {number} factor
 */
function zoom(timeline, factor) {
  timeline.view.zoom(timeline.view.x(timeline.cursor), factor);
  timeline.reveal(timeline.cursor);
}

/**
 * Moves the cursor, also beyond the end, where a pattern grows.
 * @param {Timeline} timeline
 * @param {number} by seconds; infinite for the start or the end
 */
function moveCursor(timeline, by) {
  timeline.cursor = by === Infinity ? timeline.pattern?.seconds ?? 0 : Math.max(0, timeline.cursor + by);
  timeline.reveal(timeline.cursor);
}

/**
 * @param {KeyboardEvent} event
 * @returns {string} the key with its modifiers, such as `Ctrl+a`
 */
export function keyName(event) {
  const parts = [];
  if (event.ctrlKey || event.metaKey) parts.push('Ctrl');
  if (event.altKey) parts.push('Alt');
  // Shift is part of a character, and makes arrows coarse.
  if (event.shiftKey && (event.key === 'Tab' || event.key === 'Z')) parts.push('Shift');
  parts.push(event.key.length === 1 && !(event.key === ' ') ? event.key.toLowerCase() : event.key);
  return parts.join('+');
}

/**
 * Runs the action of a key.
 * @param {KeyboardEvent} event
 * @param {Desk} desk
 * @returns {boolean} whether the key has an action
 */
export function press(event, desk) {
  const target = /** @type {HTMLElement} */ (event.target);
  const isTyping = target.matches('input, textarea, select');
  const isControl = target.matches('button, summary, a');
  const name = keyName(event);
  if (document.querySelector('dialog[open]')) return false;
  if (name === 'Escape' && (isTyping || isControl)) {
    desk.timeline.focusGrid();
    // A search is also cleared.
    return false;
  }
  if (isTyping) return false;
  if (isControl && [' ', 'Enter'].includes(event.key)) return false;
  // Tab walks through the page, and through the entries only while the timeline has the focus.
  if (event.key === 'Tab' && !target.matches('.entries')) return false;
  const action = actions.find(({ keys }) => keys.includes(name));
  if (!action) return false;
  if (event.key === 'Tab' && isAtEnd(desk.timeline, event.shiftKey)) return false;
  action.run(desk, event);
  return true;
}

/**
 * @param {Timeline} timeline
 * @param {boolean} isBackward
 * @returns {boolean} whether Tab leaves the timeline
 */
function isAtEnd(timeline, isBackward) {
  return timeline.view.neighbor(timeline.focused ?? -1, isBackward ? -1 : 1) === undefined
    || (timeline.focused === null && isBackward);
}

/**
 * @param {Timeline} timeline
 * @returns {string} what the pointer does
 */
export const hintOf = ({ pen }) => (pen
  ? 'click: a tap   drag: a vibration   over intensity, sharpness or a control: a curve   P: put the pen away   ?: all keys'
  : 'drag: time and intensity   Alt: sharpness   Shift: fine   Ctrl: no snapping   double-click: add a tap or a point   ?: all keys');
