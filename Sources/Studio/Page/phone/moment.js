import { element } from '../dom.js';
import { timeText } from './scenario.js';

/** @typedef {import('./scenario.js').Moment} Moment */

/**
 * The phone at the cursor: why the chosen app is in its state, the facts, and the trace.
 *
 * Events: `expect` with the subject and the name of a fact, `time` with the time of an earlier event, `edit` when somebody
 * wants to change the app.
 */
export class MomentPanel extends HTMLElement {
  #title = element('h2', {}, 'At the cursor');
  #why = element('section', { 'aria-label': 'explanation', tabIndex: -1, className: 'why' });
  #facts = element('section', { 'aria-label': 'facts' });
  #trace = element('section', { 'aria-label': 'trace' });
  /** Whether facts can be expected. */
  canExpect = true;
  /** The subjects of which all facts are shown. */
  #open = new Set();
  #said = '';

  connectedCallback() { this.append(this.#title, this.#why, this.#facts, this.#trace); }

  /**
   * @param {Moment} moment
   * @param {string | undefined} app the app that is explained
   */
  show(moment, app) {
    const said = JSON.stringify([moment, app, this.canExpect]);
    if (said === this.#said) return;
    this.#said = said;
    this.#title.textContent = `At ${timeText(moment.time)}`;
    this.#showWhy(moment, app);
    const active = document.activeElement;
    const focused = this.#facts.contains(active) ? active?.getAttribute('aria-label') : null;
    this.#facts.replaceChildren(element('h2', {}, 'Facts'), ...moment.subjects.map((subject) => this.#subject(subject)));
    if (focused) this.#facts.querySelector(`[aria-label="${CSS.escape(focused)}"]`)?.focus();
    this.#trace.replaceChildren(element('h2', {}, 'Trace'), element('ol', {}, ...[...moment.trace].reverse().map((line) =>
      element('li', {}, element('span', { className: 'time' }, timeText(line.time)), ` ${line.actor} ${line.text}`))));
  }

  clear() {
    this.#said = '';
    this.#title.textContent = 'At the cursor';
    for (const section of [this.#why, this.#facts, this.#trace]) section.replaceChildren();
  }

  /** Moves the keyboard to the explanation. */
  focusWhy() { this.#why.focus(); }

  /** Moves the keyboard to the first fact that can be expected. */
  focusFacts() { this.#facts.querySelector('button')?.focus(); }

  /**
   * @param {Moment} moment
   * @param {string | undefined} app
   */
  #showWhy({ story, explanation }, app) {
    if (!app) {
      this.#why.replaceChildren();
      return;
    }
    const events = story.map(({ time, text }) => element('li', {}, element('button', {
      className: 'time', title: 'move the cursor there', onclick: () => this.dispatchEvent(new CustomEvent('time', { detail: time })),
    }, timeText(time)), ` ${text}`));
    this.#why.replaceChildren(element('h2', {}, `Why: ${app}`),
      ...(this.canExpect ? [element('button', {
        className: 'small', title: `change the properties of ${app} (P)`, onclick: () => this.dispatchEvent(new Event('edit')),
      }, 'Properties')] : []),
      ...(events.length > 0 ? [element('ol', { className: 'story', 'aria-label': 'what has happened' }, ...events)] : []),
      ...explanation.map(reason));
  }

  /** @param {Moment['subjects'][0]} subject */
  #subject({ name, facts }) {
    const rows = (/** @type {typeof facts} */ some) => element('ul', { 'aria-label': `facts about ${name}` },
      ...some.map((fact) => this.#fact(name, fact)));
    const rest = facts.filter(({ isMain }) => !isMain);
    const more = element('details', { open: this.#open.has(name) }, element('summary', {}, `${rest.length} more about ${name}`), rows(rest));
    more.ontoggle = () => (more.open ? this.#open.add(name) : this.#open.delete(name));
    return element('div', { className: 'subject' }, element('h3', {}, name), rows(facts.filter(({ isMain }) => isMain)),
      ...(rest.length > 0 ? [more] : []));
  }

  /**
   * @param {string} subject
   * @param {{name: string, value: string}} fact
   */
  #fact(subject, { name, value }) {
    const words = `${name}: ${value}`;
    if (!this.canExpect) return element('li', { className: 'fact' }, element('span', {}, words));
    return element('li', { className: 'fact' }, element('span', {}, words), element('button', {
      title: 'add an expectation of this fact at the cursor', 'aria-label': `expect ${subject} ${words}`,
      onclick: () => this.dispatchEvent(new CustomEvent('expect', { detail: { subject, fact: name } })),
    }, 'expect'));
  }
}

/**
 * @param {string} line a line of an explanation, indented by its depth; the rule and its source are in parentheses at the end
 */
function reason(line) {
  const text = line.trimStart();
  const depth = Math.min(6, Math.floor((line.length - text.length) / 2));
  const source = text.search(/ \((?:rule|row|step|interruptor|table|policy option) /);
  const className = depth === 0 ? 'verdict' : `reason depth-${depth}`;
  if (source < 0) return element('p', { className }, text);
  // The rule and its source would come between the reasons.
  return element('details', { className }, element('summary', { title: 'show the rule and its source' }, text.slice(0, source)),
    element('small', { className: 'faint' }, text.slice(source).trim()));
}

customElements.define('haptic-moment', MomentPanel);
