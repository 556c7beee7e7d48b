import { shownLabel } from '../../../query/run-query'
import { isTemporalType, type CellValue } from '../../../query/field'
import { noNumberWord } from '../../../query/value-words'
import type { NumberFormat } from '../../../query/number-format'
import { fullFormatter, notFiniteText, plural } from '../../plot/numbers/format-number'
import { compactFormatter, formatChange } from '../../plot/numbers/number-labels'
import { formatPeriod } from '../../plot/time/format-time'
import { emptyPlot, frameOf, unsuitablePlot } from '../../plot/frame'
import { keepM4 } from '../../plot/m4'
import type { EmptyPlot, NumberPlot, UnsuitablePlot } from '../../plot/plot'
import { canMeasure, getColumn, type PlotInput } from '../../plot/read-columns'
import { seriesOf } from '../../plot/series-of'
import { columnNumberFormat } from '../../plot/numbers/signed-format'
import { isNoteOfGaps, slotsOf } from '../../plot/slots-of'
import { textWidth } from '../../plot/text/text-width'
import { pixelScale, valueScale } from '../../plot/numbers/value-scale'

/**
 * Plots one number. Over time: the last complete period, its change against the one before, and the course so far. With
 * two measures: the first against the second. Otherwise the first row.
 */
export function numberPlot(input: PlotInput): NumberPlot | EmptyPlot | UnsuitablePlot {
  const { visual, data } = input
  if (data.rowCount === 0) return emptyPlot(input, 'The query returned no rows.')
  for (const name of visual.y) {
    const measure = getColumn(data, name)
    if (measure !== null && !canMeasure(measure.field))
      return unsuitablePlot(input, `${name} does not hold numbers. Choose another column for the number.`)
  }
  const x = visual.x === null ? null : getColumn(data, visual.x)
  if (x !== null && isTemporalType(x.field.type) && data.rowCount > 1) return overTime(input)
  const value =
    visual.y[0] === undefined ? data.rowCount : writtenNumber(getColumn(data, visual.y[0])?.values[0] ?? null)
  const before = visual.y[1] === undefined ? null : writtenNumber(getColumn(data, visual.y[1])?.values[0] ?? null)
  const notes =
    visual.y.length > 0 && data.rowCount > 1 ? [`The first of ${plural(input.locale, data.rowCount, 'row')}.`] : []
  const row = visual.y[0] === undefined ? null : 0
  return compose(input, { value, row, before, period: '', against: visual.y[1] ?? '', course: [], notes })
}

function overTime(input: PlotInput): NumberPlot | EmptyPlot | UnsuitablePlot {
  const { visual, data } = input
  const column = visual.x === null ? null : getColumn(data, visual.x)
  if (column === null) return unsuitablePlot(input, 'Choose a column of dates.')
  const found = slotsOf(column, input, false)
  const { series } = seriesOf({ ...input, visual: { ...visual, y: visual.y.slice(0, 1), color: null } }, found, true)
  const values = series[0]?.values ?? []
  const complete = found.slots.flatMap((slot, index) =>
    slot.unfinished || slot.wall > input.now + 86_400_000 * 2 ? [] : [{ slot, value: values[index] ?? null }],
  )
  const current = complete.at(-1)
  const previous = complete.at(-2)
  if (current === undefined)
    return compose(input, {
      value: values.at(-1) ?? null,
      row: null,
      before: null,
      period: '',
      against: '',
      course: values,
      notes: ['The first period is not over yet.'],
    })
  const nameOf = (wall: number) => (found.grain === null ? '' : formatPeriod(wall, found.grain, input.locale))
  const running = found.slots.at(-1)
  const soFar = running?.unfinished === true ? values[found.slots.length - 1] : undefined
  const notes =
    running === undefined || soFar === undefined || soFar === null
      ? []
      : [`${nameOf(running.wall)} so far: ${fullFormatter({ locale: input.locale, format: formatOf(input) })(soFar)}.`]
  const rows = found.rowSlots.flatMap((slot, row) => (found.slots[slot] === current.slot ? [row] : []))
  const [onlyRow, ...otherRows] = rows
  const cells = visual.y[0] === undefined ? [] : (getColumn(data, visual.y[0])?.values ?? [])
  const written = onlyRow === undefined || otherRows.length > 0 ? null : writtenNumber(cells[onlyRow] ?? null)
  return compose(input, {
    value: written ?? current.value,
    row: otherRows.length > 0 ? null : (onlyRow ?? null),
    before: previous?.value ?? null,
    period: current.slot.label,
    against: previous === undefined ? '' : nameOf(previous.slot.wall) || previous.slot.label,
    course: complete.map((one) => one.value),
    notes: [...found.notes, ...notes],
  })
}

function formatOf({ visual, data }: PlotInput): NumberFormat {
  return columnNumberFormat(visual.format, data, visual.y[0])
}

/** Reads a number, including ones too large or too small to draw; NaN and infinities stay themselves. */
function writtenNumber(value: CellValue): number | null {
  return value === null || value === '' || typeof value === 'boolean' ? null : Number(value)
}

interface Parts {
  readonly value: number | null
  readonly row: number | null
  readonly before: number | null
  readonly period: string
  readonly against: string
  readonly course: readonly (number | null | undefined)[]
  readonly notes: readonly string[]
}

const noNumberText = `${noNumberWord.charAt(0).toUpperCase()}${noNumberWord.slice(1)}`

function compose(input: PlotInput, { value, row, before, period, against, course, notes }: Parts): NumberPlot {
  const { visual, locale } = input
  const format = formatOf(input)
  const writeFinite = fullFormatter({ locale, format })
  const isShort = (number: number) =>
    format.style === 'compact' || (format.style !== 'plain' && Math.abs(number) >= 1e6)
  const writeShort = (number: number) => (isShort(number) ? compactFormatter(locale, format) : writeFinite)(number)
  const isFinite = value !== null && Number.isFinite(value)
  const text = value === null ? noNumberText : isFinite ? writeShort(value) : notFiniteText(value)
  // The decimals chosen for a number shown in millions do not apply to the full number.
  const writeWhole = fullFormatter({ locale, format: { ...format, decimals: null } })
  const fullText =
    value === null ? '' : isFinite ? (isShort(value) ? writeWhole : writeFinite)(value) : notFiniteText(value)
  const change = changeOf(input, value, before, against, writeShort)
  const textPx = textSizesPx.find((sizePx) => numberWidth(text, sizePx) <= input.widthPx) ?? smallestTextPx
  const withPeriodPx = textWidth(text, textPx, 600) + periodGapPx + textWidth(period, 12)
  // Without a change the period is below the number.
  const isPeriodBeside = change !== null && period !== '' && withPeriodPx <= input.widthPx
  const words = Math.max(wordsWidth(text, change, period), isPeriodBeside ? withPeriodPx : 0)
  const sparkWidth = Math.min(96, input.widthPx * 0.36, input.widthPx - words - sparkGapPx)
  const sparkBox = {
    x: Math.max(0, input.widthPx - sparkWidth),
    // Vertically centred beside the words; slightly lower in a low tile, clear of the number.
    y: Math.max(0, Math.min(input.heightPx - 36, input.heightPx / 2 - 6)),
    width: Math.max(0, sparkWidth),
    height: 28,
  }
  const spark = sparkWidth < minSparkWidthPx ? [] : sparkOf(course, sparkBox)
  return {
    ...frameOf(
      input,
      [],
      spark.length === 0 ? notes.filter((note) => !isNoteOfGaps(note)) : notes,
      [
        `${shownLabel(input.data, visual.y[0] ?? 'Rows')}${period === '' ? '' : `, ${period}`}: ${fullText || noNumberWord}.`,
        ...(change === null ? [] : [`${change.text} against ${change.against}.`]),
      ].join(' '),
    ),
    kind: 'number',
    value: Number.isFinite(value) ? value : null,
    row,
    text,
    textPx,
    fullText,
    period,
    isPeriodBeside,
    change,
    sparkBox,
    spark,
  }
}

/** Lays out the sparkline in its box; empty for fewer than three values. */
function sparkOf(course: Parts['course'], { width, height }: NumberPlot['sparkBox']): NumberPlot['spark'] {
  const known = course.flatMap((one, index) => (one === null || one === undefined ? [] : [{ index, value: one }]))
  if (known.length < 3) return []
  const kept = new Set<number>()
  keepM4(
    course.map((_, index) => index),
    course.map((one) => one ?? null),
    sparkColumns,
    kept,
  )
  const values = known.map(({ value }) => value)
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const scale = valueScale(values, { zero: 'never', count: 2, whole: false })
  const px = pixelScale([0, Math.max(1, course.length - 1)], 3, width - 4)
  const py = pixelScale(low < high ? [low, high] : scale.domain, height - 4, 4)
  return known.flatMap(({ index, value }) => (kept.has(index) ? { px: px(index), py: py(value) } : []))
}

const sparkGapPx = 12
const periodGapPx = 8
/** The number of columns of a sparkline, each of which keeps at most four points. */
const sparkColumns = 48
const minSparkWidthPx = 36
/** The arrow before a change and the gaps around it. */
const arrowWidthPx = 20

/** Returns the width of the number and the line below it, which the sparkline must not cover. */
function wordsWidth(text: string, change: NumberPlot['change'], period: string): number {
  const below =
    change === null
      ? textWidth(period, 12)
      : arrowWidthPx + textWidth(change.text, 12, 600) + textWidth(` vs ${change.against}`, 12)
  return Math.max(textWidth(text, largestTextPx, 600), below)
}

const largestTextPx = 26
const smallestTextPx = 16
const textSizesPx = [largestTextPx, 20, smallestTextPx]

/** Includes the letter spacing of `text-number`. */
function numberWidth(text: string, sizePx: number): number {
  return textWidth(text, sizePx, 600) - 0.025 * sizePx * text.length
}

/**
 * Describes the change: relative; in points for a percentage; in the value's own unit against zero or a negative value,
 * where a relative change means nothing.
 */
function changeOf(
  input: PlotInput,
  value: number | null,
  before: number | null,
  against: string,
  write: (number: number) => string,
): NumberPlot['change'] {
  const { visual, locale } = input
  if (value === null || before === null) return null
  const difference = value - before
  if (!Number.isFinite(difference)) return null
  const relative = difference / Math.abs(before)
  const direction = difference > 0 ? 'up' : difference < 0 ? 'down' : 'same'
  const text =
    formatOf(input).style === 'percent'
      ? formatChange(locale, difference, 'points')
      : before > 0 && Number.isFinite(relative)
        ? formatChange(locale, relative, 'relative')
        : `${difference > 0 ? '+' : ''}${write(difference)}`
  return { text, direction, good: direction === 'same' ? null : direction === visual.goodDirection, against }
}
