import type { NumberFormat } from '../../../query/number-format'
import { hasRoomForTitles, titlePx, valueTitle } from '../frame'
import { axisFormatter, lastSignedFormatter } from '../numbers/number-labels'
import { pixelScale, type ValueScale } from '../numbers/value-scale'
import type { Axis, Box, PlotFrame } from '../plot'
import type { PlotInput } from '../read-columns'
import { horizontalSlotAxis, leanWidth, slotLabelHeight } from '../slot-axis'
import type { Slots } from '../slots-of'
import { leftValueAxis, valueTicksWidth } from '../value-axis'

interface ColumnOptions {
  readonly input: PlotInput
  readonly frame: PlotFrame
  readonly scale: ValueScale
  readonly format: NumberFormat
  readonly axisOf: (within: Box, isTitled: boolean) => Axis
  /** The room between the top and the highest value. */
  readonly abovePx: number
}

export interface ColumnLayout {
  readonly box: Box
  readonly x: Axis
  readonly y: Axis
  readonly px: (index: number) => number
  readonly py: (value: number) => number
}

/** Lays out columns side by side over an axis of values at the left. */
export function layOutColumns({ input, frame, scale, format, axisOf, abovePx }: ColumnOptions): ColumnLayout {
  const { visual, locale } = input
  const title = valueTitle(input, format)
  const ticksPx = valueTicksWidth(scale, axisFormatter(locale, format, scale.ticks, { hasSign: true }))
  const widthFrom = (x: number) => Math.max(1, frame.widthPx - x - 12)
  const probe = axisOf({ x: ticksPx, y: 0, width: widthFrom(ticksPx), height: 1 }, false)
  const [first] = probe.ticks
  // A slanted name begins left of its column.
  const leanPx =
    probe.labelAngle === 0 || first === undefined
      ? 0
      : Math.ceil(leanWidth(first.label, probe.labelAngle) - (first.px - ticksPx) + 4)
  const left = Math.max(ticksPx, leanPx)
  const width = widthFrom(left)
  const belowPx = slotLabelHeight(probe)
  const untitledPx = frame.heightPx - belowPx - abovePx
  const hasTitles = hasRoomForTitles(untitledPx, Number(title !== '') + Number(visual.xTitle !== ''))
  const y = abovePx + (hasTitles && title !== '' ? titlePx : 0)
  const below = hasTitles && visual.xTitle !== '' ? titlePx : 0
  const box = { x: left, y, width, height: Math.max(1, frame.heightPx - y - belowPx - below) }
  const writeTick = (hasTitles ? axisFormatter : lastSignedFormatter)(locale, format, scale.ticks)
  const x = axisOf(box, hasTitles)
  const py = pixelScale(scale.domain, box.y + box.height, box.y)
  return {
    box,
    x,
    y: leftValueAxis(scale, py, writeTick, hasTitles ? title : ''),
    px: pixelScale(x.domain, box.x, box.x + box.width),
    py,
  }
}

/** Returns the axis under columns that are one slot each. */
export function columnAxis(
  slots: Slots,
  input: PlotInput,
  widthPx: number,
  { x, width }: Pick<Box, 'x' | 'width'>,
  isTitled: boolean,
): Axis {
  return horizontalSlotAxis({
    slots,
    banded: true,
    inset: false,
    fromPx: x,
    toPx: x + width,
    widthPx,
    input,
    title: isTitled ? input.visual.xTitle : '',
    plainNumbers: true,
  })
}
