import type { ChartType, ChartVisual } from './chart-visual'

export const visualControls = [
  'x',
  'measures',
  'measure',
  'color',
  'size',
  'stack',
  'missing',
  'sort',
  'bins',
  'goodDirection',
  'timeZone',
  'format',
  'titles',
] as const
export type VisualControl = (typeof visualControls)[number]

/** What each type of chart lets a person choose, in the order of the panel. */
export const controlsByType: Readonly<Record<ChartType, readonly VisualControl[]>> = {
  line: ['x', 'measures', 'color', 'missing', 'timeZone', 'format', 'titles'],
  area: ['x', 'measures', 'color', 'stack', 'missing', 'timeZone', 'format', 'titles'],
  bar: ['x', 'measures', 'color', 'stack', 'sort', 'timeZone', 'format', 'titles'],
  row: ['x', 'measures', 'color', 'stack', 'sort', 'timeZone', 'format', 'titles'],
  combo: ['x', 'measures', 'color', 'stack', 'missing', 'sort', 'timeZone', 'format', 'titles'],
  pie: ['x', 'measure', 'format'],
  scatter: ['x', 'measure', 'color', 'size', 'timeZone', 'format', 'titles'],
  histogram: ['x', 'measure', 'color', 'bins', 'format', 'titles'],
  number: ['measure', 'x', 'goodDirection', 'timeZone', 'format'],
  table: ['timeZone', 'format'],
}

/**
 * The visual as its type draws it: what was chosen for another type and cannot be chosen here says nothing. Zeros for a line's
 * missing values are none in bars, and a column that only sized dots may be gone.
 */
export function drawnVisual(visual: ChartVisual): ChartVisual {
  const controls = controlsByType[visual.type]
  return {
    ...visual,
    // A number is compared with the second of its row, which a question may have and the panel does not ask for.
    y: controls.includes('measure') && visual.type !== 'number' ? visual.y.slice(0, 1) : visual.y,
    color: controls.includes('color') ? visual.color : null,
    size: controls.includes('size') ? visual.size : null,
    stack: controls.includes('stack') ? visual.stack : 'none',
    missing: controls.includes('missing') ? visual.missing : 'gap',
    sort: controls.includes('sort') ? visual.sort : 'auto',
  }
}
