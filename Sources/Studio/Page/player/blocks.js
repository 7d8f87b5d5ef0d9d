/**
 * The number of blocks after which those that are not heard next are forgotten.
 *
 * Our choice: four minutes, 92 MB. Blocks of the last edits are kept until then, so that undoing them is heard
 * immediately.
 */
const keptBlocks = 2400;

/** The blocks of sounds that were loaded, by their address, which depends on their content only. */
export class Blocks {
  /** @type {Map<string, Float32Array>} */
  #kept = new Map();

  /** @param {string} address */
  get(address) { return this.#kept.get(address); }

  /**
   * @param {string} address
   * @returns {Promise<Float32Array | undefined>} the samples of the block; nil if the server does not have it anymore
   */
  async load(address) {
    const known = this.#kept.get(address);
    if (known) return known;
    const answer = await fetch(`sound/${address}`).catch(() => null);
    if (answer?.status !== 200) return undefined;
    const samples = new Float32Array(await answer.arrayBuffer());
    this.#kept.set(address, samples);
    return samples;
  }

  /**
   * Forgets blocks if there are too many.
   * @param {Set<string>} used the blocks that are heard next
   * @returns {boolean} whether blocks were forgotten
   */
  forget(used) {
    if (this.#kept.size < keptBlocks) return false;
    for (const address of this.#kept.keys()) if (!used.has(address)) this.#kept.delete(address);
    return true;
  }
}
