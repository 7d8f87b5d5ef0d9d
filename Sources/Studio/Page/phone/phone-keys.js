import { keyName } from '../keys.js';

/** @typedef {import('./phone.js').PhonePage} PhonePage */
/**
 * A key, which is also a row of the help.
 * @typedef {object} PhoneKey
 * @property {string[]} keys
 * @property {string} name
 * @property {string} group
 * @property {(page: PhonePage, event: KeyboardEvent) => void} run
 * @property {string} [text] the name while only the text of a file is shown; without it, the key has no effect then
 */

/**
 * The keys that a scenario and a live phone share.
 * @type {PhoneKey[]}
 */
const shared = [
  { keys: ['ArrowUp'], name: 'the app above', group: 'select', run: ({ lanes }) => { lanes.app = (lanes.app ?? 0) - 1; } },
  { keys: ['ArrowDown'], name: 'the app below', group: 'select', run: ({ lanes }) => { lanes.app = (lanes.app ?? 0) + 1; } },
  { keys: ['1', '2', '3', '4', '5', '6', '7', '8', '9'], name: 'the app with this number', group: 'select', run: ({ lanes }, event) => { lanes.app = Number(event.key) - 1; } },
  { keys: ['e'], name: 'read why the app is in its state', group: 'select', run: ({ moment }) => moment.focusWhy() },
  { keys: ['?'], name: 'list the keys', text: 'list the keys', group: 'view', run: (page) => page.help() },
];

/**
 * The keys while a scenario is shown.
 * @type {PhoneKey[]}
 */
export const scenarioKeys = [
  { keys: [' '], name: 'play from the cursor, or stop', group: 'hear', run: (page) => page.toggle() },
  { keys: ['Enter'], name: 'play from the start', group: 'hear', run: ({ player }) => player.play(0) },
  { keys: ['ArrowLeft'], name: 'cursor earlier by 0.1 s; with Shift by 1 s', group: 'select', run: ({ lanes }, event) => { lanes.cursor -= event.shiftKey ? 1 : 0.1; } },
  { keys: ['ArrowRight'], name: 'cursor later by 0.1 s; with Shift by 1 s', group: 'select', run: ({ lanes }, event) => { lanes.cursor += event.shiftKey ? 1 : 0.1; } },
  { keys: [','], name: 'cursor earlier by 10 ms', group: 'select', run: ({ lanes }) => { lanes.cursor -= 0.01; } },
  { keys: ['.'], name: 'cursor later by 10 ms', group: 'select', run: ({ lanes }) => { lanes.cursor += 0.01; } },
  { keys: ['PageUp'], name: 'cursor to the event before', group: 'select', run: ({ lanes }) => lanes.stepEdge(-1) },
  { keys: ['PageDown'], name: 'cursor to the next event', group: 'select', run: ({ lanes }) => lanes.stepEdge(1) },
  { keys: ['Home'], name: 'cursor to the start', group: 'select', run: ({ lanes }) => { lanes.cursor = 0; } },
  { keys: ['End'], name: 'cursor to the end', group: 'select', run: ({ lanes }) => { lanes.cursor = lanes.end; } },
  { keys: ['Escape'], name: 'leave a control for the lanes', text: 'leave a control', group: 'select', run: (page) => page.focusGrid() },
  { keys: ['s'], name: 'go to the list of steps', group: 'change', run: (page) => page.focusSteps() },
  { keys: ['c'], name: 'change the chosen step', group: 'change', run: ({ steps }) => steps.edit() },
  { keys: ['Delete', 'Backspace'], name: 'delete the chosen step', group: 'change', run: (page) => page.removeStep(page.steps.chosen) },
  { keys: ['n'], name: 'compose a new step at the cursor', group: 'change', run: ({ composer }) => composer.focusActor() },
  { keys: ['p'], name: 'change the properties of the chosen app', group: 'change', run: (page) => page.editApp() },
  { keys: ['a'], name: 'go to the facts, which can be expected', group: 'change', run: ({ moment }) => moment.focusFacts() },
  { keys: ['r'], name: 'go to the next failed expectation', text: 'go to the first problem', group: 'change', run: (page) => page.nextFailure() },
  { keys: ['t'], name: 'change the text of the file', text: 'change the text of the file', group: 'change', run: ({ text }) => text.focusLine() },
  { keys: ['Ctrl+z'], name: 'undo', text: 'undo', group: 'change', run: (page) => page.change('undo') },
  { keys: ['Ctrl+y', 'Ctrl+Shift+z'], name: 'redo', text: 'redo', group: 'change', run: (page) => page.change('redo') },
  ...shared,
  { keys: ['f'], name: 'show the whole time', group: 'view', run: ({ lanes }) => lanes.fit() },
  { keys: ['+', '='], name: 'zoom in', group: 'view', run: ({ lanes }) => lanes.zoom(1.5) },
  { keys: ['-'], name: 'zoom out', group: 'view', run: ({ lanes }) => lanes.zoom(1 / 1.5) },
  { keys: ['l'], name: 'live phone that begins with this scenario', group: 'view', run: (page) => page.startLive(page.file) },
  { keys: ['/'], name: 'search the files', text: 'search the files', group: 'view', run: (page) => page.manage('find') },
  { keys: ['F2'], name: 'rename the file', text: 'rename the file', group: 'view', run: (page) => page.manage('rename') },
  { keys: ['F4'], name: 'duplicate the file', text: 'duplicate the file', group: 'view', run: (page) => page.manage('duplicate') },
  { keys: ['F9'], name: 'delete the file; it can be restored', text: 'delete the file; it can be restored', group: 'view', run: (page) => page.manage('delete') },
];

/**
 * The keys while the text of a pattern file is shown, which is not valid.
 * @type {PhoneKey[]}
 */
export const textKeys = scenarioKeys.flatMap((key) => (key.text === undefined ? [] : [{ ...key, name: key.text }]));

/**
 * The keys while a live phone is shown, in addition to those of its buttons.
 * @type {PhoneKey[]}
 */
const liveKeys = [
  ...shared,
  { keys: ['Escape'], name: 'leave a control for the lanes', group: 'select', run: (page) => page.focusGrid() },
  { keys: ['w'], name: 'stop and save', group: 'view', run: ({ live }) => live.save() },
  { keys: ['q'], name: 'stop without saving', group: 'view', run: (page) => page.stopLive() },
];

/**
 * @param {import('./live.js').Action[]} actions
 * @returns {PhoneKey[]} the keys while a live phone is shown
 */
export function keysOfLive(actions) {
  const buttons = actions.map(({ id, key, summary, isOfApp }) => ({
    keys: key === '+' ? ['+', '='] : key === '-' ? ['-', '_'] : [key], name: summary, group: isOfApp ? 'app' : 'phone',
    run: (/** @type {PhonePage} */ page) => page.press(id),
  }));
  return [...buttons, ...liveKeys];
}

/**
 * Runs the action of a key.
 * @param {KeyboardEvent} event
 * @param {PhonePage} page
 * @returns {boolean} whether the key has an action
 */
export function pressPhone(event, page) {
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.defaultPrevented || document.querySelector('dialog[open]')) return false;
  const name = keyName(event);
  const isTyping = target.matches('input, textarea, select');
  const isControl = target.matches('button, summary, a');
  if (name === 'Escape' && (isTyping || isControl)) {
    page.focusGrid();
    return false;
  }
  if (isTyping || (isControl && [' ', 'Enter'].includes(event.key))) return false;
  const action = page.keys.find(({ keys }) => keys.includes(name));
  action?.run(page, event);
  return action !== undefined;
}
