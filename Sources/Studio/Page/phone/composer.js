import { element } from '../dom.js';
import { timeText } from './scenario.js';

/** @typedef {{actor?: string, name: string, argument?: string, examples: string[], summary: string}} Verb as in `VerbRow` */

/**
 * The form that composes a step from an actor, a verb and its argument.
 *
 * Events: `insert` with the text of the step.
 */
export class Composer extends HTMLElement {
  /** @type {Verb[]} */
  #verbs = [];
  /** @type {string[]} */
  #apps = [];
  #actor = element('select', { 'aria-label': 'actor', title: 'who does it' });
  #verb = element('select', { 'aria-label': 'verb', title: 'what happens' });
  #argument = element('input', { 'aria-label': 'argument', spellcheck: false, autocomplete: 'off' });
  #examples = element('datalist', { id: 'phone-examples' });
  #summary = element('p', { className: 'faint' });
  #text = element('input', {
    'aria-label': 'text of the new step', spellcheck: false, autocomplete: 'off', title: 'the step as it is written; Enter inserts it',
  });
  #insert = element('button', { type: 'submit' }, 'Insert');

  connectedCallback() {
    this.#argument.setAttribute('list', 'phone-examples');
    this.append(element('form', {
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        if (this.#text.value.trim() !== '') this.dispatchEvent(new CustomEvent('insert', { detail: this.#text.value.trim() }));
      },
    }, element('h2', {}, 'New step'), element('div', { className: 'compose' }, this.#actor, this.#verb, this.#argument, this.#examples),
    this.#summary, element('div', { className: 'compose' }, this.#text, this.#insert)));
    this.#actor.onchange = () => this.#showVerbs();
    this.#verb.onchange = () => this.#showVerb();
    this.#argument.oninput = () => this.#compose();
  }

  /** @param {Verb[]} verbs */
  set verbs(verbs) {
    this.#verbs = verbs;
    this.#showActors();
  }

  /** @param {string[]} apps the names of the scenario's apps */
  set apps(apps) {
    if (JSON.stringify(apps) === JSON.stringify(this.#apps)) return;
    this.#apps = apps;
    this.#showActors();
    if (apps.length > 0) this.#actor.value = apps[0];
    this.#showVerbs();
  }

  /** @param {string | undefined} app the app that is chosen first */
  set app(app) {
    if (app === undefined || this.#actor.value === app || !this.#apps.includes(this.#actor.value)) return;
    this.#actor.value = app;
    this.#compose();
  }

  /** @param {number} seconds the time at which the step is inserted */
  set time(seconds) { this.#insert.textContent = `Insert at ${timeText(seconds)}`; }

  /** Moves the keyboard to the form. */
  focusActor() { this.#actor.focus(); }

  #showActors() {
    const before = this.#actor.value;
    const actors = [...new Set(this.#verbs.flatMap(({ actor }) => actor ?? []))];
    const group = (/** @type {string} */ label, /** @type {string[]} */ names) =>
      element('optgroup', { label }, ...names.map((name) => element('option', { value: name }, name)));
    this.#actor.replaceChildren(...(this.#apps.length > 0 ? [group('apps', this.#apps)] : []), group('the phone and the user', actors));
    if ([...this.#actor.options].some(({ value }) => value === before)) this.#actor.value = before;
    this.#showVerbs();
  }

  /** The verbs of the chosen actor. */
  get #choices() {
    const isApp = this.#apps.includes(this.#actor.value);
    return this.#verbs.filter(({ actor }) => (isApp ? actor === undefined : actor === this.#actor.value));
  }

  #showVerbs() {
    const before = this.#verb.value;
    const label = (/** @type {Verb} */ { name, argument }, /** @type {number} */ index) =>
      element('option', { value: `${name}${argument ? ':' : ''}`, 'data-index': index }, argument ? `${name}: …` : name);
    this.#verb.replaceChildren(...this.#choices.map(label));
    if ([...this.#verb.options].some(({ value }) => value === before)) this.#verb.value = before;
    this.#showVerb();
  }

  #showVerb() {
    const verb = this.#choices[this.#verb.selectedIndex];
    const examples = (verb?.examples ?? []).map((example) => example.replace(/\bAPP\b/g, this.#otherApp));
    this.#argument.hidden = !verb?.argument;
    this.#argument.placeholder = verb?.argument ?? '';
    this.#argument.title = verb?.argument ? `the argument: ${verb.argument}` : '';
    this.#argument.value = examples[0] ?? '';
    this.#examples.replaceChildren(...examples.map((value) => element('option', { value })));
    this.#summary.textContent = [verb?.argument && `${verb.name}: ${verb.argument}`, verb?.summary].filter(Boolean).join(' · ');
    this.#compose();
  }

  /** The app that stands for `APP` in examples. */
  get #otherApp() { return this.#apps.find((name) => name !== this.#actor.value) ?? this.#apps[0] ?? 'APP'; }

  #compose() {
    const verb = this.#choices[this.#verb.selectedIndex];
    if (!verb) return;
    const actor = this.#actor.value;
    this.#text.value = verb.argument ? `${actor}: { ${verb.name}: ${this.#argument.value} }` : `${actor}: ${verb.name}`;
  }
}

customElements.define('haptic-composer', Composer);
