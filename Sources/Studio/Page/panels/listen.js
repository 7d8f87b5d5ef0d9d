import { element } from '../dom.js';

/**
 * @typedef {object} Control a setting of `haptic listen`
 * @property {string} id
 * @property {string} name
 * @property {number} low
 * @property {number} high
 * @property {number} step
 * @property {number | null} value the default; nil for the highest value, which stands for no limit
 */

/**
 * The panel that makes a pattern from a sound, again whenever a control moves.
 *
 * Events: `made` with the name of the pattern, `refused` with a reason.
 */
export class ListenPanel extends HTMLElement {
  /** @type {import('../connection.js').Connection | null} */
  connection = null;
  #sound = '';
  #file = '';
  #isAsking = false;
  #isStale = false;
  #title = element('h2', {});
  #method = element('select', { 'aria-label': 'method' });
  /** @type {{control: Control, input: HTMLInputElement, output: HTMLOutputElement}[]} */
  #rows = [];
  /**
   * The last method and values for each sound.
   * @type {Map<string, {method: number, values: string[]}>}
   */
  #kept = new Map();
  #again = element('button', { title: 'make the pattern from the sound again, in place of your changes', onclick: () => this.#make() },
    'Listen again');

  connectedCallback() {
    this.hidden = true;
    this.#method.onchange = () => this.#make();
  }

  /** @param {{methods: string[], controls: Control[]}} listening the methods, and the controls with their defaults */
  set settings({ methods, controls }) {
    this.#method.replaceChildren(...methods.map((name) => element('option', {}, name)));
    this.#rows = controls.map((control) => {
      const output = element('output');
      const input = element('input', {
        type: 'range', min: control.low, max: control.high, step: control.step, 'aria-label': control.name,
      });
      const row = { control, input, output };
      input.oninput = () => {
        this.#showValue(row);
        this.#make();
      };
      return row;
    });
    this.#reset();
    this.replaceChildren(this.#title,
      element('label', { className: 'field' }, element('span', {}, 'method'), this.#method),
      ...this.#rows.map(({ control, input, output }) =>
        element('label', { className: 'field' }, element('span', {}, control.name), output, input)),
      element('div', { className: 'buttons' }, this.#again, element('button', { onclick: () => this.#close() }, 'Done')));
  }

  /** Sets every control to its last value for the sound, or to its default. */
  #reset() {
    const kept = this.#kept.get(this.#sound);
    this.#method.selectedIndex = kept?.method ?? 0;
    for (const [index, row] of this.#rows.entries()) {
      row.input.value = kept?.values[index] ?? `${row.control.value ?? row.control.high}`;
      this.#showValue(row);
    }
  }

  /** @param {{control: Control, input: HTMLInputElement, output: HTMLOutputElement}} row */
  #showValue({ control, input, output }) {
    output.textContent = isUnlimited(control, input) ? 'all' : input.value;
  }

  /**
   * Makes a pattern from a sound of the folder, and shows the controls.
   *
   * A pattern that exists may have other changes, so it is only shown, and made again when a control moves.
   * @param {string} sound
   * @param {boolean} exists whether the pattern exists
   */
  open(sound, exists) {
    this.#sound = sound;
    this.#file = patternOf(sound);
    this.#title.textContent = sound;
    this.hidden = false;
    this.#reset();
    if (exists) this.dispatchEvent(new CustomEvent('made', { detail: this.#file }));
    else this.#make();
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
      const settings = Object.fromEntries(this.#rows.filter(({ control, input }) => !isUnlimited(control, input))
        .map(({ control, input }) => [control.id, Number(input.value)]));
      // The panel may be opened for another sound before the answer arrives.
      const [file, sound] = [this.#file, this.#sound];
      this.#kept.set(sound, { method: this.#method.selectedIndex, values: this.#rows.map(({ input }) => input.value) });
      try {
        await this.connection?.ask('listen', { file, sound, method: this.#method.value, ...settings });
        if (file === this.#file) this.dispatchEvent(new CustomEvent('made', { detail: file }));
      } catch (error) {
        this.dispatchEvent(new CustomEvent('refused', { detail: /** @type {Error} */ (error).message }));
      }
    }
    this.#isAsking = false;
  }
}

/**
 * @param {string} sound the name of a sound
 * @returns {string} the name of its pattern
 */
export const patternOf = (sound) => sound.replace(/\.[^.]*$/, '.ahap');

/**
 * @param {Control} control
 * @param {HTMLInputElement} input
 * @returns {boolean} whether the input stands for no limit
 */
function isUnlimited(control, input) {
  // The highest value may lie between two steps of the slider.
  return control.value === null && Number(input.value) > control.high - control.step;
}

customElements.define('haptic-listen', ListenPanel);
