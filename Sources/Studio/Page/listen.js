import { element } from './dom.js';

/** @typedef {{id: string, name: string, low: number, high: number, step: number, value: number}} Control */

/**
 * The controls of `haptic listen`, with their defaults.
 * @type {Control[]}
 */
const controls = [
  { id: 'gain', name: 'gain, dB', low: -30, high: 30, step: 1, value: 0 },
  { id: 'gate', name: 'gate, dB', low: -90, high: 0, step: 1, value: -40 },
  { id: 'range', name: 'range, dB', low: 5, high: 90, step: 1, value: 40 },
  { id: 'smoothing', name: 'smoothing, s', low: 0, high: 1, step: 0.01, value: 0.03 },
  { id: 'tolerance', name: 'tolerance, dB', low: 0.1, high: 12, step: 0.1, value: 1 },
  { id: 'sensitivity', name: 'sensitivity', low: 0, high: 1, step: 0.05, value: 0.5 },
  { id: 'density', name: 'taps per second', low: 0.5, high: 33, step: 0.5, value: 33 },
];

const methods = ['auto', 'onset', 'envelope', 'pitch', 'bass'];

/**
 * The panel that makes a pattern from a sound, again whenever a control moves.
 *
 * Events: `made` with the name of the pattern, `refused` with a reason.
 */
export class ListenPanel extends HTMLElement {
  /** @type {import('./connection.js').Connection | null} */
  connection = null;
  #sound = '';
  #file = '';
  #isAsking = false;
  #isStale = false;
  #title = element('h2', {});
  #method = element('select', { 'aria-label': 'method' }, ...methods.map((name) => element('option', {}, name)));
  /** @type {Map<string, HTMLInputElement>} */
  #inputs = new Map();

  connectedCallback() {
    this.hidden = true;
    this.#method.onchange = () => this.#make();
    this.append(this.#title, element('label', { className: 'field' }, element('span', {}, 'method'), this.#method));
    for (const control of controls) {
      const output = element('output', {}, `${control.value}`);
      const input = element('input', {
        type: 'range', min: control.low, max: control.high, step: control.step, value: control.value,
        'aria-label': control.name,
      });
      input.oninput = () => {
        output.textContent = control.id === 'density' && input.value === '33' ? 'all' : input.value;
        this.#make();
      };
      this.#inputs.set(control.id, input);
      this.append(element('label', { className: 'field' }, element('span', {}, control.name), output, input));
    }
    this.append(element('button', { onclick: () => this.#close() }, 'Done'));
  }

  /**
   * Makes a pattern from a sound of the folder, and shows the controls.
   * @param {string} sound
   */
  open(sound) {
    this.#sound = sound;
    this.#file = sound.replace(/\.[^.]*$/, '.ahap');
    this.#title.textContent = sound;
    this.hidden = false;
    for (const control of controls) {
      const input = /** @type {HTMLInputElement} */ (this.#inputs.get(control.id));
      input.value = `${control.value}`;
    }
    this.#make();
  }

  /**
   * Hides the controls if another pattern is shown.
   * @param {string} file
   */
  leave(file) { if (file !== this.#file) this.hidden = true; }

  #close() { this.hidden = true; }

  /** Asks for the pattern with the present settings, one request after the other. */
  async #make() {
    this.#isStale = true;
    if (this.#isAsking) return;
    this.#isAsking = true;
    while (this.#isStale) {
      this.#isStale = false;
      const settings = Object.fromEntries([...this.#inputs].map(([id, input]) => [id, Number(input.value)]));
      if (settings.density === 33) delete settings.density;
      try {
        await this.connection?.ask('listen', {
          file: this.#file, sound: this.#sound, method: this.#method.value, ...settings,
        });
        this.dispatchEvent(new CustomEvent('made', { detail: this.#file }));
      } catch (error) {
        this.dispatchEvent(new CustomEvent('refused', { detail: /** @type {Error} */ (error).message }));
      }
    }
    this.#isAsking = false;
  }
}

customElements.define('haptic-listen', ListenPanel);
