/** The frames that are waited for before the sound begins. Our choice: 60 ms, three blocks of the server. */
const enough = 2880;

/** The frames after which the sound is late, and begins anew with the latest frames. Our choice: half a second. */
const tooMany = 24000;

/**
 * Plays the sound of a live phone while it arrives.
 *
 * Events: `level` with the peak of the last 20 ms.
 */
export class LivePlayer extends EventTarget {
  /** @type {AudioContext | null} */
  #context = null;
  /** @type {AudioWorkletNode | null} */
  #node = null;
  /** @type {GainNode | null} */
  #volume = null;
  #gain = 1;
  #isOn = false;
  /** The number of frames that have arrived. */
  frames = 0;
  /** The last report of the worklet. */
  report = { played: 0, gaps: 0, queued: 0 };

  /** @param {number} gain the factor of the samples */
  set gain(gain) {
    this.#gain = gain;
    if (this.#volume) this.#volume.gain.value = gain;
  }

  async start() {
    this.#isOn = true;
    this.frames = 0;
    this.#context ??= new AudioContext({ sampleRate: 48000, latencyHint: 'interactive' });
    if (!this.#node) {
      await this.#context.audioWorklet.addModule('hearing/hearing-worklet.js');
      this.#node = new AudioWorkletNode(this.#context, 'hearing-player', { outputChannelCount: [2] });
      this.#volume = new GainNode(this.#context, { gain: this.#gain });
      this.#node.connect(this.#volume).connect(this.#context.destination);
      this.#node.port.onmessage = ({ data }) => this.#heed(data);
    }
    await this.#context.resume();
    this.#begin();
  }

  stop() {
    this.#isOn = false;
    this.#node?.port.postMessage({ do: 'stop' });
  }

  /** @param {ArrayBuffer} bytes frames of two floats of 32 bits */
  take(bytes) {
    this.frames += bytes.byteLength / 8;
    if (!this.#isOn || this.#context?.state !== 'running' || !this.#node) return;
    const samples = new Float32Array(bytes);
    this.#node.port.postMessage({ do: 'frames', samples }, [samples.buffer]);
  }

  #begin() { this.#node?.port.postMessage({ do: 'start', run: 0, played: 0, enough }); }

  /** @param {any} report */
  #heed(report) {
    if (report.dry) return;
    this.report = report;
    // Inserted silence is not a number.
    const peak = report.bars.reduce((/** @type {number} */ best, /** @type {number} */ sample) => Math.max(best, Math.abs(sample) || 0), 0);
    this.dispatchEvent(new CustomEvent('level', { detail: peak * this.#gain }));
    // After a pause of the page, the frames that were missed are not heard later.
    if (this.#isOn && report.queued > tooMany) this.#begin();
  }
}
