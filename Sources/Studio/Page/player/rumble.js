import { Pattern } from '../pattern.js';

/** @typedef {[number, number, number]} Step a time in seconds, and the strengths of the strong and the weak motor from then on */

/**
 * The milliseconds for which a strength is requested, and after which it is requested again.
 *
 * Our choice: motors stop soon after the page does, and are told about every change anyway.
 */
const [effectMilliseconds, againMilliseconds] = [300, 200];

/**
 * Plays the pattern on the motors of the game controllers that are connected.
 *
 * Events: `change` when a controller was connected or disconnected, or the motors were switched on or off.
 */
export class Rumble extends EventTarget {
  /** Whether the motors play. */
  isOn = false;
  /** @type {Step[]} */
  #steps = [];
  /** The pattern and the revision to which the steps belong. */
  #loaded = '';
  #isRunning = false;
  #sent = { strong: 0, weak: 0, time: 0 };

  /** @param {import('./player.js').Player} player */
  constructor(player) {
    super();
    this.player = player;
    for (const name of ['gamepadconnected', 'gamepaddisconnected']) {
      window.addEventListener(name, () => this.dispatchEvent(new Event('change')));
    }
    player.addEventListener('change', () => this.#run());
  }

  /**
   * The motors of the controllers that are connected.
   * @returns {any[]}
   */
  get #motors() {
    return navigator.getGamepads().flatMap((pad) => /** @type {any} */ (pad)?.vibrationActuator ?? []);
  }

  /** Whether a controller with motors is connected. */
  get isConnected() { return this.#motors.length > 0; }

  toggle() {
    this.isOn = !this.isOn && this.isConnected;
    if (!this.isOn) this.#send(0, 0);
    this.dispatchEvent(new Event('change'));
    this.#run();
  }

  /** Loads the steps of the pattern that is heard, if they are not loaded yet. */
  async load() {
    const { pattern } = this.player;
    if (!(pattern instanceof Pattern)) {
      [this.#loaded, this.#steps] = ['', []];
      return;
    }
    const wanted = `${pattern.revision} ${pattern.file}`;
    if (wanted === this.#loaded) return;
    this.#loaded = wanted;
    const answer = await pattern.connection.ask('rumble', { file: pattern.file }).catch(() => null);
    if (wanted === this.#loaded) this.#steps = answer?.rumble ?? [];
  }

  #run() {
    if (this.#isRunning || !this.isOn) return;
    this.#isRunning = true;
    const frame = () => {
      this.#isRunning = this.isOn && this.player.isPlaying;
      if (!this.#isRunning) return this.#send(0, 0);
      this.load();
      const step = stepAt(this.#steps, this.player.seconds);
      this.#send(step?.[1] ?? 0, step?.[2] ?? 0);
      return requestAnimationFrame(frame);
    };
    frame();
  }

  /**
   * @param {number} strong
   * @param {number} weak
   */
  #send(strong, weak) {
    const now = performance.now();
    const isSame = strong === this.#sent.strong && weak === this.#sent.weak;
    if (isSame && (strong + weak === 0 || now - this.#sent.time < againMilliseconds)) return;
    this.#sent = { strong, weak, time: now };
    for (const motor of this.#motors) {
      // A controller may be unplugged in the meantime.
      motor.playEffect('dual-rumble', {
        duration: effectMilliseconds, strongMagnitude: strong * this.#level, weakMagnitude: weak * this.#level,
      })?.catch?.(() => {});
    }
  }

  /** The factor of the volume, which cannot make motors stronger. */
  get #level() { return Math.min(1, this.player.gain); }
}

/**
 * @param {Step[]} steps steps in order of time
 * @param {number} seconds
 * @returns {Step | undefined} the step that applies at a time
 */
function stepAt(steps, seconds) {
  let [low, high] = [0, steps.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (steps[middle][0] <= seconds) low = middle + 1;
    else high = middle;
  }
  return steps[low - 1];
}
