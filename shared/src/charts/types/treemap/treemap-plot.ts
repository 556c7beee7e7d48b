import { hierarchy, treemap as layOutTreemap, treemapSquarify } from 'd3-hierarchy'
import { shownLabel } from '../../../query/run-query'
import { categoryColors } from '../../plot/colors/assign-colors'
import { strongestUnderText } from '../../plot/colors/color-scale'
import { hueCount, otherColor } from '../../plot/colors/palette'
import { emptyPlot, frameOf, unmeasurablePlot, unsuitablePlot } from '../../plot/frame'
import { notesPx } from '../../plot/legend'
import { fullFormatter, plural } from '../../plot/numbers/format-number'
import { formatShare, labelFormatter } from '../../plot/numbers/number-labels'
import { columnNumberFormat } from '../../plot/numbers/signed-format'
import { roundPx } from '../../plot/numbers/value-scale'
import { partTree, pathConditions, withRest, type Part } from '../../plot/part-tree'
import type { Box, EmptyPlot, MarkLabel, ShapeMark, ShapesPlot, UnsuitablePlot } from '../../plot/plot'
import { chosenFor, cellNumber, getColumn, type PlotInput } from '../../plot/read-columns'
import { undrawableNotes } from '../../plot/numbers/undrawable-notes'
import { fitText, textWidth } from '../../plot/text/text-width'

/** Smaller parts are put together: nobody can point at them. */
const leastAreaPx = 90
/** So many groups stand alone if all are small: a rest alone says nothing. */
const leastGroups = 8
const gapPx = 1
const nameTextPx = 12
const valueTextPx = 11
const padPx = 6
const linePx = 15
const leastTextPx = 22
/** The height of the name above the parts of a part, by how deep it lies. */
const headPx = [18, 15] as const
const leastHeadWidthPx = 24

/** Plots parts of a whole as areas: groups, and within each the values of up to two further columns. */
export function treemapPlot(input: PlotInput): ShapesPlot | EmptyPlot | UnsuitablePlot {
  const { visual, data, locale } = input
  const names = [...new Set([visual.x, visual.color, visual.detail])].filter((name) => name !== null)
  const levels = visual.x === null ? [] : names.flatMap((name) => getColumn(data, name) ?? [])
  if (levels.length === 0) return unsuitablePlot(input, 'Choose the column whose values are the areas.')
  const measure = visual.y[0] === undefined ? null : getColumn(data, visual.y[0])
  const unmeasurable = unmeasurablePlot(input, measure)
  if (unmeasurable !== null) return unmeasurable
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
  const { parts, notes: partNotes } = partTree(levels, numbers, input)
  const notes = [...partNotes, ...undrawableNotes(measure?.values ?? [], locale)]
  if (parts.length === 0) return emptyPlot(input, ['Every value is zero or missing.', ...notes].join(' '))
  return layOut(input, parts, measure?.field.name ?? null, notes, write)
}

/** Where a part lies. path: the parts that it lies in, from the outside, and itself. */
interface Area extends Box {
  readonly path: readonly [Part, ...Part[]]
  readonly isHead: boolean
}

function layOut(
  input: PlotInput,
  all: readonly Part[],
  measure: string | null,
  notes: readonly string[],
  write: (value: number) => string,
): ShapesPlot {
  const { visual, data, locale } = input
  const total = all.reduce((sum, { value }) => sum + value, 0)
  const frame = frameOf(input, [], notes, '')
  const leastValue = (total * leastAreaPx) / (frame.widthPx * frame.heightPx)
  const groups = withRest(all, leastValue, all.every(({ value }) => value < leastValue) ? leastGroups : 0)
  const named = groups.filter(({ isNull, isRest }) => !isNull && !isRest).slice(0, hueCount)
  const colors = categoryColors(
    named.map(({ key }) => key),
    groups[0]?.column ?? '',
    data.hues,
    chosenFor(input, groups[0]?.column ?? ''),
  )
  const topPx = input.hasNotes === true ? notesPx : 0
  const short = labelFormatter(
    locale,
    columnNumberFormat(visual.format, data, measure),
    all.map(({ value }) => value),
  )
  const areas = areasOf(groups, leastValue, { x: 0, y: topPx, width: frame.widthPx, height: frame.heightPx - topPx })
  const leaves = areas.filter(({ isHead }) => !isHead)
  const label = measure === null ? 'Rows' : shownLabel(data, measure)
  const marks = leaves.map(({ path, x, y, width }): ShapeMark => {
    const part = path.at(-1) ?? path[0]
    const [group] = path
    return {
      x: x + width / 2,
      y,
      label: path.map((one) => one.label).join(' · '),
      values: [
        { label, text: write(part.value), share: formatShare(locale, part.value / total) },
        ...path
          .slice(0, -1)
          .toReversed()
          .map((around) => ({
            label: `Of ${around.label}`,
            text: formatShare(locale, part.value / around.value),
          })),
      ],
      note: part.n > 1 ? plural(locale, part.n, 'row') : '',
      ...(group.isRest ? {} : { category: group.isNull ? null : group.key }),
      conditions: pathConditions(path),
    }
  })
  const shares = groups.map((group) => `${group.label} ${formatShare(locale, group.value / total)}`)
  return {
    ...frame,
    kind: 'shapes',
    axes: null,
    shapes: leaves.map(({ path: [group], x, y, width, height }, mark) => ({
      part: 'area',
      form: {
        kind: 'rect',
        x: roundPx(x),
        y: roundPx(y),
        width: roundPx(Math.max(0.5, width)),
        height: roundPx(Math.max(0.5, height)),
        radius: 2,
      },
      fill: colors.get(group.isNull ? null : group.key) ?? otherColor,
      opacity: strongestUnderText,
      mark,
    })),
    marks,
    labels: areas.flatMap((area) => (area.isHead ? headOf(area) : textsOf(area, short))),
    summary: `Treemap of ${label} by ${shownLabel(data, groups[0]?.column ?? '')}: ${shares.join(', ')}.`,
  }
}

interface Node {
  readonly part: Part | null
  readonly children?: readonly Node[]
}

/** Lays the groups out, and within each its parts under its name. */
function areasOf(groups: readonly Part[], leastValue: number, box: Box): readonly Area[] {
  const nodeOf = (part: Part): Node =>
    part.parts.length === 0 ? { part } : { part, children: withRest(part.parts, leastValue).map(nodeOf) }
  const root = hierarchy<Node>({ part: null, children: groups.map(nodeOf) })
  const laid = layOutTreemap<Node>()
    .tile(treemapSquarify)
    .size([box.width, Math.max(1, box.height)])
    .paddingInner(gapPx)
    .paddingTop(({ depth, children }) => (children === undefined ? 0 : (headPx[depth - 1] ?? 0)))(
    root.sum(({ part, children }) => (children === undefined ? (part?.value ?? 0) : 0)),
  )
  return laid.descendants().flatMap((node): readonly Area[] => {
    const [outermost, ...inner] = node
      .ancestors()
      .toReversed()
      .flatMap(({ data }) => data.part ?? [])
    if (outermost === undefined) return []
    const place = { x: box.x + node.x0, y: box.y + node.y0, width: node.x1 - node.x0, height: node.y1 - node.y0 }
    return [{ path: [outermost, ...inner], isHead: node.children !== undefined, ...place }]
  })
}

function headOf({ path, x, y, width, height }: Area): readonly MarkLabel[] {
  const roomPx = headPx[path.length - 1] ?? 0
  if (width < leastHeadWidthPx || height <= roomPx) return []
  const isOutermost = path.length === 1
  return [
    {
      x: roundPx(x + 2),
      y: roundPx(y + roomPx / 2),
      text: fitText(path.at(-1)?.label ?? '', width - 4, nameTextPx, isOutermost ? 600 : 400),
      anchor: 'start',
      sizePx: isOutermost ? nameTextPx : valueTextPx,
      weight: isOutermost ? 600 : 400,
      color: 'var(--color-text)',
    },
  ]
}

function textsOf({ path, x, y, width, height }: Area, short: (value: number) => string): readonly MarkLabel[] {
  const part = path.at(-1) ?? path[0]
  const roomPx = width - 2 * padPx
  const name = fitText(part.label, roomPx, nameTextPx)
  // A name of one letter and dots names nothing.
  if (height < leastTextPx || (name !== part.label && roomPx < 40)) return []
  const value = short(part.value)
  const common = { anchor: 'start', color: 'var(--color-text)', x: roundPx(x + padPx) } as const
  const hasValue = height >= 2 * linePx + 4 && textWidth(value, valueTextPx) <= roomPx
  const firstPx = y + padPx + 5
  return [
    { ...common, y: roundPx(firstPx), text: name, sizePx: nameTextPx },
    ...(hasValue ? [{ ...common, y: roundPx(firstPx + linePx), text: value, sizePx: valueTextPx }] : []),
  ]
}
