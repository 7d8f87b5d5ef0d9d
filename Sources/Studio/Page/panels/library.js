import { element } from '../dom.js';

/** The panel with the files of the folder. Events: `open` with the name of a pattern, `sound` with that of a sound. */
export class Library extends HTMLElement {
  /** @type {import('../connection.js').Connection | null} */
  connection = null;
  /** @type {{name: string, kind: string}[]} */
  #files = [];
  #search = element('input', { type: 'search', placeholder: 'search', 'aria-label': 'search files' });
  #list = element('ul', { role: 'list' });
  #sounds = element('ul', { role: 'list' });
  #soundsTitle = element('h2', {}, 'Sounds');
  #current = '';

  connectedCallback() {
    this.#search.oninput = () => this.#show();
    this.append(element('h2', {}, 'Patterns'), this.#search, this.#list, this.#newForm(),
      this.#soundsTitle, this.#sounds);
  }

  /** @param {string} name the file that is shown */
  set current(name) {
    this.#current = name;
    this.#show();
  }

  get patterns() { return this.#files.filter((file) => file.kind === 'pattern'); }

  async load() {
    this.#files = (await this.connection?.ask('list'))?.files ?? [];
    this.#show();
  }

  #show() {
    const wanted = this.#search.value.toLowerCase();
    const show = (/** @type {HTMLElement} */ list, /** @type {string} */ kind, /** @type {string} */ event) => {
      const found = this.#files.filter((file) =>
        file.kind === kind && file.name.toLowerCase().includes(wanted));
      list.replaceChildren(...found.map((file) => element('li', {}, element('button', {
        onclick: () => this.dispatchEvent(new CustomEvent(event, { detail: file.name })),
        'aria-current': `${file.name === this.#current}`,
      }, file.name.replace(/\.ahap$/, '')))));
    };
    show(this.#list, 'pattern', 'open');
    show(this.#sounds, 'sound', 'sound');
    this.#soundsTitle.hidden = !this.#files.some((file) => file.kind === 'sound');
  }

  #newForm() {
    const name = element('input', { placeholder: 'name', 'aria-label': 'name of a new pattern' });
    const problem = element('p', { className: 'warning', role: 'status' });
    const make = async (/** @type {Event} */ event) => {
      event.preventDefault();
      const file = name.value.endsWith('.ahap') ? name.value : `${name.value}.ahap`;
      try {
        await this.connection?.ask('new', { file, notation: 'tap 0.8/0.5' });
        problem.textContent = '';
        name.value = '';
        await this.load();
        this.dispatchEvent(new CustomEvent('open', { detail: file }));
      } catch (error) {
        problem.textContent = /** @type {Error} */ (error).message;
      }
    };
    return element('form', { onsubmit: make }, name,
      element('button', {}, 'New pattern'), problem);
  }
}

customElements.define('haptic-library', Library);
