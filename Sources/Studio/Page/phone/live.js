import { element } from '../dom.js';

/** @typedef {{id: string, key: string, words: string, summary: string, isOfApp: boolean}} Action as in `ActionRow` */
/**
 * @typedef {object} Picture a `LivePicture`
 * @property {string} title
 * @property {number} time
 * @property {number} seconds
 * @property {string[]} apps
 * @property {import('./scenario.js').LaneRow[]} lanes
 * @property {import('./scenario.js').KeyRow[]} keys
 * @property {string[]} on
 * @property {number} presses
 * @property {import('./scenario.js').Moment} [moment]
 */

/**
 * The buttons of a live phone.
 *
 * Events: `press` with the name of an action, `save` with a name, `stop`.
 */
export class LivePanel extends HTMLElement {
  /**
   * The buttons, by the names of their actions.
   * @type {Map<string, HTMLButtonElement>}
   */
  #buttons = new Map();
  #phone = element('div', { role: 'group', 'aria-label': 'the phone and its user', className: 'buttons' });
  #app = element('div', { role: 'group', 'aria-label': 'the app', className: 'buttons' });
  #appName = element('h2', {}, 'The app');
  #state = element('p', { className: 'faint', 'aria-label': 'present', role: 'status' });
  #effect = element('p', { role: 'status', className: 'effect' });
  #name = element('input', { placeholder: 'live', 'aria-label': 'name of the new scenario', spellcheck: false });

  connectedCallback() {
    this.append(this.#state, this.#effect, element('h2', {}, 'The phone and its user'), this.#phone, this.#appName, this.#app,
      element('form', { className: 'buttons', onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        this.save();
      } }, this.#name, element('button', { type: 'submit', title: 'end the phone, and save what has happened as a scenario (W)' }, 'Stop and save'),
      element('button', { type: 'button', title: 'end the phone without a scenario (Q)', onclick: () => this.dispatchEvent(new Event('stop')) },
        'Stop without saving')));
  }

  /** @param {Action[]} actions */
  set actions(actions) {
    if (this.#buttons.size > 0) return;
    for (const { id, key, words, summary, isOfApp } of actions) {
      const name = key === ' ' ? 'Space' : key.toUpperCase();
      const button = element('button', {
        title: `${summary} (${name})`, onclick: () => this.dispatchEvent(new CustomEvent('press', { detail: id })),
      }, words, element('kbd', { 'aria-hidden': 'true' }, name));
      this.#buttons.set(id, button);
      (isOfApp ? this.#app : this.#phone).append(button);
    }
  }

  /** Begins with a new phone. */
  begin() {
    this.#effect.textContent = 'Press a button or its key. What happens is recorded.';
    this.#effect.classList.remove('warning');
    this.#state.textContent = '';
    this.#name.value = '';
  }

  /**
   * @param {Picture} picture
   * @param {string | undefined} app the app that acts
   */
  show({ on }, app) {
    this.#appName.textContent = app ? `The app ${app}` : 'There is no app';
    const present = [];
    for (const [id, button] of this.#buttons) {
      const isOn = on.includes(id);
      button.setAttribute('aria-pressed', `${isOn}`);
      if (isOn) present.push(button.firstChild?.textContent);
    }
    const text = `Present: ${present.join(', ') || 'nothing'}`;
    // Screen readers read it whenever it is set.
    if (this.#state.textContent !== text) this.#state.textContent = text;
  }

  /**
   * Shows what an action has done.
   * @param {string} words
   * @param {boolean} isProblem
   */
  tell(words, isProblem) {
    this.#effect.textContent = words;
    this.#effect.classList.toggle('warning', Boolean(isProblem));
  }

  save() { this.dispatchEvent(new CustomEvent('save', { detail: this.#name.value.trim() })); }
}

customElements.define('haptic-live', LivePanel);
