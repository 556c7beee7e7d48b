import { hierarchy, treemap as layOutTreemap, treemapSquarify } from 'd3-hierarchy'
import { shownLabel } from '../../../query/run-query'
import type { CellValue } from '../../../query/field'
import type { ResultFilter } from '../../../query/result-filter'
import { categoryColors } from '../../plot/colors/assign-colors'
import { strongestUnderText } from '../../plot/colors/color-scale'
import { emptyColor, hueCount, otherColor } from '../../plot/colors/palette'
import { emptyPlot, frameOf, unsuitablePlot } from '../../plot/frame'
import { notesPx } from '../../plot/legend'
import { cellsCondition } from '../../plot/mark-conditions'
import { fullFormatter, plural } from '../../plot/numbers/format-number'
import { formatShare, labelFormatter } from '../../plot/numbers/number-labels'
import { columnNumberFormat } from '../../plot/numbers/signed-format'
import { roundPx } from '../../plot/numbers/value-scale'
import type { EmptyPlot, MarkLabel, Shape, ShapeMark, ShapesPlot, UnsuitablePlot } from '../../plot/plot'
import { canMeasure, cellNumber, getColumn, type Column, type PlotInput } from '../../plot/read-columns'
import { slotsOf, type SlotValue } from '../../plot/slots-of'
import { fitText, textWidth } from '../../plot/text/text-width'

/** Smaller parts are put together: nobody can point at them. */
const leastAreaPx = 90
const gapPx = 1
const nameTextPx = 12
const valueTextPx = 11
const padPx = 6
const linePx = 15
const leastTextPx = 22
/** The height of a group's name above its parts. */
const headPx = 18

/** A part of the whole. slot: its value of the column; null for the parts that were put together. */
interface Part {
  readonly key: string
  readonly label: string
  readonly value: number
  readonly n: number
  readonly cells: readonly CellValue[]
  readonly isNull: boolean
  readonly isRest: boolean
  readonly parts: readonly Part[]
}

/** Plots parts of a whole as areas: groups, and within each the values of a second column. */
export function treemapPlot(input: PlotInput): ShapesPlot | EmptyPlot | UnsuitablePlot {
  const { visual, data, locale } = input
  const outer = visual.x === null ? null : getColumn(data, visual.x)
  if (outer === null) return unsuitablePlot(input, 'Choose the column whose values are the areas.')
  const measure = visual.y[0] === undefined ? null : getColumn(data, visual.y[0])
  if (measure !== null && !canMeasure(measure.field))
    return unsuitablePlot(
      input,
      `${shownLabel(data, measure.field.name)} does not hold numbers. Choose another measure, or none to count rows.`,
    )
  const inner = visual.color === null || visual.color === visual.x ? null : getColumn(data, visual.color)
  const format = columnNumberFormat(visual.format, data, measure?.field.name ?? null)
  const write = fullFormatter({ locale, format })
  const numbers = Array.from({ length: data.rowCount }, (_, row) =>
    measure === null ? 1 : cellNumber(measure.values[row] ?? null),
  )
  const negative = numbers.findIndex((number) => (number ?? 0) < 0)
  if (negative >= 0)
    return unsuitablePlot(
      input,
      `A treemap cannot show negative values: ${shownLabel(data, measure?.field.name ?? '')} is ${write(numbers[negative] ?? 0)} in row ${negative + 1}. Use bars instead.`,
    )
  const { groups, notes } = partsOf(outer, inner, numbers, input)
  if (groups.length === 0) return emptyPlot(input, ['Every value is zero or missing.', ...notes].join(' '))
  return layOut(input, groups, { outer, inner, measure }, notes, write)
}

interface Columns {
  readonly outer: Column
  readonly inner: Column | null
  readonly measure: Column | null
}

function partsOf(
  outer: Column,
  inner: Column | null,
  numbers: readonly (number | null)[],
  input: PlotInput,
): { readonly groups: readonly Part[]; readonly notes: readonly string[] } {
  const outerSlots = slotsOf(outer, input, true)
  const innerSlots = inner === null ? null : slotsOf(inner, input, true)
  const sums = outerSlots.slots.map(() => ({ value: 0, n: 0, parts: new Map<number, { value: number; n: number }>() }))
  outerSlots.rowSlots.forEach((slot, row) => {
    const group = sums[slot]
    if (group === undefined) return
    const value = numbers[row] ?? 0
    group.value += value
    group.n++
    const innerSlot = innerSlots?.rowSlots[row] ?? -1
    if (innerSlot < 0) return
    const part = group.parts.get(innerSlot) ?? { value: 0, n: 0 }
    part.value += value
    part.n++
    group.parts.set(innerSlot, part)
  })
  const partOf = (slot: SlotValue | undefined, sum: { value: number; n: number }, parts: readonly Part[]): Part => ({
    key: slot?.key ?? '',
    label: slot?.label ?? '',
    isNull: slot?.isNull === true,
    cells: slot?.cells ?? [],
    isRest: false,
    value: sum.value,
    n: sum.n,
    parts,
  })
  const groups = outerSlots.slots
    .map((slot, index) => {
      const sum = sums[index] ?? { value: 0, n: 0, parts: new Map<number, { value: number; n: number }>() }
      const parts = [...sum.parts].map(([at, part]) => partOf(innerSlots?.slots[at], part, []))
      return partOf(slot, sum, parts.filter(({ value }) => value > 0).toSorted(largestFirst))
    })
    .filter(({ value }) => value > 0)
    .toSorted(largestFirst)
  const zeros = outerSlots.slots.length - groups.length
  return {
    groups,
    notes: [
      ...outerSlots.notes,
      ...(innerSlots?.notes ?? []),
      ...(zeros > 0
        ? [`${plural(input.locale, zeros, 'category', 'categories')} without a value above zero left out.`]
        : []),
    ],
  }
}

const largestFirst = (a: Part, b: Part) => b.value - a.value

/** Puts together those parts of a list that are too small to be pointed at. leastValue: of a part of its own. */
function withRest(parts: readonly Part[], leastValue: number): readonly Part[] {
  const small = parts.filter(({ value }) => value < leastValue)
  if (small.length < 2) return parts
  const sum = (of: 'value' | 'n') => small.reduce((total, part) => total + part[of], 0)
  const rest: Part = {
    key: '\u0000other',
    label: `Other (${small.length})`,
    value: sum('value'),
    n: sum('n'),
    cells: small.flatMap(({ cells }) => cells),
    isNull: false,
    isRest: true,
    parts: [],
  }
  return [...parts.filter((part) => !small.includes(part)), rest]
}

interface Area {
  readonly part: Part
  readonly group: Part
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

function layOut(
  input: PlotInput,
  all: readonly Part[],
  { outer, inner, measure }: Columns,
  notes: readonly string[],
  write: (value: number) => string,
): ShapesPlot {
  const { visual, data, locale } = input
  const total = all.reduce((sum, { value }) => sum + value, 0)
  const frame = frameOf(input, [], notes, '')
  const leastValue = (total * leastAreaPx) / (frame.widthPx * frame.heightPx)
  const groups = withRest(all, leastValue)
  const colors = colorsOf(groups, outer, input)
  const topPx = input.hasNotes === true ? notesPx : 0
  const short = labelFormatter(
    locale,
    columnNumberFormat(visual.format, data, measure?.field.name ?? null),
    all.map(({ value }) => value),
  )
  const { heads, areas } = areasOf(groups, leastValue, { width: frame.widthPx, height: frame.heightPx - topPx })
  const label = measure === null ? 'Rows' : shownLabel(data, measure.field.name)
  const marks = areas.map(({ part, group, x, y, width }): ShapeMark => {
    const isGroup = part === group
    return {
      x: x + width / 2,
      y: y + topPx,
      label: isGroup ? part.label : `${group.label} · ${part.label}`,
      values: [
        { label, text: write(part.value), color: '', share: formatShare(locale, part.value / total) },
        ...(isGroup
          ? []
          : [
              { label: `Of ${group.label}`, text: formatShare(locale, part.value / group.value), color: '', share: '' },
            ]),
      ],
      note: part.n > 1 ? plural(locale, part.n, 'row') : '',
      ...(group.isRest ? {} : { category: group.isNull ? null : group.key }),
      conditions: [...conditionsOf(outer, group), ...(isGroup || inner === null ? [] : conditionsOf(inner, part))],
    }
  })
  return {
    ...frame,
    kind: 'shapes',
    axes: null,
    shapes: areas.map(({ group, x, y, width, height }, mark): Shape => ({
      part: 'area',
      form: {
        kind: 'rect',
        x: roundPx(x),
        y: roundPx(y + topPx),
        width: roundPx(Math.max(0.5, width)),
        height: roundPx(Math.max(0.5, height)),
        radius: 2,
      },
      fill: colors.get(group.key) ?? otherColor,
      opacity: strongestUnderText,
      mark,
    })),
    marks,
    labels: [
      ...heads.map(({ group, x, y, width }): MarkLabel => ({
        x: roundPx(x + 2),
        y: roundPx(y + topPx + headPx / 2),
        text: fitText(group.label, width - 4, nameTextPx, 600),
        anchor: 'start',
        sizePx: nameTextPx,
        weight: 600,
        color: 'var(--color-text)',
      })),
      ...areas.flatMap((area) => textsOf(area, topPx, short(area.part.value))),
    ],
    summary: `Treemap of ${label} by ${shownLabel(data, outer.field.name)}: ${groups.map((group) => `${group.label} ${formatShare(locale, group.value / total)}`).join(', ')}.`,
  }
}

function conditionsOf({ field }: Column, { cells }: Part): readonly ResultFilter[] {
  return [cellsCondition(field.name, cells)]
}

function colorsOf(groups: readonly Part[], { field }: Column, { data }: PlotInput): ReadonlyMap<string, string> {
  const named = groups.filter(({ isNull, isRest }) => !isNull && !isRest).slice(0, hueCount)
  const colors = new Map<string, string>()
  for (const [key, color] of categoryColors(
    named.map(({ key }) => key),
    field.name,
    data.hues,
  ))
    if (key !== null) colors.set(key, color)
  for (const { key, isNull } of groups) if (isNull) colors.set(key, emptyColor)
  return colors
}

/** Lays the groups out, and within each its parts under its name where there is room for one. */
function areasOf(
  groups: readonly Part[],
  leastValue: number,
  size: { readonly width: number; readonly height: number },
): { readonly heads: readonly Omit<Area, 'part'>[]; readonly areas: readonly Area[] } {
  interface Node {
    readonly part: Part | null
    readonly children?: readonly Node[]
  }
  const root: Node = {
    part: null,
    children: groups.map((part) => ({
      part,
      ...(part.parts.length === 0
        ? {}
        : { children: withRest(part.parts, leastValue).map((child) => ({ part: child })) }),
    })),
  }
  const laid = layOutTreemap<Node>()
    .tile(treemapSquarify)
    .size([size.width, Math.max(1, size.height)])
    .paddingInner(gapPx)
    .paddingTop((node) => (node.depth === 1 && node.children !== undefined ? headPx : 0))(
    hierarchy(root).sum(({ part, children }) => (children === undefined ? (part?.value ?? 0) : 0)),
  )
  const heads: Omit<Area, 'part'>[] = []
  const areas: Area[] = []
  for (const node of laid.children ?? []) {
    const group = node.data.part
    if (group === null) continue
    const box = { x: node.x0, y: node.y0, width: node.x1 - node.x0, height: node.y1 - node.y0 }
    if (node.children === undefined) {
      areas.push({ part: group, group, ...box })
      continue
    }
    if (box.height > headPx && box.width > 2 * padPx) heads.push({ group, ...box })
    for (const { data, x0, y0, x1, y1 } of node.children)
      if (data.part !== null) areas.push({ part: data.part, group, x: x0, y: y0, width: x1 - x0, height: y1 - y0 })
  }
  return { heads, areas }
}

function textsOf({ part, x, y, width, height }: Area, topPx: number, value: string): readonly MarkLabel[] {
  const roomPx = width - 2 * padPx
  const name = fitText(part.label, roomPx, nameTextPx)
  // A name of one letter and dots names nothing.
  if (height < leastTextPx || (name !== part.label && roomPx < 40)) return []
  const common = { anchor: 'start', color: 'var(--color-text)', x: roundPx(x + padPx) } as const
  const hasValue = height >= 2 * linePx + 4 && textWidth(value, valueTextPx) <= roomPx
  const firstPx = y + topPx + padPx + 5
  return [
    { ...common, y: roundPx(firstPx), text: name, sizePx: nameTextPx },
    ...(hasValue ? [{ ...common, y: roundPx(firstPx + linePx), text: value, sizePx: valueTextPx }] : []),
  ]
}
