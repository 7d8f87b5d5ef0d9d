import { element } from '../dom.js';

/** @typedef {{id: string, name: string, low: number, high: number, step: number, isTime?: boolean}} Field a time may be written in ms */
/** @typedef {(value: number, how: {joins: boolean}) => Promise<boolean> | undefined} Change makes a change, which may be undone together with the one before, and returns whether it was accepted */

/** The milliseconds after which a step is undone separately from the step before. */
const together = 1000;

/**
 * A number of the selection, with a slider if its range is small.
 *
 * It stays in the page while the number changes, so that it keeps the keyboard, and a text that is not finished.
 */
export class NumberField {
  /** @type {number | null} */
  #value = null;
  /** @type {Change} */
  #next = () => undefined;
  /** The number that was sent last. */
  #sent = NaN;
  /** The number of changes that are not answered yet. */
  #pending = 0;
  /** Whether somebody types or drags. */
  #isTouched = false;
  /** Whether the text that is shown was refused. It remains, so that it can be corrected. */
  #isRefused = false;
  /** When the last step with an arrow was made. */
  #stepped = -Infinity;
  /** @type {Change} */
  #change = () => undefined;
  #input;
  #slider;
  #note = element('span', { className: 'faint' });

  /** @param {Field} field */
  constructor(field) {
    const { id, name, low, high, step } = field;
    this.field = field;
    this.#input = element('input', {
      type: 'text', inputMode: 'decimal', autocomplete: 'off', role: 'spinbutton', 'aria-label': name, 'aria-valuemin': `${low}`, 'aria-valuemax': `${high}`,
      oninput: () => { [this.#isTouched, this.#isRefused] = [true, false]; }, onchange: () => this.#finish(),
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.#press(event),
    });
    this.#slider = high - low <= 2 ? element('input', {
      type: 'range', min: low, max: high, step, 'aria-label': `${name}, slider`, tabIndex: -1,
      oninput: () => this.#slide(), onchange: () => this.#send(Number(this.#slider.value)),
    }) : null;
    this.element = element('label', { className: 'field', 'data-field': id }, element('span', {}, name), this.#input,
      ...(this.#slider ? [this.#slider] : []), this.#note);
    this.element.addEventListener('focusout', () => this.#leave());
  }

  /**
   * @param {number | null} value nil if several differ
   * @param {Change} change
   * @param {string} note what the number means
   */
  show(value, change, note) {
    [this.#value, this.#next] = [value, change];
    this.#note.textContent = note;
    this.#update();
  }

  /** The number that is shown; of several that differ, the middle of their range. */
  get #present() {
    const { low, high } = this.field;
    return (this.#pending > 0 ? this.#sent : this.#value) ?? (low + high) / 2;
  }

  /** Shows the number, unless somebody changes it at the moment. */
  #update() {
    if (this.#isTouched || this.#pending > 0) return;
    // A change that began earlier is about the pattern as it was then.
    this.#change = this.#next;
    if (this.#isRefused) return;
    this.#input.placeholder = this.#value === null ? 'mixed' : '';
    this.#put(this.#value);
    if (this.#slider) this.#slider.value = this.#present;
  }

  /** @param {number | null} value */
  #put(value) {
    const text = value === null ? '' : `${+value.toFixed(6)}`;
    if (this.#input.value !== text) this.#input.value = text;
    this.#input.removeAttribute('aria-invalid');
    for (const input of [this.#input, this.#slider]) {
      if (value === null) input?.setAttribute('aria-valuetext', 'mixed');
      else input?.removeAttribute('aria-valuetext');
    }
    this.#input.setAttribute('aria-valuenow', `${+this.#present.toFixed(6)}`);
  }

  #slide() {
    this.#isTouched = true;
    this.#input.value = this.#slider.value;
  }

  #leave() {
    [this.#isTouched, this.#stepped] = [false, -Infinity];
    this.#update();
  }

  /**
   * Takes the text that was typed; one that is not a number is marked.
   * @returns {boolean} whether it is a number
   */
  #finish() {
    if (this.#input.value.trim() === '') this.#leave();
    const value = numberOf(this.#input.value, this.field.isTime ?? false);
    const isNumber = !Number.isNaN(value) || this.#value === null;
    this.#input.setAttribute('aria-invalid', `${!isNumber}`);
    if (!isNumber) {
      const unit = this.field.isTime ? ' of seconds, or of milliseconds as in 10 ms' : '';
      this.#tell(`${this.field.name.split(',')[0]} must be a number${unit}, not '${this.#input.value}'`);
    }
    if (!Number.isNaN(value)) this.#send(value, { typed: this.#input.value });
    return isNumber;
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    // The keyboard stays at a text that is not a number.
    if (event.key === 'Enter' && !this.#finish()) event.stopPropagation();
    if (event.key === 'Escape') {
      if (this.#input.getAttribute('aria-invalid') === 'true') this.#tell('');
      this.#isRefused = false;
      this.#leave();
    }
    const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (!direction || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    const typed = this.#isTouched ? numberOf(this.#input.value, this.field.isTime ?? false) : NaN;
    const size = this.field.step * (event.shiftKey ? 10 : 1);
    const now = performance.now();
    const joins = now - this.#stepped < together;
    this.#send(stepped(Number.isNaN(typed) ? this.#present : typed, direction, size), { joins });
    this.#stepped = now;
  }

  /** @param {string} reason why the text is refused; empty if it was discarded */
  #tell(reason) { this.#input.dispatchEvent(new CustomEvent('field', { detail: reason, bubbles: true })); }

  /**
   * @param {number} to
   * @param {{joins?: boolean, typed?: string}} how whether the change joins the one before, and the text that was typed
   */
  async #send(to, { joins = false, typed = '' } = {}) {
    [this.#isTouched, this.#isRefused] = [false, false];
    const { low, high } = this.field;
    // The server refuses a typed number that is out of range; a slider and arrows end at the limits.
    const value = typed === '' ? Math.min(high, Math.max(low, to)) : to;
    if (Math.abs(value - (this.#pending > 0 ? this.#sent : this.#value ?? NaN)) < 1e-9) return this.#update();
    this.#sent = value;
    this.#pending += 1;
    // A number that was typed before the pattern changed is not corrected but looked at again.
    const isCurrent = this.#change === this.#next;
    this.#put(value);
    if (this.#slider) this.#slider.value = value;
    const isAccepted = await this.#change(value, { joins });
    this.#pending -= 1;
    this.#update();
    if (isAccepted !== false || typed === '' || !isCurrent || this.#isTouched || this.#pending > 0) return;
    this.#isRefused = true;
    this.#input.value = typed;
    this.#input.setAttribute('aria-invalid', 'true');
  }
}

/** A property of the selection that is set or not. It has the interface of `NumberField`. */
export class FlagField {
  /** @type {Change} */
  #change = () => undefined;

  /** @param {Field} field */
  constructor({ id, name }) {
    this.input = element('input', {
      type: 'checkbox', onchange: () => this.#change(this.input.checked ? 1 : 0, { joins: false }),
    });
    this.element = element('label', { className: 'field', 'data-field': id }, element('span', {}, name), this.input);
  }

  /**
   * @param {number | null} value
   * @param {Change} change
   */
  show(value, change) {
    this.#change = change;
    this.input.checked = (value ?? 0) >= 0.5;
  }
}

/**
 * @param {string} text
 * @param {boolean} isTime whether the number may have a unit
 * @returns {number} the number that was typed, in seconds for a time; NaN for another text
 */
function numberOf(text, isTime) {
  const [, digits, unit = ''] = /^\s*([+-]?(?:\d+[.,]?\d*|[.,]\d+)(?:e[+-]?\d+)?)\s*(ms|s)?\s*$/i.exec(text) ?? [];
  if (digits === undefined || (unit !== '' && !isTime)) return NaN;
  return Number(digits.replace(',', '.')) / (unit.toLowerCase() === 'ms' ? 1000 : 1);
}

/**
 * @param {number} value
 * @param {number} direction 1 or -1
 * @param {number} size
 * @returns {number} the next multiple of a step
 */
function stepped(value, direction, size) {
  const steps = value / size;
  const whole = Math.round(steps);
  const next = Math.abs(steps - whole) < 1e-6 ? whole + direction : direction > 0 ? Math.ceil(steps) : Math.floor(steps);
  return +(next * size).toFixed(9);
}
