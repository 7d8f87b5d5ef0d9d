import { element } from '../dom.js';
import { PropertyField } from './property-field.js';

/** @typedef {import('./scenario.js').ScenarioFile} ScenarioFile */
/** @typedef {import('./property-field.js').Property} Property */
/** @typedef {{app: number, property: string, text?: string}} Change a property of an app, and its new value if it has one */

/**
 * The apps of a scenario with their properties, which can be set and removed.
 *
 * Events: `text` with a line of the file that somebody wants to change.
 */
export class AppList extends HTMLElement {
  /**
   * Makes a change, and returns the reason for which it was refused; empty if it was accepted.
   * @type {(work: 'set' | 'clear', change: Change) => Promise<string>}
   */
  change = async () => '';
  /** @type {Map<string, Property>} */
  #table = new Map();
  /** @type {ScenarioFile | null} */
  #scenario = null;
  /**
   * The parts of the list, by the names of their apps.
   * @type {Map<string, AppItem>}
   */
  #items = new Map();

  /** @param {Property[]} properties the properties that apps can have */
  set properties(properties) { this.#table = new Map(properties.map((one) => [one.name, one])); }

  /** @param {ScenarioFile} scenario */
  show(scenario) {
    const { apps, setups } = scenario.state;
    if (scenario !== this.#scenario) this.#items.clear();
    this.#scenario = scenario;
    const items = new Map(apps.map((name) => [name, this.#items.get(name) ?? new AppItem(name, this.#table, this)]));
    this.#items = items;
    apps.forEach((name, index) => items.get(name)?.show(index, setups[index]));
    arrange(this, [...items.values()].map((item) => item.element));
  }

  /**
   * Opens an app, and moves the keyboard to its first property.
   * @param {string | undefined} app the name of the app; by default the first one
   */
  edit(app) { (this.#items.get(app ?? '') ?? [...this.#items.values()][0])?.open(); }
}

/** An app, which opens to its properties. */
class AppItem {
  #index = 0;
  /** @type {Map<string, {field: PropertyField, row: HTMLElement}>} */
  #rows = new Map();
  /**
   * The properties that somebody adds, and that have no value yet.
   * @type {string[]}
   */
  #added = [];
  #words = element('span', { className: 'faint' });
  #list = element('ul', {});
  #names;
  #more;
  #refusal = element('p', { className: 'faint' });
  /** @type {import('./scenario.js').Setup | undefined} */
  #setup = undefined;

  /**
   * @param {string} name
   * @param {Map<string, Property>} table
   * @param {AppList} list
   */
  constructor(name, table, list) {
    this.name = name;
    this.table = table;
    this.list = list;
    this.#list.setAttribute('aria-label', `properties of ${name}`);
    this.#names = element('select', { 'aria-label': `another property of ${name}` });
    this.#more = element('div', { className: 'compose' }, this.#names,
      element('button', { 'aria-label': `add this property of ${name}`, onclick: () => this.#add(this.#names.value) }, 'Add'));
    this.#refusal.append('The properties of this app have a notation that can only be changed in the text of the file. ',
      element('button', {
        className: 'small', onclick: () => list.dispatchEvent(new CustomEvent('text', { detail: this.#setup?.line })),
      }, 'Edit the text of the file'));
    /** @type {HTMLDetailsElement} */
    this.element = element('details', { className: 'app' },
      element('summary', {}, element('strong', {}, name), ' ', this.#words), this.#list, this.#refusal, this.#more);
  }

  /**
   * @param {number} index the index of the app
   * @param {import('./scenario.js').Setup | undefined} setup
   */
  show(index, setup) {
    [this.#index, this.#setup] = [index, setup];
    const properties = setup?.properties ?? [];
    const isEditable = setup?.isEditable ?? false;
    const set = properties.map(({ name }) => name);
    this.#added = isEditable ? this.#added.filter((name) => !set.includes(name)) : [];
    const words = properties.map(({ name, text }) => `${name}: ${text}`).join(', ') || 'no properties';
    if (this.#words.textContent !== words) this.#words.textContent = words;
    const names = [...set, ...this.#added];
    this.#rows = new Map(names.map((name) => [name, this.#rows.get(name) ?? this.#row(name)]));
    properties.forEach(({ name, text }) => this.#rows.get(name)?.field.show(text));
    for (const { row } of this.#rows.values()) row.toggleAttribute('inert', !isEditable);
    arrange(this.#list, [...this.#rows.values()].map(({ row }) => row));
    [this.#refusal.hidden, this.#more.hidden] = [isEditable, !isEditable];
    this.#showNames([...this.table.keys()].filter((name) => !names.includes(name)));
  }

  /** Opens the app, and moves the keyboard to its first property. */
  open() {
    this.element.open = true;
    const [first] = this.#rows.values();
    if (first && this.#setup?.isEditable) first.field.focus();
    else if (this.#setup?.isEditable) this.#names.focus();
    else this.element.querySelector('summary')?.focus();
    this.element.scrollIntoView({ block: 'nearest' });
  }

  /** @param {string[]} names the properties that can be added */
  #showNames(names) {
    if ([...this.#names.options].map(({ value }) => value).join() === names.join()) return;
    const before = this.#names.value;
    this.#names.replaceChildren(...names.map((value) => element('option', { value }, value)));
    if (names.includes(before)) this.#names.value = before;
    else if (names.includes('behavior') && before === '') this.#names.value = 'behavior';
  }

  /** @param {string} name */
  #row(name) {
    const property = this.table.get(name) ?? { name, kind: 'text', choices: [], form: '' };
    const field = new PropertyField(property, this.name, (text) => this.list.change('set', { app: this.#index, property: name, text }));
    field.show('');
    const remove = element('button', {
      className: 'small', 'aria-label': `remove ${name} of ${this.name}`, title: 'remove the property', onclick: () => this.#remove(name),
    }, '✕');
    return { field, row: element('li', { className: 'property' }, element('span', {}, name), field.element, remove, field.note) };
  }

  /** @param {string} name */
  async #add(name) {
    // An app for which a truth is added is meant to have it.
    if (this.table.get(name)?.kind === 'truth') await this.list.change('set', { app: this.#index, property: name, text: 'true' });
    else {
      this.#added.push(name);
      this.show(this.#index, this.#setup);
    }
    this.#rows.get(name)?.field.focus();
  }

  /** @param {string} name */
  async #remove(name) {
    if (this.#added.includes(name)) {
      this.#added = this.#added.filter((one) => one !== name);
      this.show(this.#index, this.#setup);
    } else if (await this.list.change('clear', { app: this.#index, property: name }) !== '') return;
    // The button of the property is gone.
    if (document.activeElement === document.body) this.#names.focus();
  }
}

/**
 * Makes nodes the children of an element, without moving those that are in their places, so that none loses the keyboard.
 * @param {HTMLElement} parent
 * @param {HTMLElement[]} children
 */
function arrange(parent, children) {
  for (const child of [...parent.children]) if (!children.includes(/** @type {HTMLElement} */ (child))) child.remove();
  children.forEach((child, index) => {
    if (parent.children[index] !== child) parent.insertBefore(child, parent.children[index] ?? null);
  });
}

customElements.define('haptic-apps', AppList);
