import { hasRoomForTitles, titlePx } from '../../plot/frame'
import { notesPx } from '../../plot/legend'
import type { NumberFormatter } from '../../plot/numbers/format-number'
import type { Box, PlotFrame } from '../../plot/plot'
import { getColumn, isYearColumn, type PlotInput } from '../../plot/read-columns'
import { horizontalSlotAxis, leanWidth, rowLabelPx, slotLabelHeight, tickTextPx } from '../../plot/slot-axis'
import type { Slots } from '../../plot/slots-of'
import { textWidth } from '../../plot/text/text-width'
import { valueTicksWidth } from '../../plot/value-axis'
import type { ValueAxes } from './value-axes'

/** The height of the total above a stack that reaches the end of the axis. */
const totalPx = 16

/** hasTitles: there is room for the titles of axes. abovePx: the room over the box for labels of marks. */
export interface BoxLayout {
  readonly box: Box
  readonly hasTitles: boolean
  readonly abovePx: number
}

interface BoxNeeds {
  readonly slots: Slots
  readonly banded: boolean
  readonly axes: ValueAxes
  /** The texts beside marks that need room at the end of rows. */
  readonly texts: readonly string[]
  /** The room between the highest labelled mark and the end of the axis, in px. */
  readonly aboveMarksPx: number
  readonly labelled: boolean
}

/**
 * Lays out the box that marks are drawn in, between the names of slots, the ticks and the titles. Where it is too low
 * for the title that would tell the unit, `write` writes it on the axis.
 */
export function boxOf(
  input: PlotInput,
  frame: PlotFrame,
  needs: BoxNeeds,
): BoxLayout & { readonly write: NumberFormatter } {
  const { writeLeft, writeSigned, unit, title } = needs.axes
  const layOut = input.visual.type === 'row' ? rowsBox : columnsBox
  const first = layOut(input, frame, needs, writeLeft)
  if (first.hasTitles || unit === '' || title === '') return { ...first, write: writeLeft }
  return { ...layOut(input, frame, needs, writeSigned), write: writeSigned }
}

export function isYears({ visual, data }: PlotInput): boolean {
  const column = visual.x === null ? null : getColumn(data, visual.x)
  return column !== null && isYearColumn(column)
}

/** Returns the height that the notes' icon takes of the first line. */
function clearPx(input: PlotInput, frame: PlotFrame): number {
  return input.hasNotes === true && frame.legendHeightPx === 0 ? notesPx - 2 : 0
}

function rowsBox(input: PlotInput, frame: PlotFrame, { slots, axes, texts, labelled }: BoxNeeds): BoxLayout {
  const isBare = labelled || !axes.hasTicks
  const widest =
    input.visual.tickLabels === 'hidden'
      ? 0
      : slots.slots.reduce((most, slot) => Math.max(most, textWidth(slot.label, rowLabelPx)), 0)
  const x = Math.ceil(Math.min(widest, frame.widthPx * 0.38)) + 10
  const room = texts.reduce((most, text) => Math.max(most, textWidth(text, tickTextPx)), 0)
  const hasTitles = hasRoomForTitles(frame.heightPx - 2 - (isBare ? 0 : 24), 1)
  const shownTitlePx = axes.title === '' || !hasTitles ? 0 : titlePx
  // The title is where the axis is: above rows that have none.
  const y = Math.max(clearPx(input, frame), isBare ? 2 + shownTitlePx : 2)
  const untitledPx = frame.heightPx - y - (isBare ? 2 : 24 + shownTitlePx)
  return {
    hasTitles,
    abovePx: 0,
    box: {
      x,
      y,
      width: Math.max(1, frame.widthPx - x - Math.ceil(room) - 14),
      height: Math.max(1, untitledPx),
    },
  }
}

function columnsBox(
  input: PlotInput,
  frame: PlotFrame,
  { slots, banded, axes, aboveMarksPx }: BoxNeeds,
  write: NumberFormatter,
): BoxLayout {
  const { visual } = input
  const { left, right, hasLeft, hasTicks, writeRight, title } = axes
  const leftWidth = hasLeft && hasTicks ? valueTicksWidth(left, write) : 12
  const rightWidth = right === null || writeRight === null || !hasTicks ? 12 : valueTicksWidth(right, writeRight)
  const probe = horizontalSlotAxis({
    slots,
    banded,
    inset: false,
    fromPx: leftWidth,
    toPx: frame.widthPx - rightWidth,
    widthPx: frame.widthPx,
    input,
    title: '',
    plainNumbers: isYears(input),
  })
  const first = probe.ticks[0]
  const lean =
    probe.labelAngle === 0 || first === undefined
      ? 0
      : Math.ceil(leanWidth(first.label, probe.labelAngle) - (first.px - leftWidth) + 4)
  const x = Math.max(leftWidth, lean)
  const abovePx = aboveMarksPx < totalPx - 8 ? totalPx : 8
  const labelsPx = slotLabelHeight(probe)
  const untitledPx = frame.heightPx - abovePx - labelsPx
  const hasTitles = hasRoomForTitles(untitledPx, [title, visual.xTitle].filter((text) => text !== '').length)
  const titlePxOf = (text: string) => (hasTitles && text !== '' ? titlePx : 0)
  const top = Math.max(clearPx(input, frame), titlePxOf(title) + abovePx)
  return {
    hasTitles,
    abovePx,
    box: {
      x,
      y: top,
      width: Math.max(1, frame.widthPx - x - rightWidth),
      height: Math.max(1, frame.heightPx - top - labelsPx - titlePxOf(visual.xTitle)),
    },
  }
}
