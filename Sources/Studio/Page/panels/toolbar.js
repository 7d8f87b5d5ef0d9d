import { element } from '../dom.js';
import { LevelMeter } from '../player/meter.js';
import { speeds } from '../player/player.js';
import { GridMenu } from '../timeline/grid.js';

/** @typedef {import('../keys.js').Desk} Desk */

/**
 * The buttons and menus above the timeline.
 *
 * Events: `profile` with the name of the profile that was chosen.
 */
export class Toolbar extends EventTarget {
  grid = new GridMenu();
  #title = element('h1', {}, 'haptic studio');
  #status = element('span', { className: 'status', role: 'status' });
  #meter = new LevelMeter();
  #profile = element('select', { 'aria-label': 'profile', title: 'what turns intensity into a signal' });
  #speed = element('select', { 'aria-label': 'speed', title: 'speed ([ and ])' },
    ...speeds.map((speed) => element('option', { value: speed }, `${speed}×`)));
  #output = element('select', { 'aria-label': 'output', title: 'what plays: the browser, or a device of the server', hidden: true });
  #gain = element('input', {
    type: 'range', min: -30, max: 12, step: 1, value: 0, 'aria-label': 'volume, dB', title: 'volume, dB',
  });

  /**
   * @param {Desk} desk
   * @param {(key: string) => void} press runs the action of a key
   */
  constructor(desk, press) {
    super();
    this.desk = desk;
    const button = (/** @type {string} */ text, /** @type {string} */ label, /** @type {string} */ keys, key = keys.toLowerCase()) =>
      element('button', { title: `${label} (${keys})`, 'aria-label': label, onclick: () => press(key) }, text);
    this.undo = button('↶', 'undo', 'Ctrl+Z', 'Ctrl+z');
    this.redo = button('↷', 'redo', 'Ctrl+Y', 'Ctrl+y');
    this.play = button('▶', 'play', 'Space', ' ');
    this.loop = button('⟲', 'loop', 'L');
    this.pen = button('✎', 'pen', 'P');
    this.snap = button('#', 'snap', 'S');
    this.spectrogram = button('≋', 'frequencies of sounds', 'G');
    this.compare = button('A|B', 'compare', 'C');
    this.delete = button('⌫', 'delete', 'Delete', 'Delete');
    this.edits = element('span', { className: 'edits', role: 'group', 'aria-label': 'change' },
      button('+|', 'add a tap', 'T'), button('+▬', 'add a vibration', 'V'), this.delete);
    this.rumble = button('🎮︎', 'rumble on the game controller', 'J');
    this.#profile.onchange = () => this.dispatchEvent(new CustomEvent('profile', { detail: this.#profile.value }));
    this.#speed.onchange = () => { desk.player.speed = Number(this.#speed.value); };
    this.#gain.oninput = () => { desk.player.gain = 10 ** (this.#gain.value / 20); };
    this.#output.onchange = () => { desk.player.output = this.#output.value; };
    this.grid.addEventListener('change', () => {
      desk.timeline.grid = this.grid.seconds;
      desk.timeline.draw();
    });
    desk.player.addEventListener('level', (event) => this.#meter.show(/** @type {CustomEvent} */ (event).detail));
    this.element = element('header', {}, this.#title, this.#status, this.undo, this.redo, this.edits, this.play, this.loop,
      this.pen, button('↔', 'fit into a time', 'X'), this.snap, this.spectrogram, this.grid.select, this.grid.tempo, this.#speed, this.#profile, this.#output, this.#gain,
      this.#meter.element, this.rumble, this.compare, button('⤓', 'export', 'E'), button('?', 'keys', '?'));
  }

  /** @param {string[]} names the profiles that can be chosen */
  set profiles(names) { this.#profile.replaceChildren(...names.map((name) => element('option', {}, name))); }

  /** @param {{name: string, summary: string}[]} devices the devices of the server that can be chosen */
  set devices(devices) {
    this.#output.replaceChildren(element('option', { value: '' }, 'browser'), ...devices.map(({ name, summary }) =>
      element('option', { value: name, title: summary }, name)));
    this.#output.value = this.desk.player.device.name;
    this.#output.hidden = devices.length === 0;
  }

  /** @param {string} status whether the file is saved */
  show(status) {
    const { player, timeline, compare, rumble } = this.desk;
    const { pattern } = timeline;
    this.#title.textContent = pattern?.file ?? 'haptic studio';
    this.#status.textContent = status;
    this.undo.disabled = !pattern?.undoLabel;
    this.redo.disabled = !pattern?.redoLabel;
    this.undo.title = pattern?.undoLabel ? `undo ${pattern.undoLabel} (Ctrl+Z)` : 'nothing to undo';
    this.redo.title = pattern?.redoLabel ? `redo ${pattern.redoLabel} (Ctrl+Y)` : 'nothing to redo';
    this.delete.disabled = timeline.selection.size === 0;
    if (pattern) this.#profile.value = pattern.profile;
    this.#speed.value = `${player.speed}`;
    this.play.textContent = player.isPlaying ? '■' : '▶';
    this.play.setAttribute('aria-label', player.isPlaying ? 'stop' : 'play');
    this.rumble.hidden = !rumble.isConnected;
    for (const [toggle, isOn] of [[this.loop, player.loop !== null], [this.pen, timeline.pen], [this.snap, timeline.snaps],
      [this.spectrogram, timeline.hasSpectrogram], [this.compare, !compare.hidden], [this.rumble, rumble.isOn]]) {
      toggle.setAttribute('aria-pressed', `${isOn}`);
    }
  }
}
