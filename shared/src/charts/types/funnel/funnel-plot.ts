import { shownLabel } from '../../../query/run-query'
import type { ResultFilter } from '../../../query/result-filter'
import { singleColor } from '../../plot/colors/palette'
import { emptyPlot, frameOf, unsuitablePlot } from '../../plot/frame'
import { notesPx } from '../../plot/legend'
import { cellsCondition } from '../../plot/mark-conditions'
import { fullFormatter, plural } from '../../plot/numbers/format-number'
import { formatShare, labelFormatter, unitTitle } from '../../plot/numbers/number-labels'
import { columnNumberFormat } from '../../plot/numbers/signed-format'
import { roundPx } from '../../plot/numbers/value-scale'
import type { EmptyPlot, MarkLabel, Shape, ShapeMark, ShapesPlot, UnsuitablePlot } from '../../plot/plot'
import { canMeasure, cellNumber, getColumn, type PlotInput } from '../../plot/read-columns'
import { undrawableNotes } from '../../plot/numbers/undrawable-notes'
import { firstMeasureOf } from '../../plot/series-of'
import { slotsOf } from '../../plot/slots-of'
import { fitText, textWidth } from '../../plot/text/text-width'

/** A step: how many are left at it. category, conditions: as in a slot; those of a column have none. */
interface Step {
  readonly name: string
  readonly value: number
  readonly n: number
  readonly category?: string | null
  readonly conditions: readonly ResultFilter[] | null
}

const nameTextPx = 12
const valueTextPx = 11
const gapPx = 8
const padPx = 4
const mostNamePart = 0.34
const leastStepPx = 18
/** The part of a step's height that its bar takes; the way to the next one has the rest. */
const barPart = 0.72
const mostBarPx = 44
/** How strongly the way from one step to the next is drawn. */
const wayOpacity = 0.16

/**
 * Plots steps one below another, each as wide as what is left at it. The steps are the values of a column in the order
 * of the result, or, without one, the measures.
 */
export function funnelPlot(input: PlotInput): ShapesPlot | EmptyPlot | UnsuitablePlot {
  const { visual, data, locale } = input
  const wrong = visual.y.find((name) => {
    const column = getColumn(data, name)
    return column !== null && !canMeasure(column.field)
  })
  if (wrong !== undefined)
    return unsuitablePlot(input, `${shownLabel(data, wrong)} does not hold numbers. Choose another measure.`)
  if (visual.x === null && visual.y.length < 2)
    return unsuitablePlot(input, 'Choose the column with the steps, or a measure for each step.')
  const found = visual.x === null ? stepsOfMeasures(input) : stepsOfRows(visual.x, input)
  const { steps, notes } = found
  const format = columnNumberFormat(visual.format, data, visual.y[0] ?? null)
  const write = fullFormatter({ locale, format })
  const negative = steps.find(({ value }) => value < 0)
  if (negative !== undefined)
    return unsuitablePlot(
      input,
      `A funnel cannot show negative values: ${negative.name} is ${write(negative.value)}. Use bars instead.`,
    )
  if (steps.every(({ value }) => value === 0))
    return emptyPlot(input, ['Every value is zero or missing.', ...notes].join(' '))
  return layOut(input, found, write)
}

interface Found {
  readonly steps: readonly Step[]
  readonly notes: readonly string[]
}

function stepsOfMeasures({ visual, data, locale }: PlotInput): Found {
  const steps = visual.y.map((name): Step => {
    const numbers = (getColumn(data, name)?.values ?? []).map(cellNumber)
    const value = numbers.reduce<number>((sum, number) => sum + (number ?? 0), 0)
    return { name: shownLabel(data, name), value, n: data.rowCount, conditions: null }
  })
  const cells = visual.y.flatMap((name) => getColumn(data, name)?.values ?? [])
  return {
    steps,
    notes: [
      ...undrawableNotes(cells, locale),
      ...(data.rowCount > 1 ? [`${plural(locale, data.rowCount, 'row')} were added up.`] : []),
    ],
  }
}

function stepsOfRows(x: string, input: PlotInput): Found {
  const { visual, data, locale } = input
  const column = getColumn(data, x)
  if (column === null) return { steps: [], notes: [] }
  const slots = slotsOf(column, input, true)
  const { values, counts, notes } = firstMeasureOf(input, slots)
  const steps = slots.slots.flatMap((slot, index): readonly Step[] => {
    const value = values[index] ?? null
    if (value === null) return []
    const category = slots.kind === 'category' ? { category: slot.isNull ? null : slot.key } : {}
    const conditions = slot.cells.length === 0 ? null : [cellsCondition(x, slot.cells)]
    return [{ name: slot.label, value, n: counts[index] ?? 0, ...category, conditions }]
  })
  const without = slots.slots.length - steps.length
  const others = visual.y.length - 1
  return {
    steps: sorted(steps, input),
    notes: [
      ...slots.notes,
      ...notes,
      ...(without > 0 ? [`${plural(locale, without, 'step')} without a number left out.`] : []),
      ...(others > 0
        ? [
            `Only the first of ${visual.y.length} measures is drawn. Without a column for the steps, each measure is one.`,
          ]
        : []),
    ],
  }
}

/** Steps keep their order unless somebody chose another. */
function sorted(steps: readonly Step[], { visual, locale }: PlotInput): readonly Step[] {
  if (visual.sort === 'value') return steps.toSorted((a, b) => b.value - a.value)
  if (visual.sort !== 'x') return steps
  const { compare } = new Intl.Collator(locale, { numeric: true })
  return steps.toSorted((a, b) => compare(a.name, b.name))
}

function layOut(input: PlotInput, { steps: all, notes: earlier }: Found, write: (value: number) => string): ShapesPlot {
  const { visual, data, locale } = input
  const topPx = input.hasNotes === true ? notesPx : 0
  const room = Math.max(1, Math.floor((input.heightPx - topPx) / leastStepPx))
  const steps = all.slice(0, room)
  const notes = [
    ...earlier,
    ...(steps.length < all.length
      ? [`Showing the first ${steps.length} of ${plural(locale, all.length, 'step')}.`]
      : []),
  ]
  const frame = frameOf(input, [], notes, '')
  const format = columnNumberFormat(visual.format, data, visual.y[0] ?? null)
  const unit = unitTitle(locale, format)
  const short = labelFormatter(
    locale,
    format,
    steps.map(({ value }) => value),
  )
  const first = steps[0]?.value ?? 0
  const shareOf = (part: number, whole: number) => (whole === 0 ? '' : formatShare(locale, part / whole))
  const texts = steps.map(({ value }, index) => {
    const text = unit === '' || index > 0 ? short(value) : `${short(value)} ${unit}`
    const share = index === 0 ? '' : shareOf(value, first)
    return share === '' ? text : `${text} · ${share}`
  })
  const namesPx = Math.min(
    frame.widthPx * mostNamePart,
    steps.reduce((most, { name }) => Math.max(most, textWidth(name, nameTextPx)), 0),
  )
  const textsPx = texts.reduce((most, text) => Math.max(most, textWidth(text, valueTextPx)), 0)
  // In a narrow chart the values are left to the words of a mark, the names are not.
  const hasTexts = frame.widthPx - namesPx - textsPx - 2 * gapPx >= frame.widthPx / 4
  const [fromPx, toPx] = [namesPx + gapPx, frame.widthPx - (hasTexts ? textsPx + gapPx : padPx)]
  const middlePx = (fromPx + toPx) / 2
  const most = steps.reduce((largest, { value }) => Math.max(largest, value), 0)
  const widthOf = (value: number) => Math.max(1, (value / most) * Math.max(1, toPx - fromPx))
  const stepPx = (frame.heightPx - topPx) / steps.length
  const barPx = Math.min(mostBarPx, stepPx * barPart)
  const places = steps.map(({ value }, index) => {
    const width = widthOf(value)
    return { x: middlePx - width / 2, width, y: topPx + stepPx * index + (stepPx - barPx) / 2 }
  })
  const ways = places.slice(1).flatMap((place, index): readonly Shape[] => {
    const above = places[index]
    return above === undefined ? [] : [wayBetween(above, place, barPx)]
  })
  const bars = places.map(({ x, width, y }, mark): Shape => ({
    part: 'step',
    form: { kind: 'rect', x: roundPx(x), y: roundPx(y), width: roundPx(width), height: roundPx(barPx), radius: 2 },
    fill: singleColor,
    mark,
  }))
  return {
    ...frame,
    kind: 'shapes',
    axes: null,
    shapes: [...ways, ...bars],
    marks: steps.map((step, index) => markOf(step, index)),
    labels: steps.flatMap(({ name }, index): readonly MarkLabel[] => {
      const y = roundPx(topPx + stepPx * (index + 0.5))
      return [
        { x: roundPx(namesPx), y, text: fitText(name, namesPx, nameTextPx), anchor: 'end', sizePx: nameTextPx },
        ...(hasTexts ? [{ x: frame.widthPx, y, text: texts[index] ?? '', anchor: 'end' as const }] : []),
      ]
    }),
    summary: summaryOf(),
  }

  function markOf({ name, value, n, conditions, ...step }: Step, index: number): ShapeMark {
    const before = steps[index - 1]
    const place = places[index] ?? { x: 0, y: 0, width: 0 }
    return {
      x: place.x + place.width / 2,
      y: place.y,
      label: name,
      values: [
        { label: visual.x === null ? name : shownLabel(data, visual.y[0] ?? 'Rows'), text: write(value) },
        ...(before === undefined
          ? []
          : [
              { label: `Of ${before.name}`, text: shareOf(value, before.value) || '–' },
              ...(index === 1 ? [] : [{ label: `Of ${steps[0]?.name ?? ''}`, text: shareOf(value, first) || '–' }]),
              {
                label: before.value >= value ? 'Lost' : 'Gained',
                text: write(Math.abs(before.value - value)),
                share: shareOf(Math.abs(before.value - value), before.value),
              },
            ]),
      ],
      note: n > 1 ? plural(locale, n, 'row') : '',
      ...step,
      conditions,
    }
  }

  function summaryOf(): string {
    const said = steps.map(({ name, value }, index) => {
      const share = index === 0 ? '' : shareOf(value, first)
      return `${name} ${write(value)}${share === '' ? '' : ` (${share})`}`
    })
    return `Funnel of ${plural(locale, steps.length, 'step')}: ${said.join(', ')}.`
  }
}

interface Place {
  readonly x: number
  readonly y: number
  readonly width: number
}

function wayBetween(above: Place, below: Place, barPx: number): Shape {
  const corners = [
    [above.x, above.y + barPx],
    [above.x + above.width, above.y + barPx],
    [below.x + below.width, below.y],
    [below.x, below.y],
  ]
  const d = `M${corners.map((corner) => corner.map(roundPx).join(',')).join('L')}Z`
  return { part: 'way', form: { kind: 'path', d }, fill: singleColor, opacity: wayOpacity, mark: null }
}
