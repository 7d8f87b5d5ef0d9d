/**
 * The milliseconds after which the page says what it waits for.
 *
 * Our choice: a shorter wait is not noticed, and screen readers would read it aloud.
 */
const patience = 200;

/**
 * The work of the server for which the page waits.
 *
 * Events: `change` when another work is the oldest.
 */
class Waiting extends EventTarget {
  /** @type {Set<{words: string}>} */
  #works = new Set();

  /** What is awaited for a while, in words; empty for nothing. */
  get words() { return [...this.#works][0]?.words ?? ''; }

  /**
   * Says that a work is under way, as long as it is.
   * @template Value
   * @param {string} words
   * @param {Promise<Value>} work
   * @returns {Promise<Value>} the same work
   */
  during(words, work) {
    const row = { words };
    const change = () => this.dispatchEvent(new Event('change'));
    const timer = setTimeout(() => {
      this.#works.add(row);
      change();
    }, patience);
    const end = () => {
      clearTimeout(timer);
      if (this.#works.delete(row)) change();
    };
    work.then(end, end);
    return work;
  }
}

export const waiting = new Waiting();
