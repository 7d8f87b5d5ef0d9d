import { element } from '../dom.js';

/**
 * The grids: of a fixed step in seconds, or of a part of a beat.
 * @type {{name: string, seconds?: number, beats?: number}[]}
 */
const grids = [
  { name: 'ruler', seconds: 0 },
  { name: '1 ms', seconds: 0.001 },
  { name: '5 ms', seconds: 0.005 },
  { name: '10 ms', seconds: 0.01 },
  { name: '1/4', beats: 1 },
  { name: '1/8', beats: 0.5 },
  { name: '1/16', beats: 0.25 },
];

/** The menu of grids, with the tempo of those that are parts of a beat. Events: `change`. */
export class GridMenu extends EventTarget {
  select = element('select', { 'aria-label': 'grid', title: 'the grid to which times snap' },
    ...grids.map(({ name }) => element('option', {}, name)));
  tempo = element('input', {
    type: 'number', min: 20, max: 400, value: 120, 'aria-label': 'tempo, beats per minute',
    title: 'beats per minute', hidden: true, className: 'tempo',
  });

  constructor() {
    super();
    for (const input of [this.select, this.tempo]) {
      input.onchange = () => {
        this.tempo.hidden = this.#grid.beats === undefined;
        this.dispatchEvent(new Event('change'));
      };
    }
  }

  get #grid() { return grids[this.select.selectedIndex]; }

  /** The step of the grid in seconds; 0 for the labels of the ruler. */
  get seconds() {
    const { seconds = 0, beats } = this.#grid;
    const tempo = Math.min(400, Math.max(20, Number(this.tempo.value) || 120));
    return beats === undefined ? seconds : (beats * 60) / tempo;
  }
}
