import { sankey as layOutSankey, sankeyJustify, sankeyLinkHorizontal } from 'd3-sankey'
import { shownLabel } from '../../../query/run-query'
import type { CellValue } from '../../../query/field'
import { categoryColors } from '../../plot/colors/assign-colors'
import { hueCount, otherColor, singleColor } from '../../plot/colors/palette'
import { emptyPlot, frameOf, unmeasurablePlot, unsuitablePlot } from '../../plot/frame'
import { notesPx } from '../../plot/legend'
import { cellsCondition } from '../../plot/mark-conditions'
import { fullFormatter, plural } from '../../plot/numbers/format-number'
import { formatShare } from '../../plot/numbers/number-labels'
import { columnNumberFormat } from '../../plot/numbers/signed-format'
import { roundPx } from '../../plot/numbers/value-scale'
import type { EmptyPlot, MarkLabel, Shape, ShapeMark, ShapesPlot, UnsuitablePlot } from '../../plot/plot'
import { chosenFor, categoryLabel, cellNumber, getColumn, type Column, type PlotInput } from '../../plot/read-columns'
import { undrawableNotes } from '../../plot/numbers/undrawable-notes'
import { fitText, textWidth } from '../../plot/text/text-width'

const mostFlows = 200
const nodePx = 12
const nodeGapPx = 10
const labelTextPx = 12
const labelGapPx = 6
const mostLabelPart = 0.3
const flowOpacity = 0.3
const leastFlowPx = 1
const nullKey = '\u0000null'

interface Flow {
  readonly from: string
  readonly to: string
  readonly value: number
  readonly n: number
}

/** Plots how much goes from one value to another, over as many steps as the rows lead. */
export function sankeyPlot(input: PlotInput): ShapesPlot | EmptyPlot | UnsuitablePlot {
  const { visual, data, locale } = input
  const from = visual.x === null ? null : getColumn(data, visual.x)
  const to = visual.color === null ? null : getColumn(data, visual.color)
  if (from === null) return unsuitablePlot(input, 'Choose the column that says where each flow comes from.')
  if (to === null) return unsuitablePlot(input, 'Choose the column that says where each flow goes to.')
  const measure = visual.y[0] === undefined ? null : getColumn(data, visual.y[0])
  const unmeasurable = unmeasurablePlot(input, measure)
  if (unmeasurable !== null) return unmeasurable
  const format = columnNumberFormat(visual.format, data, measure?.field.name ?? null)
  const write = fullFormatter({ locale, format })
  const { flows: all, names, dropped } = flowsOf(from, to, measure, data.rowCount)
  const negative = all.find(({ value }) => value < 0)
  const nameOf = (key: string) => categoryLabel(names.get(key) ?? null, from)
  if (negative !== undefined)
    return unsuitablePlot(
      input,
      `A Sankey chart cannot show negative values: from ${nameOf(negative.from)} to ${nameOf(negative.to)} it is ${write(negative.value)}.`,
    )
  const positive = all.filter(({ value }) => value > 0).toSorted((a, b) => b.value - a.value)
  if (positive.length === 0) return emptyPlot(input, 'Every value is zero or missing.')
  const flows = positive.slice(0, mostFlows)
  const cycle = cycleIn(flows)
  if (cycle !== null)
    return unsuitablePlot(
      input,
      `A Sankey chart cannot show a cycle: ${[...cycle, cycle[0] ?? ''].map(nameOf).join(' → ')}. Filter out one of these flows.`,
    )
  const notes = [
    ...undrawableNotes(measure?.values ?? [], locale),
    ...(dropped > 0 ? [`${plural(locale, dropped, 'row')} without a number left out.`] : []),
    ...(flows.length < positive.length
      ? [`Showing the largest ${flows.length} of ${plural(locale, positive.length, 'flow')}.`]
      : []),
  ]
  return layOut(
    input,
    flows,
    { from, to, names, label: measure === null ? 'Rows' : shownLabel(data, measure.field.name) },
    notes,
    write,
  )
}

/** A value has one node, whichever of both columns it is in. */
function flowsOf(from: Column, to: Column, measure: Column | null, rowCount: number) {
  const flows = new Map<string, { from: string; to: string; value: number; n: number }>()
  const names = new Map<string, CellValue>()
  const keyOf = (cell: CellValue) => {
    const key = cell === null ? nullKey : String(cell)
    names.set(key, cell)
    return key
  }
  let dropped = 0
  for (let row = 0; row < rowCount; row++) {
    const value = measure === null ? 1 : cellNumber(measure.values[row] ?? null)
    if (value === null) {
      if (measure?.values[row] === null) dropped++
      continue
    }
    const [source, target] = [keyOf(from.values[row] ?? null), keyOf(to.values[row] ?? null)]
    const key = JSON.stringify([source, target])
    const known = flows.get(key)
    if (known === undefined) flows.set(key, { from: source, to: target, value, n: 1 })
    else {
      known.value += value
      known.n++
    }
  }
  return { flows: [...flows.values()] as readonly Flow[], names: names as ReadonlyMap<string, CellValue>, dropped }
}

/** Returns the nodes of a cycle in the order of its flows; null if there is none. */
function cycleIn(flows: readonly Flow[]): readonly string[] | null {
  const targets = new Map<string, string[]>()
  for (const { from, to } of flows) targets.set(from, [...(targets.get(from) ?? []), to])
  const done = new Set<string>()
  for (const start of targets.keys()) {
    // Each step of the path has the targets that are still to be tried.
    const path: { readonly node: string; readonly left: string[] }[] = [
      { node: start, left: [...(targets.get(start) ?? [])] },
    ]
    while (path.length > 0) {
      const step = path.at(-1)
      const next = step?.left.pop()
      if (next === undefined) {
        if (step !== undefined) done.add(step.node)
        path.pop()
        continue
      }
      const at = path.findIndex(({ node }) => node === next)
      if (at >= 0) return path.slice(at).map(({ node }) => node)
      if (!done.has(next)) path.push({ node: next, left: [...(targets.get(next) ?? [])] })
    }
  }
  return null
}

interface Named {
  readonly from: Column
  readonly to: Column
  readonly names: ReadonlyMap<string, CellValue>
  readonly label: string
}

function layOut(
  input: PlotInput,
  flows: readonly Flow[],
  { from, to, names, label }: Named,
  notes: readonly string[],
  write: (value: number) => string,
): ShapesPlot {
  const { data, locale } = input
  const frame = frameOf(input, [], notes, '')
  const topPx = input.hasNotes === true ? notesPx : 2
  const nameOf = (key: string) => categoryLabel(names.get(key) ?? null, from)
  const keys = [...new Set(flows.flatMap((flow) => [flow.from, flow.to]))]
  const widest = keys.reduce((most, key) => Math.max(most, textWidth(nameOf(key), labelTextPx)), 0)
  const labelPx = Math.min(widest, frame.widthPx * mostLabelPart)
  const perColumn = Math.max(1, keys.length / 2)
  const { nodes, links } = layOutSankey<{ key: string }, Flow>()
    .nodeId(({ key }) => key)
    .nodeAlign(sankeyJustify)
    .nodeWidth(nodePx)
    .nodePadding(Math.min(nodeGapPx, (frame.heightPx - topPx) / perColumn / 2))
    .extent([
      [0, topPx],
      // The last nodes are named beside them, the others over what flows out of them.
      [Math.max(2 * nodePx, frame.widthPx - labelPx - labelGapPx), Math.max(topPx + 1, frame.heightPx - 2)],
    ])({
    nodes: keys.map((key) => ({ key })),
    links: flows.map((flow) => ({ ...flow, source: flow.from, target: flow.to })),
  })
  const largest = nodes.toSorted((a, b) => (b.value ?? 0) - (a.value ?? 0)).filter(({ key }) => key !== nullKey)
  const colors = categoryColors(
    largest.slice(0, hueCount).map(({ key }) => key),
    from.field.name,
    data.hues,
    chosenFor(input, from.field.name),
  )
  const colorOf = (key: string) => (keys.length === 2 ? singleColor : (colors.get(key) ?? otherColor))
  const path = sankeyLinkHorizontal()
  const outOf = new Map<string, number>()
  const into = new Map<string, number>()
  for (const { from: source, to: target, value } of flows) {
    outOf.set(source, (outOf.get(source) ?? 0) + value)
    into.set(target, (into.get(target) ?? 0) + value)
  }
  const nodeMarks = nodes.map((node): ShapeMark => {
    const [out, come] = [outOf.get(node.key), into.get(node.key)]
    const column = out === undefined ? to : from
    return {
      x: ((node.x0 ?? 0) + (node.x1 ?? 0)) / 2,
      y: node.y0 ?? 0,
      label: nameOf(node.key),
      values: [
        ...(come === undefined ? [] : [{ label: 'In', text: write(come) }]),
        ...(out === undefined ? [] : [{ label: 'Out', text: write(out) }]),
      ],
      note: '',
      conditions: [cellsCondition(column.field.name, [names.get(node.key) ?? null])],
    }
  })
  const linkMarks = links.map((link): ShapeMark => {
    const share = (whole: number | undefined) => (whole === undefined ? '' : formatShare(locale, link.value / whole))
    const [source, target] = [nameOf(link.from), nameOf(link.to)]
    return {
      x: midOf(link),
      y: ((link.y0 ?? 0) + (link.y1 ?? 0)) / 2,
      label: `${source} → ${target}`,
      values: [
        { label, text: write(link.value) },
        { label: `Of ${source}`, text: share(outOf.get(link.from)) },
        { label: `Of ${target}`, text: share(into.get(link.to)) },
      ],
      note: link.n > 1 ? plural(locale, link.n, 'row') : '',
      conditions: [
        cellsCondition(from.field.name, [names.get(link.from) ?? null]),
        cellsCondition(to.field.name, [names.get(link.to) ?? null]),
      ],
    }
  })
  const flowShapes = links.map((link, index): Shape => ({
    part: 'flow',
    form: { kind: 'path', d: roundPath(path(link) ?? '') },
    fill: 'none',
    stroke: colorOf(link.from),
    strokePx: roundPx(Math.max(leastFlowPx, link.width ?? 0)),
    strokeOpacity: flowOpacity,
    mark: nodes.length + index,
  }))
  const nodeShapes = nodes.map(({ key, x0 = 0, x1 = 0, y0 = 0, y1 = 0 }, mark): Shape => ({
    part: 'node',
    form: {
      kind: 'rect',
      x: roundPx(x0),
      y: roundPx(y0),
      width: roundPx(x1 - x0),
      height: roundPx(Math.max(1, y1 - y0)),
    },
    fill: colorOf(key),
    mark,
  }))
  return {
    ...frame,
    kind: 'shapes',
    axes: null,
    shapes: [...flowShapes, ...nodeShapes],
    marks: [...nodeMarks, ...linkMarks],
    labels: namesOf(),
    summary: `Sankey chart of ${label} from ${shownLabel(data, from.field.name)} to ${shownLabel(data, to.field.name)}; ${plural(locale, keys.length, 'node')}, ${plural(locale, flows.length, 'flow')}. Largest: ${[
      ...flows,
    ]
      .slice(0, 3)
      .map((flow) => `${nameOf(flow.from)} to ${nameOf(flow.to)} ${write(flow.value)}`)
      .join(', ')}.`,
  }

  /** Names beside their nodes, those of larger nodes first: none lies on another. */
  function namesOf(): readonly MarkLabel[] {
    const taken: { readonly x: number; readonly y: number }[] = []
    const columnPx = nodes.reduce(
      (least, node) => ((node.x0 ?? 0) > 1 ? Math.min(least, node.x0 ?? 0) : least),
      frame.widthPx,
    )
    return nodes
      .toSorted((a, b) => (b.value ?? 0) - (a.value ?? 0))
      .flatMap(({ key, x0 = 0, x1 = 0, y0 = 0, y1 = 0 }): readonly MarkLabel[] => {
        const y = (y0 + y1) / 2
        if (taken.some((other) => other.x === x0 && Math.abs(other.y - y) < labelTextPx + 2)) return []
        taken.push({ x: x0, y })
        const isLast = outOf.get(key) === undefined
        const roomPx = isLast ? labelPx : Math.max(24, columnPx - nodePx - 2 * labelGapPx)
        const text = fitText(nameOf(key), roomPx, labelTextPx)
        return [
          {
            x: roundPx(x1 + labelGapPx),
            y: roundPx(y),
            text,
            anchor: 'start',
            sizePx: labelTextPx,
            color: 'var(--color-text)',
          },
        ]
      })
  }
}

function midOf(link: { readonly source: unknown; readonly target: unknown }): number {
  const { x1 = 0 } = link.source as { x1?: number }
  const { x0 = 0 } = link.target as { x0?: number }
  return (x1 + x0) / 2
}

function roundPath(d: string): string {
  return d.replace(/\d+\.\d+/g, (number) => String(roundPx(Number(number))))
}
