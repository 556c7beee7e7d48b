import { goalAdvice } from '../../plot/text/advice'
import { shownLabel } from '../../../query/run-query'
import { singleColor } from '../../plot/colors/palette'
import { emptyPlot, frameOf, unmeasurablePlot } from '../../plot/frame'
import { notesPx } from '../../plot/legend'
import { fullFormatter, plural } from '../../plot/numbers/format-number'
import { labelFormatter } from '../../plot/numbers/number-labels'
import { undrawableNotes } from '../../plot/numbers/undrawable-notes'
import { columnNumberFormat } from '../../plot/numbers/signed-format'
import { pixelScale, roundPx, valueScale } from '../../plot/numbers/value-scale'
import type { EmptyPlot, MarkLabel, PlotFrame, Shape, ShapeMark, ShapesPlot, UnsuitablePlot } from '../../plot/plot'
import { cellNumber, getColumn, type PlotInput } from '../../plot/read-columns'
import { countMeasure } from '../../plot/series-of'
import {
  distanceFormatter,
  distanceText,
  judgedRanges,
  openEnd,
  rangeAt,
  sameStartNotes,
  shareOfGoal,
  targetOf,
  toneColor,
  type JudgedRange,
} from '../../plot/target'
import { fitText, textWidth } from '../../plot/text/text-width'

const trackColor = 'var(--color-line)'
const goalColor = 'var(--color-text)'
const smallTextPx = 11
const captionTextPx = 12
const valueSizesPx = [34, 28, 22, 18, 14]
/** The part of a dial's radius that is empty. */
const holePart = 0.74
/** The part of the ring that the ranges take, outside of the value. */
const rangePart = 0.22
const leastRadiusPx = 40
const quarter = Math.PI / 2

/** A number on its way to a goal. value: in px of the axis, or an angle. */
interface Reading {
  readonly name: string
  readonly value: number
  readonly goal: number | null
  readonly domain: readonly [number, number]
  readonly ranges: readonly JudgedRange[]
  readonly text: string
  readonly write: (value: number) => string
  readonly short: (value: number) => string
  /** How much of the goal it is; empty without one. */
  readonly share: string
  readonly caption: string
  readonly notes: readonly string[]
  readonly marks: readonly Omit<ShapeMark, 'x' | 'y'>[]
  readonly summary: string
}

type Place = { readonly x: number; readonly y: number }

/** Plots a number on a half circle, with its goal and the ranges that judge it. A low chart has a bar instead. */
export function gaugePlot(input: PlotInput): ShapesPlot | EmptyPlot | UnsuitablePlot {
  const found = readingOf(input)
  if ('kind' in found) return found
  const frame = frameOf(input, [], found.notes, found.summary)
  const topPx = input.hasNotes === true ? notesPx : 0
  const belowPx = found.ranges.length > 0 ? 46 : 28
  const radius = Math.min(frame.heightPx - topPx - 18 - belowPx, frame.widthPx / 2 - 16)
  return radius < leastRadiusPx ? barOf(input, found, frame) : dialOf(found, frame, topPx + 18 + radius, radius)
}

/** Plots a number as a bar that fills up to its goal. */
export function progressPlot(input: PlotInput): ShapesPlot | EmptyPlot | UnsuitablePlot {
  const found = readingOf(input)
  return 'kind' in found ? found : barOf(input, found, frameOf(input, [], found.notes, found.summary))
}

function readingOf(input: PlotInput): Reading | EmptyPlot | UnsuitablePlot {
  const { visual, data, locale } = input
  const measure = visual.y[0] === undefined ? null : getColumn(data, visual.y[0])
  const unmeasurable = unmeasurablePlot(input, measure)
  if (unmeasurable !== null) return unmeasurable
  const title = visual.type === 'progress' ? 'Progress' : 'Gauge'
  const name = measure === null ? countMeasure : shownLabel(data, measure.field.name)
  const cell = measure === null ? data.rowCount : (measure.values[0] ?? null)
  const value = cellNumber(cell)
  if (value === null)
    return emptyPlot(
      input,
      [`${name} holds no number that can be drawn in the first row.`, ...undrawableNotes([cell], locale)].join(' '),
    )
  const format = columnNumberFormat(visual.format, data, measure?.field.name)
  const write = fullFormatter({ locale, format })
  const goal = targetOf(input, 0)
  const ranges = judgedRanges(visual, goal)
  const domain = domainOf(value, goal, ranges)
  const short = labelFormatter(locale, format, [value, goal ?? 0, ...domain], { hasUnit: true })
  const share = shareOfGoal(locale, value, goal)
  const judged = rangeAt(ranges, value)
  const writeDistance = (writer: typeof write) => distanceFormatter(locale, format, writer)
  const distance = goal === null ? '' : distanceText(visual, value, goal, writeDistance(short))
  const goalText = goal === null ? '' : share === '' ? `Goal ${short(goal)}` : `${share} of ${short(goal)}`
  const inDomain = ranges.filter(({ from, to }) => to > domain[0] && from < domain[1])
  return {
    name,
    value,
    goal,
    domain,
    ranges: inDomain,
    write,
    short,
    text: short(value),
    share,
    caption: goalText,
    notes: [
      ...(measure !== null && data.rowCount > 1 ? [`The first of ${plural(locale, data.rowCount, 'row')}.`] : []),
      ...goalNotes(input, goal),
      ...sameStartNotes(visual),
    ],
    marks: [
      {
        label: judged === null ? name : `${name}, ${judged.label}`,
        values: [{ label: name, text: write(value), share }],
        note: goal === null ? '' : distanceText(visual, value, goal, writeDistance(write)),
        conditions: data.rowCount === 1 || measure === null ? [] : null,
      },
      ...(goal === null
        ? []
        : [{ label: '', values: [{ label: 'Goal', text: write(goal) }], note: '', conditions: null }]),
      ...inDomain.map(({ label, from, to }) => ({
        label,
        values: [{ label: 'From', text: write(from) }, ...(to === Infinity ? [] : [{ label: 'To', text: write(to) }])],
        note: '',
        conditions: null,
      })),
    ],
    summary: [
      `${title} of ${name}: ${write(value)}${goal === null ? '' : `, ${share === '' ? `goal ${write(goal)}` : `${share} of ${write(goal)}`}`}.`,
      ...(judged === null ? [] : [`${judged.label}.`]),
      ...(distance === '' ? [] : [`${distance}.`]),
    ].join(' '),
  }
}

function goalNotes({ visual, data }: PlotInput, goal: number | null): readonly string[] {
  const needsGoal = visual.ranges.length > 0 && visual.rangeUnit === 'percent'
  if (visual.target === null)
    return [needsGoal ? `The ranges are in percent of a goal: ${goalAdvice}` : `There is no goal: ${goalAdvice}`]
  if (goal === null) {
    const name = visual.target.kind === 'column' ? shownLabel(data, visual.target.column) : 'The goal'
    return [`${name} holds no number in the first row, so there is no goal.`]
  }
  if (goal > 0) return []
  return [
    `The goal is ${goal === 0 ? '' : 'below '}zero, so nothing is a share of it.${needsGoal ? ' The ranges are left out.' : ''}`,
  ]
}

/** Returns the ends of the axis: zero and the goal, or the value beyond them; without either, a round number. */
function domainOf(value: number, goal: number | null, ranges: readonly JudgedRange[]): readonly [number, number] {
  const starts = ranges.map(({ from }) => from)
  const ends = goal === null ? [...starts, openEnd(ranges) ?? 0] : [goal, ...starts]
  const [low, high] = [Math.min(0, ...ends), Math.max(0, ...ends)]
  if (low < high) return [Math.min(low, value), Math.max(high, value)]
  return valueScale([value], { zero: 'always', count: 5, whole: false }).domain
}

function dialOf(reading: Reading, frame: PlotFrame, cy: number, radius: number): ShapesPlot {
  const { value, goal, domain, ranges } = reading
  const cx = frame.widthPx / 2
  const angle = (at: number) => ((clamp(at, domain) - domain[0]) / (domain[1] - domain[0]) - 0.5) * 2 * quarter
  const inner = radius * holePart
  const edge = ranges.length === 0 ? radius : radius - (radius - inner) * rangePart
  const ring = (from: number, to: number, radii: readonly [number, number], gap = 0): Shape['form'] => {
    const [start, end] = [Math.min(from, to), Math.max(from, to)]
    const inset = Math.min(gap / 2, (end - start) / 4)
    return { kind: 'path', d: ringPath({ x: cx, y: cy }, [start + inset, end - inset], radii) }
  }
  const pointAt = (at: number, distance: number): Place => ({
    x: roundPx(cx + Math.sin(angle(at)) * distance),
    y: roundPx(cy - Math.cos(angle(at)) * distance),
  })
  const rangeMark = goal === null ? 1 : 2
  const [from, to] = [pointAt(goal ?? 0, inner - 4), pointAt(goal ?? 0, radius + 4)]
  const shapes: readonly Shape[] = [
    { part: 'track', form: ring(-quarter, quarter, [inner, edge]), fill: trackColor, mark: null },
    ...ranges.map(({ from: start, to: end, tone }, index) => ({
      part: `range-${tone}`,
      form: ring(angle(start), angle(end), [edge + 2, radius], 0.03),
      fill: toneColor(tone),
      mark: rangeMark + index,
    })),
    {
      part: 'value',
      form: ring(angle(0), angle(value), [inner, edge]),
      fill: singleColor,
      mark: 0,
    },
    ...(goal === null
      ? []
      : [
          {
            part: 'goal',
            form: { kind: 'path', d: `M${from.x},${from.y}L${to.x},${to.y}` } as const,
            fill: 'none',
            stroke: goalColor,
            strokePx: 2,
            mark: 1,
          },
        ]),
  ]
  const textPx = valueSizesPx.find((sizePx) => textWidth(reading.text, sizePx, 600) <= 1.7 * inner) ?? 14
  const endsPx = { low: cx - (radius + inner) / 2, high: cx + (radius + inner) / 2 }
  const ends = (
    [
      ['low', domain[0]],
      ['high', domain[1]],
    ] as const
  ).map(([end, at]) => ({
    x: roundPx(endsPx[end]),
    y: roundPx(cy + 12),
    text: reading.short(at),
    anchor: 'middle' as const,
  }))
  const betweenPx = endsPx.high - endsPx.low - ends.reduce((sum, { text }) => sum + textWidth(text, smallTextPx), 0)
  const judged = rangeAt(ranges, value)
  const labels: readonly MarkLabel[] = [
    {
      x: roundPx(cx),
      y: roundPx(cy - textPx / 2 - 2),
      text: reading.text,
      anchor: 'middle',
      sizePx: textPx,
      weight: 600,
      color: goalColor,
    },
    ...(textWidth(reading.caption, captionTextPx) <= betweenPx && reading.caption !== ''
      ? [
          {
            x: roundPx(cx),
            y: roundPx(cy + 13),
            text: reading.caption,
            anchor: 'middle',
            sizePx: captionTextPx,
          } as const,
        ]
      : []),
    ...ends,
    ...(judged === null
      ? []
      : [
          {
            x: roundPx(cx),
            y: roundPx(cy + 33),
            text: fitText(judged.label, frame.widthPx, captionTextPx),
            anchor: 'middle',
            sizePx: captionTextPx,
            weight: 600,
            color: goalColor,
          } as const,
        ]),
    ...(goal === null ? [] : goalLabel(goal)),
  ]
  const places = [
    pointAt(value / 2, (inner + edge) / 2),
    ...(goal === null ? [] : [to]),
    ...ranges.map((range) => pointAt((Math.max(range.from, domain[0]) + Math.min(range.to, domain[1])) / 2, radius)),
  ]
  return {
    ...frame,
    kind: 'shapes',
    axes: null,
    shapes,
    labels,
    marks: reading.marks.map((mark, index) => ({ ...mark, ...(places[index] ?? { x: cx, y: cy }) })),
  }

  /** The ends of the dial have their own labels. */
  function goalLabel(at: number): readonly MarkLabel[] {
    const middle = angle(at)
    if (Math.abs(middle) > quarter - 0.25) return []
    const { x, y } = pointAt(at, radius + 11)
    const text = reading.short(at)
    const anchor = Math.abs(Math.sin(middle)) < 0.2 ? 'middle' : middle > 0 ? 'start' : 'end'
    const width = textWidth(text, smallTextPx)
    const left = anchor === 'start' ? x : anchor === 'end' ? x - width : x - width / 2
    return left < 0 || left + width > frame.widthPx ? [] : [{ x, y, text, anchor }]
  }
}

const barPx = 16
const lowBarPx = 10

function barOf({ hasNotes }: PlotInput, reading: Reading, frame: PlotFrame): ShapesPlot {
  const { value, goal, domain, ranges } = reading
  const px = pixelScale(domain, 1, Math.max(2, frame.widthPx - 1))
  const at = (number: number) => px(clamp(number, domain))
  const hasRanges = ranges.length > 0 && frame.heightPx >= 100
  const isLow = frame.heightPx < 72
  const heightPx = isLow ? lowBarPx : barPx
  const valuePx = isLow
    ? 18
    : (valueSizesPx.find((sizePx) => textWidth(reading.text, sizePx, 600) <= frame.widthPx * 0.6) ?? 14)
  const contentPx = valuePx + 12 + heightPx + (hasRanges ? 26 : 0) + (isLow ? 0 : 22)
  const top = Math.max(hasNotes === true && !isLow ? 4 : 0, (frame.heightPx - contentPx) / 2)
  const barY = top + valuePx + 12
  const [zeroPx, endPx] = [at(0), at(value)]
  const rangeMark = goal === null ? 1 : 2
  const goalPx = goal === null ? null : at(goal)
  const shapes: readonly Shape[] = [
    {
      part: 'track',
      form: {
        kind: 'rect',
        x: 1,
        y: roundPx(barY),
        width: Math.max(1, frame.widthPx - 2),
        height: heightPx,
        radius: 3,
      },
      fill: trackColor,
      mark: null,
    },
    {
      part: 'value',
      form: {
        kind: 'rect',
        x: roundPx(Math.min(zeroPx, endPx)),
        y: roundPx(barY),
        width: roundPx(Math.max(1, Math.abs(endPx - zeroPx))),
        height: heightPx,
        radius: 3,
      },
      fill: singleColor,
      mark: 0,
    },
    ...(goalPx === null
      ? []
      : [
          {
            part: 'goal',
            form: {
              kind: 'rect',
              x: roundPx(Math.min(goalPx - 1, frame.widthPx - 2)),
              y: roundPx(barY - 4),
              width: 2,
              height: heightPx + 8,
            } as const,
            fill: goalColor,
            mark: 1,
          },
        ]),
    ...(hasRanges
      ? ranges.map(({ from, to, tone }, index) => ({
          part: `range-${tone}`,
          form: {
            kind: 'rect',
            x: roundPx(at(from) + 1),
            y: roundPx(barY + heightPx + 6),
            width: roundPx(Math.max(1, at(to) - at(from) - 2)),
            height: 4,
          } as const,
          fill: toneColor(tone),
          mark: rangeMark + index,
        }))
      : []),
  ]
  const captionY = barY + heightPx + (hasRanges ? 38 : 16)
  const room = frame.widthPx - (hasNotes === true ? notesPx : 0) - textWidth(reading.text, valuePx, 600) - 12
  const isBeside = isLow && textWidth(reading.caption, captionTextPx) <= room
  const distance = reading.marks[0]?.note ?? ''
  const captionPx = textWidth(reading.caption, captionTextPx)
  const labels: readonly MarkLabel[] = [
    {
      x: 0,
      y: roundPx(top + valuePx / 2),
      text: reading.text,
      anchor: 'start',
      sizePx: valuePx,
      weight: 600,
      color: goalColor,
    },
    ...(reading.caption === '' || (isLow && !isBeside)
      ? []
      : [
          isLow
            ? ({
                x: roundPx(textWidth(reading.text, valuePx, 600) + 12),
                y: roundPx(top + valuePx / 2 + 2),
                text: reading.caption,
                anchor: 'start',
                sizePx: captionTextPx,
              } as const)
            : ({
                x: 0,
                y: roundPx(captionY),
                text: fitText(reading.caption, frame.widthPx, captionTextPx),
                anchor: 'start',
                sizePx: captionTextPx,
              } as const),
        ]),
    ...(isLow || distance === '' || captionPx + textWidth(distance, captionTextPx) + 16 > frame.widthPx
      ? []
      : [{ x: frame.widthPx, y: roundPx(captionY), text: distance, anchor: 'end', sizePx: captionTextPx } as const]),
    ...(hasRanges
      ? ranges.flatMap(({ from, to, label }): readonly MarkLabel[] => {
          const roomPx = at(to) - at(from) - 4
          const text = fitText(label, roomPx, smallTextPx)
          return text.length < 3
            ? []
            : [{ x: roundPx(at(from) + 1), y: roundPx(barY + heightPx + 19), text, anchor: 'start' }]
        })
      : []),
  ]
  const places = [
    { x: roundPx((zeroPx + endPx) / 2), y: roundPx(barY) },
    ...(goalPx === null ? [] : [{ x: goalPx, y: roundPx(barY) }]),
    ...ranges.map(({ from, to }) => ({ x: roundPx((at(from) + at(to)) / 2), y: roundPx(barY + heightPx) })),
  ]
  return {
    ...frame,
    kind: 'shapes',
    axes: null,
    shapes,
    labels,
    marks: reading.marks.map((mark, index) => ({ ...mark, ...(places[index] ?? { x: 0, y: 0 }) })),
  }
}

function clamp(value: number, [low, high]: readonly [number, number]): number {
  return Math.max(low, Math.min(high, value))
}

/** Returns the outline of a part of a ring. from, to: radians clockwise from 12 o'clock; inner, outer: its radii. */
function ringPath(
  { x, y }: Place,
  [from, to]: readonly [number, number],
  [inner, outer]: readonly [number, number],
): string {
  const at = (angle: number, radius: number) =>
    `${roundPx(x + Math.sin(angle) * radius)},${roundPx(y - Math.cos(angle) * radius)}`
  const isLarge = to - from > Math.PI ? 1 : 0
  const arc = (radius: number, sweep: 0 | 1, end: number) =>
    `A${roundPx(radius)},${roundPx(radius)} 0 ${isLarge} ${sweep} ${at(end, radius)}`
  return `M${at(from, outer)}${arc(outer, 1, to)}L${at(to, inner)}${arc(inner, 0, from)}Z`
}
