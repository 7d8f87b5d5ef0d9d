import { element } from '../dom.js';

/** @typedef {import('./library.js').Library} Library */

/** What can be done with files as a whole: new, from a preset, rename, duplicate, delete and restore. */
export class FileActions {
  #name = element('input', { placeholder: 'name', 'aria-label': 'name of a new pattern', title: 'name (W)' });
  #notation = element('input', {
    placeholder: 'tap 0.8/0.5', 'aria-label': 'notation of the new pattern', spellcheck: false,
  });
  #new = element('input', { 'aria-label': 'new name of the file' });
  #renaming = element('form', { hidden: true }, this.#new, element('button', {}, 'Rename'));
  #problem = element('p', { className: 'warning', role: 'status' });
  /**
   * The buttons for the file that is shown.
   * @type {HTMLElement}
   */
  #whole;
  /** What can be taken back. */
  #offers = element('div', { role: 'status' });
  /**
   * The files that this page has deleted or is deleting, which can be restored.
   * @type {Set<string>}
   */
  #deleted = new Set();

  /** @param {Library} library */
  constructor(library) {
    this.library = library;
    const button = (/** @type {string} */ text, /** @type {string} */ key, /** @type {() => void} */ run) =>
      element('button', { title: `${text.toLowerCase()} the file (${key})`, onclick: run }, text);
    this.buttons = element('div', { className: 'files' },
      this.#whole = element('div', { role: 'group', 'aria-label': 'file', hidden: true }, button('Rename', 'F2', () => this.rename()),
        button('Duplicate', 'F4', () => this.duplicate()), button('Delete', 'F9', () => this.delete())),
      this.#renaming, this.#offers);
    this.element = element('div', { className: 'files' },
      element('form', { onsubmit: (/** @type {Event} */ event) => this.#make(event) }, this.#name, this.#notation,
        element('button', {}, 'New pattern')),
      this.#problem);
    this.#renaming.onsubmit = (/** @type {Event} */ event) => this.#finishRenaming(event);
    this.#renaming.onkeydown = (/** @type {KeyboardEvent} */ event) => {
      if (event.key === 'Escape') this.#renaming.hidden = true;
    };
  }

  /** Shows what can be done with the file that is shown. */
  show() { this.#whole.hidden = this.library.current === ''; }

  /** Moves the keyboard to the name of a new pattern. */
  focus() { this.#name.focus(); }

  /** @param {Event} event */
  #make(event) {
    event.preventDefault();
    const file = withEnding(this.#name.value || this.#free('pattern'));
    return this.#do(async () => {
      await this.library.connection?.ask('new', { file, notation: this.#notation.value || 'tap 0.8/0.5' });
      [this.#name.value, this.#notation.value] = ['', ''];
      return file;
    });
  }

  /**
   * Makes a new pattern from a preset. It gets the name that was typed, or that of the preset.
   * @param {string} preset
   */
  start(preset) {
    const file = withEnding(this.#name.value || this.#free(preset));
    return this.#do(async () => {
      await this.#ask('start', { file, preset });
      this.#name.value = '';
      return file;
    });
  }

  /** Asks for a new name of the file that is shown. */
  rename() {
    if (this.library.current === '') return;
    this.#renaming.hidden = false;
    this.#new.value = stem(this.library.current);
    this.#new.focus();
    this.#new.select();
  }

  /** @param {Event} event */
  #finishRenaming(event) {
    event.preventDefault();
    const to = withEnding(this.#new.value, this.library.current);
    return this.#do(async () => {
      if (to !== this.library.current) await this.#ask('rename', { file: this.library.current, to });
      this.#renaming.hidden = true;
      return to;
    });
  }

  /** Makes a copy of the file that is shown, and shows the copy. */
  duplicate() {
    const from = this.library.current;
    if (from === '') return undefined;
    const file = withEnding(this.#free(stem(from), from), from);
    return this.#do(async () => {
      await this.#ask('duplicate', { file, from });
      return file;
    });
  }

  /** Deletes the file that is shown, and offers to restore it. */
  delete() {
    const file = this.library.current;
    if (file === '' || this.#deleted.has(file)) return undefined;
    this.#deleted.add(file);
    return this.#do(async () => {
      await this.#ask('delete', { file }).catch((error) => {
        this.#deleted.delete(file);
        throw error;
      });
      const offer = element('p', {}, `${file} is deleted. `,
        element('button', { onclick: () => this.#restore(file, offer) }, 'Restore'));
      this.#offers.append(offer);
      return null;
    }, () => this.library.dispatchEvent(new CustomEvent('delete', { detail: file })));
  }

  /**
   * @param {string} file
   * @param {HTMLElement} offer
   */
  #restore(file, offer) {
    return this.#do(async () => {
      await this.#ask('restore', { file });
      offer.remove();
      this.#deleted.delete(file);
      return file;
    });
  }

  /**
   * @param {string} ask
   * @param {Record<string, string>} values
   */
  async #ask(ask, values) { return this.library.connection?.ask('library', { ask, ...values }); }

  /**
   * Does something, lists the files again, and shows the file that results.
   * @param {() => Promise<string | null>} work
   * @param {() => void} listed what is done when the files are listed
   */
  async #do(work, listed = () => {}) {
    try {
      const file = await work();
      this.#problem.textContent = '';
      // Before the list arrives, somebody may have written into another field.
      this.library.dispatchEvent(new Event('done'));
      await this.library.load();
      listed();
      if (file !== null) this.library.dispatchEvent(new CustomEvent('open', { detail: file }));
    } catch (error) {
      this.#problem.textContent = /** @type {Error} */ (error).message;
    }
  }

  /**
   * @param {string} name
   * @param {string} [like] a file of the same kind; a pattern by default
   * @returns {string} a name that no file of this kind in the folder has
   */
  #free(name, like = '') {
    const { patterns, scenarios } = this.library;
    const taken = new Set([...patterns, ...scenarios].map((file) => file.name.toLowerCase()));
    const base = name.replace(/ \d+$/, '');
    let free = name;
    for (let number = 2; taken.has(withEnding(free, like).toLowerCase()); number += 1) free = `${base} ${number}`;
    return free;
  }
}

/** The endings of scenarios. */
const yaml = /\.ya?ml$/i;

/**
 * @param {string} file
 * @returns {string} the name without its ending
 */
const stem = (file) => file.replace(/\.ahap$/, '').replace(yaml, '');

/**
 * @param {string} name
 * @param {string} [like] a file of the same kind; a pattern by default
 * @returns {string} the name of a file
 */
function withEnding(name, like = '') {
  const [ending] = yaml.exec(like) ?? ['.ahap'];
  return (yaml.test(like) ? yaml : /\.ahap$/i).test(name) ? name : `${name}${ending}`;
}
