import { element } from '../dom.js';

/** @typedef {{name: string, kind: string, choices: string[], form: string}} Property a property of apps, as in `PropertyRow` */

/**
 * The milliseconds without a key after which a choice that was made with keys is written.
 *
 * Our choice: the choices that somebody passes are not written.
 */
const patience = 600;

/** The words for true in YAML. */
const truths = /^(true|yes|on)$/i;

/**
 * The control of a property of an app.
 *
 * A `write` function receives each new value in the notation of YAML, and returns the reason for which it was refused.
 * A refused value remains, and is marked, until it is corrected or discarded with Escape.
 */
export class PropertyField {
  /** The value in the file; empty if the file does not state the property yet. */
  #text = '';
  #timer = 0;
  #isKey = false;
  #isRefused = false;
  /** Why the value is refused. */
  note = element('p', { className: 'warning', role: 'status', hidden: true });

  /**
   * @param {Property} property
   * @param {string} app the name of the app
   * @param {(text: string) => Promise<string>} write
   */
  constructor(property, app, write) {
    this.property = property;
    this.write = write;
    const name = `${property.name} of ${app}`;
    const make = { word: choiceOf, words: listOf, truth: truthOf }[property.kind] ?? textOf;
    /** @type {HTMLElement} */
    this.element = make(property, name);
    this.element.title = property.form;
    this.element.addEventListener('change', () => this.#change());
    this.element.addEventListener('keydown', (event) => this.#press(event));
    this.element.addEventListener('pointerdown', () => { this.#isKey = false; });
    this.element.addEventListener('focusout', () => this.#finish());
  }

  /** @param {string} text the value in the file */
  show(text) {
    const isWritten = this.#timer !== 0 || this.#value !== this.#text;
    this.#text = text;
    // What somebody types or chooses at the moment remains.
    if (this.#isRefused || (isWritten && this.element.contains(document.activeElement))) return;
    this.#put(text);
  }

  /** Moves the keyboard to the control. */
  focus() { /** @type {HTMLElement} */ (this.#inputs[0] ?? this.element).focus(); }

  /** @returns {HTMLInputElement[]} the checkboxes of a list */
  get #inputs() { return [.../** @type {NodeListOf<HTMLInputElement>} */ (this.element.querySelectorAll('input'))]; }

  /** The value that is shown, in the notation of YAML. */
  get #value() {
    const control = /** @type {HTMLInputElement} */ (this.element);
    if (this.property.kind === 'truth') return truths.test(this.#text) === control.checked ? this.#text : `${control.checked}`;
    if (this.property.kind !== 'words') return control.value.trim();
    const chosen = this.#inputs.filter(({ checked }) => checked).map(({ value }) => value);
    const same = JSON.stringify(chosen) === JSON.stringify(this.property.choices.filter((one) => itemsOf(this.#text).includes(one)));
    // The items that are there already keep their places.
    const kept = itemsOf(this.#text).filter((one) => chosen.includes(one));
    return same ? this.#text : `[${[...kept, ...chosen.filter((one) => !kept.includes(one))].join(', ')}]`;
  }

  /** @param {string} text */
  #put(text) {
    const control = /** @type {any} */ (this.element);
    this.#mark('');
    if (this.property.kind === 'truth') control.checked = truths.test(text);
    else if (this.property.kind === 'words') {
      for (const input of this.#inputs) input.checked = itemsOf(text).includes(input.value);
    } else {
      if (this.property.kind === 'word' && ![...control.options].some(({ value }) => value === text)) {
        control.prepend(element('option', { value: text }, text));
      }
      control.value = text;
    }
  }

  #change() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    if (this.property.kind === 'word' && this.#isKey) this.#timer = window.setTimeout(() => this.#finish(), patience);
    else this.#send();
  }

  #finish() {
    if (this.#timer === 0) return;
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#send();
  }

  async #send() {
    const value = this.#value;
    if (value === this.#text || value === '') return this.#mark('');
    return this.#mark(await this.write(value));
  }

  /** @param {string} reason the reason for which the value is refused; empty for none */
  #mark(reason) {
    this.#isRefused = reason !== '';
    if (this.#isRefused) this.element.setAttribute('aria-invalid', 'true');
    else this.element.removeAttribute('aria-invalid');
    this.note.textContent = reason && `not saved: ${reason}`;
    this.note.hidden = reason === '';
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    this.#isKey = true;
    if (event.key === 'Enter') {
      // The choices would open.
      if (this.property.kind === 'word') event.preventDefault();
      this.#finish();
    }
    if (event.key === 'Escape') {
      clearTimeout(this.#timer);
      this.#timer = 0;
      this.#put(this.#text);
    }
  }
}

/**
 * @param {string} text a list in the notation of YAML
 * @returns {string[]}
 */
function itemsOf(text) {
  return text.replace(/^\[|\]$/g, '').split(',').map((item) => item.trim().replace(/^(["'])(.*)\1$/, '$2')).filter(Boolean);
}

/**
 * @param {Property} property
 * @param {string} name
 */
function choiceOf({ choices }, name) {
  return element('select', { 'aria-label': name },
    element('option', { value: '' }, 'choose …'), ...choices.map((value) => element('option', { value }, value)));
}

/**
 * @param {Property} property
 * @param {string} name
 */
function truthOf(property, name) { return element('input', { type: 'checkbox', 'aria-label': name }); }

/**
 * @param {Property} property
 * @param {string} name
 */
function listOf({ choices }, name) {
  return element('div', { role: 'group', 'aria-label': name, className: 'choices' }, ...choices.map((value) =>
    element('label', {}, element('input', { type: 'checkbox', value }), element('span', {}, value))));
}

/**
 * @param {Property} property
 * @param {string} name
 */
function textOf({ form }, name) {
  return element('input', { 'aria-label': name, placeholder: form, spellcheck: false, autocomplete: 'off' });
}
