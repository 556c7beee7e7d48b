import { goalAdvice } from '../../plot/text/advice'
import { shownLabel } from '../../../query/run-query'
import { arrangeBands } from '../../plot/band-slots'
import { otherColor, singleColor } from '../../plot/colors/palette'
import { emptyPlot, frameOf, unsuitablePlot } from '../../plot/frame'
import { cellsCondition } from '../../plot/mark-conditions'
import { fullFormatter, plural } from '../../plot/numbers/format-number'
import { columnNumberFormat } from '../../plot/numbers/signed-format'
import { roundPx, tickCountFor, valueScale } from '../../plot/numbers/value-scale'
import type { EmptyPlot, Shape, ShapeMark, ShapesPlot, UnsuitablePlot } from '../../plot/plot'
import { getColumn, wrongMeasure, type PlotInput } from '../../plot/read-columns'
import { layOutRows, rowsHeight } from '../../plot/layouts/row-layout'
import { countMeasure, seriesOf } from '../../plot/series-of'
import { slotsOf, wholeSlot, type Slots, type SlotValue } from '../../plot/slots-of'
import {
  distanceFormatter,
  distanceText,
  judgedRanges,
  openEnd,
  rangeAt,
  sameStartNotes,
  shareOfGoal,
  targetOf,
  type JudgedRange,
} from '../../plot/target'

const barPart = 0.34
const backPart = 0.72
const markPart = 0.6
const mostBarPx = 16
/** How dark the lowest range is; each further one is lighter. */
const darkest = 0.42

/** A bar with what it is measured against. */
interface Bullet {
  readonly slot: SlotValue
  readonly value: number | null
  readonly goal: number | null
  readonly ranges: readonly JudgedRange[]
  readonly n: number
}

/** Plots the measure of each row as a bar, over the ranges that judge it, with a stroke at its goal. */
export function bulletPlot(input: PlotInput): ShapesPlot | EmptyPlot | UnsuitablePlot {
  const { visual, data, locale } = input
  const column = visual.x === null ? null : getColumn(data, visual.x)
  const wrong = wrongMeasure(input)
  if (wrong !== null) return unsuitablePlot(input, wrong)
  const found = column === null ? wholeSlot(data.rowCount) : slotsOf(column, input, true)
  const name = visual.y[0] === undefined ? countMeasure : shownLabel(data, visual.y[0])
  const { series, notes: seriesNotes } = seriesOf({ ...input, visual: { ...visual, color: null } }, found, true)
  const [measured] = series
  if (measured === undefined || !measured.values.some((value) => typeof value === 'number'))
    return emptyPlot(input, [`No row has a number in ${name}.`, ...seriesNotes].join(' '))
  const goals = goalsBySlot(input, found)
  const arranged = arrangeBands({ slots: found, series: [measured], notes: [] }, input, rowsHeight(input), true)
  const { slots, notes: cut } = arranged
  const [values] = arranged.series
  const bullets = slots.slots.map((slot, index): Bullet => {
    const goal = goals[found.slots.indexOf(slot)] ?? null
    return {
      slot,
      value: values?.values[index] ?? null,
      goal,
      ranges: judgedRanges(visual, goal),
      n: values?.counts[index] ?? 0,
    }
  })
  const notes = [...found.notes, ...seriesNotes, ...cut, ...goalNotes(input, bullets), ...sameStartNotes(visual)]
  const frame = frameOf(input, [], notes, '')
  const format = columnNumberFormat(visual.format, data, visual.y[0] ?? null)
  const write = fullFormatter({ locale, format })
  const ends = bullets.flatMap(({ value, goal, ranges }) => [
    value ?? 0,
    goal ?? 0,
    ...ranges.map(({ from }) => from),
    openEnd(ranges) ?? 0,
  ])
  const scale = valueScale(ends, {
    zero: 'always',
    count: tickCountFor(frame.widthPx - 120, 90),
    whole: ends.every(Number.isInteger),
  })
  const { box, x, y, px, py, rowPx } = layOutRows({ input, frame, slots, scale, format })
  const [low, high] = scale.domain
  const at = (value: number) => px(Math.max(low, Math.min(high, value)))
  const barPx = roundPx(Math.min(mostBarPx, rowPx * barPart))
  const backPx = roundPx(Math.min(mostBarPx / barPart, rowPx) * backPart)
  const rectOf = (from: number, to: number, middle: number, height: number): Shape['form'] => ({
    kind: 'rect',
    x: roundPx(Math.min(from, to, box.x + box.width - 1)),
    y: roundPx(middle - height / 2),
    width: roundPx(Math.max(1, Math.abs(to - from))),
    height,
  })
  const shapes = bullets.flatMap(({ value, goal, ranges }, mark): readonly Shape[] => {
    const middle = py(mark)
    return [
      { part: 'back', form: rectOf(box.x, box.x + box.width, middle, backPx), fill: 'transparent', mark },
      ...ranges.map(({ from, to }, index): Shape => ({
        part: 'range',
        form: rectOf(at(from), at(to), middle, backPx),
        fill: otherColor,
        opacity: Math.round((100 * darkest * (ranges.length - index)) / ranges.length) / 100,
        mark,
      })),
      ...(value === null
        ? []
        : [{ part: 'value', form: rectOf(at(0), at(value), middle, barPx), fill: singleColor, mark }]),
      ...(goal === null
        ? []
        : [
            {
              part: 'goal',
              form: rectOf(at(goal) - 1.25, at(goal) + 1.25, middle, roundPx(backPx * markPart + barPx * 0.4)),
              fill: 'var(--color-text)',
              mark,
            },
          ]),
    ]
  })
  return {
    ...frame,
    kind: 'shapes',
    axes: { box, x, y },
    shapes,
    labels: [],
    marks: bullets.map(markOf),
    summary: `Bullet chart of ${name}: ${bullets.map(toldOf).join('; ')}.`,
  }

  function markOf({ slot, value, goal, ranges, n }: Bullet, index: number): ShapeMark {
    const judged = value === null ? null : rangeAt(ranges, value)
    const share = value === null ? '' : shareOfGoal(locale, value, goal)
    return {
      x: at(value ?? 0),
      y: py(index),
      label: slot.label,
      values: [
        { label: name, text: value === null ? '–' : write(value), share },
        ...(goal === null ? [] : [{ label: 'Goal', text: write(goal) }]),
      ],
      note: [
        ...(judged === null ? [] : [judged.label]),
        ...(value === null || goal === null
          ? []
          : [distanceText(visual, value, goal, distanceFormatter(locale, format, write))]),
        ...(n > 1 ? [plural(locale, n, 'row')] : []),
      ].join(' · '),
      ...(slots.kind === 'category' && column !== null ? { category: slot.isNull ? null : slot.key } : {}),
      conditions:
        column === null ? [] : slot.cells.length === 0 ? null : [cellsCondition(column.field.name, slot.cells)],
    }
  }

  function toldOf({ slot, value, goal }: Bullet): string {
    const told = value === null ? 'no number' : write(value)
    return `${slot.label} ${told}${goal === null ? '' : ` of ${write(goal)}`}`
  }
}

/** Returns the goals of the slots: a number is that of each, and the goals of a column's rows are added up. */
function goalsBySlot(input: PlotInput, { slots, rowSlots }: Slots): readonly (number | null)[] {
  const goals: (number | null)[] = slots.map(() => null)
  const isShared = input.visual.target?.kind === 'number'
  rowSlots.forEach((slot, row) => {
    const goal = slot < 0 ? null : targetOf(input, row)
    if (goal !== null) goals[slot] = isShared ? goal : (goals[slot] ?? 0) + goal
  })
  return goals
}

function goalNotes({ visual, locale }: PlotInput, bullets: readonly Bullet[]): readonly string[] {
  const needsGoal = visual.ranges.length > 0 && visual.rangeUnit === 'percent'
  if (visual.target === null)
    return [needsGoal ? `The ranges are in percent of a goal: ${goalAdvice}` : `There is no goal: ${goalAdvice}`]
  const without = bullets.filter(({ goal }) => goal === null).length
  const shareless = bullets.filter(({ goal }) => goal !== null && goal <= 0).length
  return [
    ...(without > 0 ? [`${plural(locale, without, 'row')} without a goal.`] : []),
    ...(shareless > 0
      ? [
          `${plural(locale, shareless, 'goal')} of zero or less, of which nothing is a share.${needsGoal ? ' Their ranges are left out.' : ''}`,
        ]
      : []),
  ]
}
