import type { Axis } from './plot'
import type { NumberFormatter } from './numbers/format-number'
import type { ValueScale } from './numbers/value-scale'
import { apartTicks, tickTextPx } from './slot-axis'
import { textWidth } from './text/text-width'

/** Returns the room for the ticks of a value axis at the left, in px. */
export function valueTicksWidth({ ticks }: ValueScale, write: NumberFormatter): number {
  return Math.ceil(Math.max(12, ...ticks.map((tick) => textWidth(write(tick), tickTextPx)))) + 8
}

/** Returns a value axis at the left with lines across. py: from a value to its pixel. */
export function leftValueAxis(
  { domain, ticks }: ValueScale,
  py: (value: number) => number,
  write: NumberFormatter,
  title: string,
): Axis {
  return {
    kind: 'number',
    domain,
    title,
    grid: true,
    shown: true,
    labelAngle: 0,
    labelSizePx: tickTextPx,
    ticks: apartTicks(ticks.map((value) => ({ value, px: py(value), labelPx: py(value), label: write(value) }))),
  }
}
