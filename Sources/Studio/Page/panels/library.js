import { element } from '../dom.js';
import { FileActions } from './files.js';
import './thumbnail.js';

/** @typedef {import('./thumbnail.js').Sketch} Sketch */
/** @typedef {import('./thumbnail.js').Thumbnail} Thumbnail */
/** @typedef {{name: string, kind: string}} FileRow */
/** @typedef {{name: string, meaning: string, thumbnail: Sketch}} Preset */

/** The number of sketches in one request. The server sends at most as many. */
const batch = 64;

/**
 * The panel with the patterns and sounds of the folder, and the presets.
 *
 * Events: `open` with the name of a pattern or scenario, `phone` for a new live phone, `sound` with that of a sound, `import` with a sound file,
 * `list` when the list has changed, `delete` with the name of a file that was
 * deleted, `done` when a text was used.
 */
export class Library extends HTMLElement {
  /** @type {import('../connection.js').Connection | null} */
  connection = null;
  /** @type {FileRow[]} */
  #files = [];
  /** @type {Preset[]} */
  #presets = [];
  /**
   * The sketches of the patterns, by name.
   * @type {Map<string, Sketch>}
   */
  #sketches = new Map();
  #search = element('input', { type: 'search', placeholder: 'search', 'aria-label': 'search files and presets', title: 'search (/)' });
  #list = element('ul', { 'aria-label': 'patterns' });
  #scenarios = element('ul', { 'aria-label': 'scenarios' });
  #sounds = element('ul', { 'aria-label': 'sounds' });
  #chooser = element('input', { type: 'file', hidden: true, 'aria-label': 'sound to import' });
  #import = element('button', { title: 'copy a sound file into the folder, and make a pattern from it', onclick: () => this.#chooser.click() }, 'Import a sound');
  #presetList = element('ul', { 'aria-label': 'presets' });
  #presetBox = element('details', {}, element('summary', {}, 'Presets'), this.#presetList);
  #empty = element('p', { className: 'faint' }, 'No patterns yet. Begin with a preset, a sound, or a notation.');
  #current = '';

  constructor() {
    super();
    this.actions = new FileActions(this);
  }

  connectedCallback() {
    this.#search.oninput = () => this.#show();
    // A list that grows does not move the buttons.
    this.append(element('h2', {}, 'Patterns'), this.#search, this.actions.buttons, this.#empty, this.#list, this.actions.element,
      this.#presetBox, element('h2', {}, 'Scenarios'), this.#scenarios,
      element('button', { title: 'a live phone with five apps', onclick: () => this.dispatchEvent(new Event('phone')) }, 'New phone'),
      element('h2', {}, 'Sounds'), this.#sounds, this.#chooser, this.#import);
    this.#chooser.onchange = () => {
      const [file] = this.#chooser.files;
      // The same file can be chosen again.
      this.#chooser.value = '';
      if (file) this.dispatchEvent(new CustomEvent('import', { detail: file }));
    };
    matchMedia('(prefers-color-scheme: light)').addEventListener('change', () => {
      for (const one of this.querySelectorAll('haptic-thumbnail')) /** @type {Thumbnail} */ (one).repaint();
    });
  }

  /** @param {string} name the file that is shown */
  set current(name) {
    if (name === this.#current) return;
    this.#current = name;
    this.#show();
  }

  /** The pattern or scenario that is shown; empty for nothing. */
  get current() { return this.#current; }

  get scenarios() { return this.#files.filter((file) => file.kind === 'scenario'); }

  get patterns() { return this.#files.filter((file) => file.kind === 'pattern'); }

  /** Lists the files again. The server tells the page when the list changes. */
  async load() {
    const answer = await this.connection?.ask('list');
    await this.take(answer?.files ?? []);
  }

  /** @param {FileRow[]} files the files of the folder from now on */
  async take(files) {
    this.#files = files;
    if (this.#presets.length === 0) await this.#loadPresets();
    this.#presetBox.open ||= this.patterns.length === 0;
    this.#show();
    this.dispatchEvent(new Event('list'));
    await this.sketch(this.patterns.map(({ name }) => name));
  }

  /** Moves the keyboard to the search. */
  find() {
    this.#search.focus();
    this.#search.select();
  }

  async #loadPresets() {
    this.#presets = (await this.connection?.ask('library', { ask: 'presets' }))?.library.presets ?? [];
  }

  /**
   * Sketches patterns, of which some may have changed.
   * @param {string[]} names
   */
  async sketch(names) {
    for (let first = 0; first < names.length; first += batch) {
      const files = names.slice(first, first + batch);
      const answer = await this.connection?.ask('library', { ask: 'thumbnails', files }).catch(() => null);
      for (const [name, sketch] of Object.entries(answer?.library.thumbnails ?? {})) this.#sketches.set(name, sketch);
    }
    for (const item of this.#list.querySelectorAll('[data-file]')) {
      const thumbnail = /** @type {Thumbnail | null} */ (item.querySelector('haptic-thumbnail'));
      if (thumbnail) thumbnail.sketch = this.#sketches.get(item.getAttribute('data-file')) ?? null;
    }
  }

  #show() {
    const wanted = this.#search.value.toLowerCase();
    const has = (/** @type {string} */ text) => text.toLowerCase().includes(wanted);
    const focused = document.activeElement?.closest('[data-file]')?.getAttribute('data-file');
    this.#list.replaceChildren(...this.patterns.filter(({ name }) => has(name)).map(({ name }) => this.#item(
      { name, text: name.replace(/\.ahap$/, ''), sketch: this.#sketches.get(name) ?? null },
      () => this.dispatchEvent(new CustomEvent('open', { detail: name })))));
    this.#list.querySelector(`[data-file="${CSS.escape(focused ?? '')}"] button`)?.focus();
    this.#scenarios.replaceChildren(...this.scenarios.filter(({ name }) => has(name)).map(({ name }) => element('li', {}, element('button', {
      className: 'file', 'aria-current': `${name === this.#current}`, 'data-file': name,
      onclick: () => this.dispatchEvent(new CustomEvent('open', { detail: name })),
    }, element('span', {}, ...breakable(name.replace(/\.ya?ml$/, '')))))));
    const sounds = this.#files.filter(({ name, kind }) => kind === 'sound' && has(name));
    this.#sounds.replaceChildren(...sounds.map(({ name }) => element('li', {}, element('button', {
      onclick: () => this.dispatchEvent(new CustomEvent('sound', { detail: name })),
    }, name))));
    const presets = this.#presets.filter(({ name, meaning }) => has(name) || has(meaning));
    this.#presetList.replaceChildren(...presets.map(({ name, meaning, thumbnail }) => this.#item(
      { name: '', text: name, sketch: thumbnail, title: `new pattern: ${meaning}` }, () => this.actions.start(name))));
    this.#empty.hidden = this.patterns.length > 0;
    this.actions.show();
  }

  /**
   * @param {{name: string, text: string, sketch: Sketch | null, title?: string}} what
   * @param {() => void} run
   */
  #item({ name, text, sketch, title = '' }, run) {
    const thumbnail = element('haptic-thumbnail', { sketch });
    return element('li', { 'data-file': name }, element('button', {
      className: 'file', onclick: run, title, 'aria-current': `${name !== '' && name === this.#current}`,
    }, thumbnail, element('span', {}, ...breakable(text))));
  }
}

/**
 * @param {string} name
 * @returns {(Node | string)[]} the name, which may be wrapped after points, hyphens and underscores
 */
function breakable(name) {
  return name.split(/(?<=[._-])/).flatMap((part, index) => (index > 0 ? [element('wbr'), part] : [part]));
}

customElements.define('haptic-library', Library);
