import { patternOf } from './panels/listen.js';

/**
 * The sounds of the folder, and those that are imported, which become patterns.
 *
 * Events: `made` with the file of a pattern, `refused` with a reason.
 */
export class Sounds extends EventTarget {
  /**
   * @param {import('./panels/library.js').Library} library
   * @param {import('./panels/listen.js').ListenPanel} listen
   */
  constructor(library, listen) {
    super();
    this.library = library;
    this.listen = listen;
    const detail = (/** @type {Event} */ event) => /** @type {CustomEvent} */ (event).detail;
    library.addEventListener('sound', (event) => this.#open(detail(event)));
    library.addEventListener('import', (event) => this.#import(detail(event)));
    for (const name of ['made', 'refused']) {
      listen.addEventListener(name, (event) => this.dispatchEvent(new CustomEvent(name, { detail: detail(event) })));
    }
    document.addEventListener('dragover', (event) => event.preventDefault());
    document.addEventListener('drop', (event) => {
      event.preventDefault();
      const file = event.dataTransfer?.files[0];
      if (file) this.#import(file);
    });
  }

  /** @param {string} sound the name of a sound of the folder; its pattern may exist already */
  #open(sound) {
    const file = patternOf(sound);
    this.listen.open(sound, this.library.patterns.some(({ name }) => name === file));
  }

  /** @param {File} file a sound, which is copied into the folder and becomes a pattern */
  async #import(file) {
    const answer = await fetch(`import/${encodeURIComponent(file.name)}`, { method: 'POST', body: file });
    if (!answer.ok) {
      this.dispatchEvent(new CustomEvent('refused', { detail: await answer.text() }));
      return;
    }
    await this.library.load();
    this.#open(file.name);
  }
}
