import type { NumberFormat } from '../../../query/number-format'
import { hasRoomForTitles, titlePx, valueTitle } from '../frame'
import { axisFormatter, lastSignedFormatter } from '../numbers/number-labels'
import { pixelScale, type ValueScale } from '../numbers/value-scale'
import type { Axis, Box, PlotFrame } from '../plot'
import type { PlotInput } from '../read-columns'
import { apartLabels, placeTicks, rowLabelPx, tickTextPx, verticalSlotAxis } from '../slot-axis'
import type { Slots } from '../slots-of'
import { textWidth } from '../text/text-width'

interface RowOptions {
  readonly input: PlotInput
  readonly frame: PlotFrame
  readonly slots: Slots
  readonly scale: ValueScale
  readonly format: NumberFormat
}

export interface RowLayout {
  readonly box: Box
  readonly x: Axis
  readonly y: Axis
  readonly px: (value: number) => number
  readonly py: (index: number) => number
  readonly rowPx: number
}

const mostNamePart = 0.38
const abovePx = 4
const ticksPx = 24

/** Returns the height that is left to rows in a drawing, in px. */
export function rowsHeight({ heightPx }: Pick<PlotFrame, 'heightPx'>): number {
  return heightPx - abovePx - ticksPx - (hasRoomForTitles(heightPx - abovePx - ticksPx, 1) ? titlePx : 0)
}

/** Lays out rows one below another over an axis of values at the bottom. */
export function layOutRows({ input, frame, slots, scale, format }: RowOptions): RowLayout {
  const { locale } = input
  const title = valueTitle(input, format)
  const widest = slots.slots.reduce((most, { label }) => Math.max(most, textWidth(label, rowLabelPx)), 0)
  const left = Math.ceil(Math.min(widest, frame.widthPx * mostNamePart)) + 10
  const hasTitle = title !== '' && hasRoomForTitles(frame.heightPx - abovePx - ticksPx, 1)
  const box = {
    x: left,
    y: abovePx,
    width: Math.max(1, frame.widthPx - left - 14),
    height: Math.max(1, frame.heightPx - abovePx - ticksPx - (hasTitle ? titlePx : 0)),
  }
  const px = pixelScale(scale.domain, box.x, box.x + box.width)
  const write = (hasTitle ? axisFormatter : lastSignedFormatter)(locale, format, scale.ticks)
  const ticks = apartLabels(scale.ticks.map((value) => ({ value, px: px(value), label: write(value) })))
  const y = verticalSlotAxis(slots, box.y, box.y + box.height, box.x - 10, '')
  return {
    box,
    y,
    x: {
      kind: 'number',
      domain: scale.domain,
      title: hasTitle ? title : '',
      grid: true,
      shown: true,
      labelAngle: 0,
      labelSizePx: tickTextPx,
      ticks: placeTicks(ticks, frame.widthPx, tickTextPx),
    },
    px,
    py: pixelScale(y.domain, box.y, box.y + box.height),
    rowPx: box.height / Math.max(1, slots.slots.length),
  }
}
