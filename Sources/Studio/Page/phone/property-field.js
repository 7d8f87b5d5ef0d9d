import { element } from '../dom.js';

/** @typedef {{name: string, kind: string, choices: string[], form: string}} Property a property of apps, as in `PropertyRow` */

/**
 * The milliseconds without a key after which a choice that was made with keys is written.
 *
 * Our choice: the choices that somebody passes are not written.
 */
const patience = 600;

/** The length of a form that fits into its control. Our choice: a longer one, and its values, get the whole width. */
const shortForm = 24;

/** The number of fields so far, for the names of their parts. */
let fields = 0;

/** The words for true in YAML. */
const truths = /^(true|yes|on)$/i;

/**
 * The control of a property of an app.
 *
 * A `write` function receives each new value in the notation of YAML, and returns the reason for which it is refused, or an empty text.
 * A refused value remains, and is marked, until it is corrected or discarded with Escape.
 */
export class PropertyField {
  /** The value in the file; empty if the file does not state the property yet. */
  #text = '';
  #timer = 0;
  #isKey = false;
  #refusal;

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
    const id = `property-${fields += 1}`;
    this.#refusal = element('p', { className: 'warning', role: 'alert', hidden: true, id: `${id}-refusal` });
    const forms = isLong(property) ? [element('p', { className: 'form', id: `${id}-form` }, ...formLines(property.form))] : [];
    /** The lines below the control: the form of a long value, and why a value is refused. */
    this.lines = [...forms, this.#refusal];
    this.element.setAttribute('aria-describedby', this.lines.map((line) => line.id).join(' '));
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
    if (!this.#refusal.hidden || (isWritten && this.element.contains(document.activeElement))) return;
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
    this.refuse('');
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
    this.refuse(value === this.#text || value === '' ? '' : await this.write(value));
  }

  /** @param {string} reason why the last change was refused; empty if it was not */
  refuse(reason) {
    const words = reason && `not saved: ${reason}`;
    if (this.#refusal.textContent !== words) this.#refusal.textContent = words;
    this.#refusal.hidden = reason === '';
    if (reason === '') this.element.removeAttribute('aria-invalid');
    else this.element.setAttribute('aria-invalid', 'true');
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    this.#isKey = true;
    if (event.key === 'Enter') {
      // The choices would open, and a text would get another line.
      if (this.property.kind === 'word' || isLong(this.property)) event.preventDefault();
      if (isLong(this.property)) this.#send();
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
  const list = element('div', { role: 'group', 'aria-label': name, className: 'choices' }, ...choices.map((value) =>
    element('label', {}, element('input', { type: 'checkbox', value }), element('span', {}, value))));
  // The choices are in columns.
  list.style.setProperty('--longest', `${Math.max(...choices.map(({ length }) => length))}`);
  return list;
}

/**
 * @param {Property} property
 * @param {string} name
 */
function textOf(property, name) {
  const attributes = { 'aria-label': name, spellcheck: false, autocomplete: 'off' };
  return isLong(property) ? element('textarea', { ...attributes, rows: 1 })
    : element('input', { ...attributes, placeholder: property.form });
}

/** @param {Property} property */
function isLong({ kind, form }) { return kind === 'text' && form.length > shortForm; }

/**
 * @param {string} form the form of a value, such as `{ one: true or false, two: true or false }`
 * @returns {HTMLElement[]} a line for each alternative in braces, and for each key
 */
function formLines(form) {
  /**
   * The columns of the braces that are open.
   * @type {number[]}
   */
  const braces = [];
  const lines = [{ indent: 0, text: '' }];
  const begin = (/** @type {number} */ indent, text = '') => lines.push({ indent, text });
  for (const token of form.split(/( or (?=\{)|[{}]|, )/)) {
    const line = lines[lines.length - 1];
    const inside = (braces[braces.length - 1] ?? -4) + 2;
    if (token === '{') braces.push(line.indent + line.text.length);
    if (token === '}') braces.pop();
    if (token === ' or ') begin(inside + 2, 'or ');
    else if (token === ', ' && braces.length === 1) {
      line.text += ',';
      begin(inside);
    } else line.text += token;
  }
  return lines.map(({ indent, text }) => {
    const line = element('span', {}, `${text}\n`);
    line.style.setProperty('--indent', `${indent}`);
    return line;
  });
}
