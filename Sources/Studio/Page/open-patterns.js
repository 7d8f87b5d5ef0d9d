import { Pattern } from './pattern.js';
import { waiting } from './waiting.js';

/**
 * The patterns that are open, by file.
 *
 * Events: `change` and `accepted` as those of a pattern, `sound` with the pattern, `judgment` with the file.
 */
export class OpenPatterns extends EventTarget {
  /** @type {Map<string, Pattern>} */
  #patterns = new Map();

  /** @param {import('./connection.js').Connection} connection */
  constructor(connection) {
    super();
    this.connection = connection;
  }

  /**
   * @param {string} file
   * @returns {Pattern} the pattern of a file, which the news about the file reach
   */
  of(file) {
    const known = this.#patterns.get(file);
    if (known) return known;
    const pattern = new Pattern(file, this.connection);
    for (const name of ['change', 'accepted']) pattern.addEventListener(name, () => this.dispatchEvent(new Event(name)));
    pattern.addEventListener('sound', () => this.dispatchEvent(new CustomEvent('sound', { detail: pattern })));
    pattern.addEventListener('judgment', () => this.dispatchEvent(new CustomEvent('judgment', { detail: file })));
    this.#patterns.set(file, pattern);
    return pattern;
  }

  /**
   * Opens a file.
   * @param {string} file
   * @returns {Promise<void>} rejected with the reason; the error has `isText` if the file has a text that is not a pattern
   */
  async open(file) {
    const { isText } = await waiting.during(`opening ${file} …`, this.connection.ask('open', { file }));
    if (isText) throw Object.assign(new Error(`${file} is not a valid pattern; open it to correct its text`), { isText });
  }

  /**
   * Opens a file that is compared, if it is not open yet.
   * @param {string} file
   */
  async follow(file) {
    const pattern = this.of(file);
    if (pattern.revision < 0) await this.open(file);
    return pattern;
  }

  /** @param {string} file a file that is not shown anymore */
  forget(file) { this.#patterns.delete(file); }

  /**
   * Takes news of the server.
   * @param {any} news a `StudioAnswer`
   */
  receive({ state, judgment, sound }) {
    // The server also describes files that this page has just created.
    if (state) this.of(state.file).apply(state);
    if (judgment) this.#patterns.get(judgment.file)?.judge(judgment);
    if (sound) this.#patterns.get(sound.file)?.applySound(sound);
  }

  /** Waits for nothing anymore, because the connection was closed. */
  lose() { for (const pattern of this.#patterns.values()) pattern.lose(); }

  /**
   * Follows the patterns again after the connection was lost.
   * @param {Pattern | null} shown the pattern that is shown, whether or not it exists
   * @param {Set<string>} names the files that exist
   * @param {(error: Error) => void} refuse is told why a file cannot be opened
   */
  async reopen(shown, names, refuse) {
    for (const [file, pattern] of this.#patterns) {
      // A file that was deleted is described again if it is restored.
      if (pattern !== shown && !names.has(file)) this.forget(file);
      else await this.open(file).catch(refuse);
    }
  }
}
