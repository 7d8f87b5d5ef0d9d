/**
 * Plays blocks of frames: what the engine has rendered, bit for bit, times the gain.
 *
 * The sound of a loop contains what rings from one pass into the next, so it continues without a seam. Where the sound
 * jumps otherwise (when an edit changes what is playing, or while the sound of a loop is not there yet), the old and
 * the new sound are crossfaded for 5 ms, so that no click is heard.
 */
class PatternPlayer extends AudioWorkletProcessor {
  constructor() {
    super();
    /** @type {(Float32Array | undefined)[]} */
    this.blocks = [];
    this.blockFrames = 4800;
    this.frames = 0;
    /** The frame of the pattern with which the sound begins. */
    this.first = 0;
    /** The frames of a pass, by which a loop goes back at its end; 0 for a sound that is played once. */
    this.pass = 0;
    /** The frames for each second of the pattern, which differ from the sample rate at another speed. */
    this.rate = sampleRate;
    /** The factor that belongs to the sound, in addition to the gain. */
    this.trim = 1;
    this.position = 0;
    this.playing = false;
    this.gain = 1;
    /** @type {{from: number, to: number} | null} */
    this.loop = null;
    /** The sound that fades out: its blocks, its factor, its next frame, and the frames that are left. */
    this.fading = { blocks: this.blocks, trim: 1, position: 0, left: 0 };
    this.peak = 0;
    this.reportIn = 0;
    /** The number of the last `play` or `stop`, by which the page knows old reports. */
    this.turn = 0;
    this.port.onmessage = (message) => this.receive(message.data);
  }

  /** @param {any} message */
  receive(message) {
    switch (message.do) {
      case 'sound':
        if (this.playing) this.fade();
        this.use(message);
        break;
      case 'blocks': this.blocks = message.blocks; break;
      case 'block': this.blocks[message.index] = message.samples; break;
      case 'play':
        if (this.playing) this.fade();
        this.position = this.place(message.from);
        this.playing = true;
        this.turn = message.turn;
        this.reportIn = 0;
        break;
      case 'stop':
        if (this.playing) this.fade();
        this.playing = false;
        this.turn = message.turn;
        break;
      case 'loop': this.loop = message.loop; break;
      case 'gain': this.gain = message.gain; break;
    }
  }

  /** @param {{blocks: (Float32Array | undefined)[], blockFrames: number, frames: number, first?: number, pass?: number, rate?: number, trim?: number}} sound */
  use({ blocks, blockFrames, frames, first = 0, pass = 0, rate = sampleRate, trim = 1 }) {
    const isSameLoop = pass > 0 && first === this.first && pass === this.pass && rate === this.rate;
    const heard = rate === this.rate ? this.patternFrame : Math.round(this.patternFrame * (rate / this.rate));
    [this.rate, this.trim] = [rate, trim];
    [this.blocks, this.blockFrames, this.frames, this.first, this.pass] = [blocks, blockFrames, frames, first, pass];
    if (!isSameLoop) this.position = this.place(heard);
    while (pass > 0 && this.position >= frames) this.position -= pass;
  }

  /** The frame of the pattern that is played next. */
  get patternFrame() { return this.first + (this.pass > 0 ? this.position % this.pass : this.position); }

  /**
   * @param {number} frame a frame of the pattern
   * @returns {number} its place in the sound; the start of a loop for a frame outside of it
   */
  place(frame) {
    if (this.pass === 0) return frame;
    return frame >= this.first && frame < this.first + this.pass ? frame - this.first : 0;
  }

  fade() { this.fading = { blocks: this.blocks, position: this.position, trim: this.trim, left: 240 }; }

  /**
   * @param {(Float32Array | undefined)[]} blocks
   * @param {number} frame
   * @param {number} channel
   */
  sample(blocks, frame, channel) {
    const block = blocks[Math.floor(frame / this.blockFrames)];
    return block?.[2 * (frame % this.blockFrames) + channel] ?? 0;
  }

  /**
   * @param {Float32Array[][]} _
   * @param {Float32Array[][]} outputs
   */
  process(_, outputs) {
    const [left, right] = outputs[0];
    for (let index = 0; index < left.length; index += 1) {
      if (this.pass > 0 && this.position >= this.frames) this.position -= this.pass;
      if (this.playing && this.loop && this.pass === 0 && this.position >= this.loop.to) {
        this.fade();
        this.position = this.loop.from;
      }
      let [one, two] = [0, 0];
      if (this.playing) {
        one = this.sample(this.blocks, this.position, 0) * this.trim;
        two = this.sample(this.blocks, this.position, 1) * this.trim;
        this.position += 1;
        if (!this.loop && this.pass === 0 && this.position >= this.frames) this.playing = false;
      }
      if (this.fading.left > 0) {
        const part = this.fading.left / 240;
        const old = part * this.fading.trim;
        one = one * (1 - part) + this.sample(this.fading.blocks, this.fading.position, 0) * old;
        two = two * (1 - part) + this.sample(this.fading.blocks, this.fading.position, 1) * old;
        this.fading.position += 1;
        this.fading.left -= 1;
      }
      left[index] = one * this.gain;
      if (right) right[index] = two * this.gain;
      this.peak = Math.max(this.peak, Math.abs(left[index]), Math.abs(two * this.gain));
    }
    this.reportIn -= left.length;
    if (this.reportIn <= 0) {
      this.port.postMessage({
        position: this.patternFrame, rate: this.rate, playing: this.playing, turn: this.turn, peak: this.peak,
        time: currentTime + left.length / sampleRate,
      });
      this.peak = 0;
      this.reportIn = 1024;
    }
    return true;
  }
}

registerProcessor('pattern-player', PatternPlayer);
