import { describe, expect, it } from 'vitest'
import { checkQuestion } from '@tidemark/shared/builder/check-question'
import { emptyQuestion, type BuilderQuery } from '@tidemark/shared/builder/question'
import { chartTypes } from '@tidemark/shared/charts/chart-types'
import { chartTypeIds, type ChartType } from '@tidemark/shared/charts/chart-visual'
import { loadAllPlots } from '@tidemark/shared/charts/load-plot'
import { galleryNow, galleryZone } from '@tidemark/shared/charts/plot/gallery/gallery-charts'
import { plotInputOf, type GalleryChart } from '@tidemark/shared/charts/plot/gallery/gallery-data'
import { isDrawnPlot, type DrawnPlot } from '@tidemark/shared/charts/plot/plot'
import { withoutTotals } from '@tidemark/shared/charts/plot/without-totals'
import { plotOf } from '@tidemark/shared/charts/plot-of'
import type { ExplorationStep } from '@tidemark/shared/exploration/exploration'
import { followStep } from '@tidemark/shared/exploration/follow-steps'
import type { CellValue } from '@tidemark/shared/query/field'
import type { ResultFilter } from '@tidemark/shared/query/result-filter'
import type { ResultData } from '@tidemark/shared/query/run-query'
import { describeMark, markCount, rowsOfMark } from '../active-mark'
import { markOfCell, rowsAsked, type MarkRows } from '../mark-rows'

await loadAllPlots()

async function drawn(type: ChartType, name?: string) {
  const charts = await chartTypes[type].loadGallery()
  const chart = name === undefined ? charts[0] : charts.find((one) => one.name === name)
  if (chart === undefined) throw new Error('no chart')
  return { chart, plot: plotOf(plotInputOf({ ...chart, timeZone: galleryZone, now: galleryNow })) }
}

/** The rows of an answer that meet conditions, by their index. */
function rowsWhere({ fields, columns, rowCount }: ResultData, conditions: readonly ResultFilter[]): readonly number[] {
  const isMet = ({ column, op, value }: ResultFilter, row: number) => {
    const cell = columns[fields.findIndex(({ name }) => name === column)]?.[row] ?? null
    const isSame = (one: CellValue) => String(one) === String(cell)
    if (op === '=') return isSame(value as CellValue)
    if (op === 'in') return (value as readonly CellValue[]).some(isSame)
    if (op === '!=') return !isSame(value as CellValue)
    const [number, bound] = [Number(cell), Number(value)]
    return cell !== null && (op === '>=' ? number >= bound : op === '<=' ? number <= bound : number < bound)
  }
  return Array.from({ length: rowCount }, (_, row) => row).filter((row) => conditions.every((one) => isMet(one, row)))
}

function sumOf({ fields, columns }: ResultData, measure: string, rows: readonly number[]): number {
  const cells = columns[fields.findIndex(({ name }) => name === measure)] ?? []
  return rows.reduce((sum, row) => sum + Number(cells[row] ?? 0), 0)
}

/** A number as a tooltip writes it, with half of its last digit. */
function writtenNumber(text: string): { readonly value: number; readonly near: number } {
  const digits = text.replaceAll('−', '-').replace(/[^\d.-]/g, '')
  const scale = text.includes('%') ? 100 : 1
  return { value: Number(digits) / scale, near: 0.5 / 10 ** (digits.split('.')[1]?.length ?? 0) / scale + 1e-9 }
}

/** The question that a chart of groups answers: measured is what it draws along them. */
function questionOf({ data, visual }: GalleryChart, measured: readonly string[]): BuilderQuery {
  const columns = data.fields.map(({ name, type, databaseType }) => ({ join: null, name, type, databaseType }))
  const question = {
    ...emptyQuestion,
    source: { schema: null, name: 'sales' },
    groups: columns
      .filter(({ name }) => !measured.includes(name))
      .map((column, at) => ({
        id: `g${at}`,
        column,
        grain: column.type === 'date' ? ('month' as const) : null,
        label: column.name,
      })),
    measures: columns
      .filter(({ name }) => measured.includes(name))
      .map((column, at) => ({
        id: `m${at}`,
        fn: 'sum' as const,
        column,
        percentile: 50,
        show: 'value' as const,
        label: column.name,
      })),
  }
  expect(visual.y.every((name) => measured.includes(name) || name === 'lat')).toBe(true)
  expect(checkQuestion(question)).toEqual([])
  return { kind: 'builder', connectionId: 'local', question }
}

const other = { join: null, name: 'anything', type: 'text', databaseType: '' } as const

/** Takes the step of a mark and returns the conditions that it is for. */
function mustFollow(query: BuilderQuery, mark: Omit<MarkRows, 'label'>, chart: GalleryChart): readonly ResultFilter[] {
  const conditions = rowsAsked(query, { ...mark, data: chart.data })
  if (conditions === null) throw new Error('the mark has no rows')
  const step: ExplorationStep = { kind: 'break-out', mark: [...conditions], column: other }
  const context = { sourceColumns: [], weekStart: 1, locale: 'en' }
  const next = followStep({ question: query.question, visual: chart.visual }, step, context)
  if (!next.ok) throw new Error(next.error)
  expect(checkQuestion(next.value.question)).toEqual([])
  return conditions
}

interface Case {
  readonly name?: string
  /** The columns that are summed up. */
  readonly measured: readonly string[]
  /** The line of a mark's words that has its value: by default each that is called like a measure. */
  readonly says?: string
}

const cases: Partial<Record<ChartType, Case>> = {
  line: { measured: ['revenue'] },
  area: { measured: ['revenue'] },
  bar: { measured: ['revenue'] },
  row: { measured: ['revenue'] },
  combo: { measured: ['revenue'] },
  pie: { measured: ['orders'] },
  funnel: { measured: ['people'] },
  map: { measured: ['orders'] },
  dot: { measured: ['rent_2016', 'rent_2026'] },
  radar: { measured: ['Atlas', 'Borealis'] },
  heatmap: { measured: ['orders'] },
  waterfall: { measured: ['amount'] },
  treemap: { measured: ['revenue'] },
  sankey: { measured: ['people'], says: 'Out' },
  'point-map': { measured: ['people'] },
  gauge: { measured: ['sales', 'target'] },
  progress: { measured: ['sales', 'target'] },
  bullet: { measured: ['sales', 'plan'] },
}

/** The values that a mark says, with the part of it that each is of and its measure. */
function valuesSaid(plot: DrawnPlot, index: number, { says, measured }: Case) {
  const rows = describeMark(plot, index, 'en')?.rows ?? []
  const isBySeries = plot.kind === 'cartesian' || plot.kind === 'pie'
  return rows.flatMap(({ id, label, text }) => {
    const measure = measured.includes(label) ? label : measured[0]
    return isBySeries || label === says || measured.includes(label) ? [{ id, text, measure: measure ?? '' }] : []
  })
}

describe('the rows that a mark leads to are those of its value', () => {
  it.each(Object.entries(cases))('in a chart of the type %s', async (type, one) => {
    const { chart, plot } = await drawn(type as ChartType, one.name)
    if (!isDrawnPlot(plot)) return expect.fail(plot.kind)
    const query = questionOf(chart, one.measured)
    let followed = 0
    for (let index = 0; index < markCount(plot); index++)
      for (const { id, text, measure } of valuesSaid(plot, index, one)) {
        const mark = rowsOfMark(plot, index, id)
        if (mark === null || text === 'no value') continue
        const conditions = mustFollow(query, mark, chart)
        const rows = rowsWhere(chart.data, conditions)
        const { value, near } = writtenNumber(text)
        // What flows into a place does not flow out of it.
        if (one.says !== undefined && conditions[0]?.column === 'to') continue
        expect(Math.abs(sumOf(chart.data, measure, rows) - value), `${mark.label}: ${text}`).toBeLessThanOrEqual(near)
        followed += 1
      }
    expect(followed).toBeGreaterThan(0)
  })

  it('in a slope, of all the values of a line', async () => {
    const { chart, plot } = await drawn('slope')
    if (!isDrawnPlot(plot)) return expect.fail(plot.kind)
    const query = questionOf(chart, ['share'])
    for (let index = 0; index < markCount(plot); index++) {
      const said = (describeMark(plot, index, 'en')?.rows ?? []).map(({ text }) => writtenNumber(text).value)
      const mark = rowsOfMark(plot, index, null)
      if (mark === null) return expect.fail('no rows')
      const rows = rowsWhere(chart.data, mustFollow(query, mark, chart))
      expect(sumOf(chart.data, 'share', rows)).toBeCloseTo(
        said.slice(0, rows.length).reduce((sum, value) => sum + value, 0),
        1,
      )
    }
  })

  it.each(['scatter', 'histogram', 'box'] as const)('in a %s, of which each row has one', async (type) => {
    const { chart, plot } = await drawn(type)
    if (!isDrawnPlot(plot)) return expect.fail(plot.kind)
    const listed: BuilderQuery = { kind: 'builder', connectionId: 'local', question: emptyQuestion }
    const found = Array.from({ length: markCount(plot) }, (_, index) => {
      const mark = rowsOfMark(plot, index, null)
      if (mark === null) return []
      const conditions = rowsAsked(listed, { ...mark, data: chart.data }) ?? []
      const rows = rowsWhere(chart.data, conditions)
      return mark.row === null ? rows : [mark.row]
    })
    const all = new Set(found.flat())
    expect(all.size).toBe(chart.data.rowCount)
  })

  it('in a pivot, of cells, headers and totals', async () => {
    const { chart, plot } = await drawn('pivot')
    if (plot.kind !== 'pivot') return expect.fail(plot.kind)
    const answer = withoutTotals(chart.data)
    const flat = plot.flat()
    const query = questionOf({ ...chart, data: answer }, ['revenue', 'margin'])
    for (const [line] of flat.lines.entries())
      for (const [column] of flat.columns.entries()) {
        const value = flat.data.columns[column + 1]?.[line] ?? null
        const conditions = flat.conditionsOf(line, column)
        const rows = rowsWhere(answer, mustFollow(query, { conditions, row: null }, { ...chart, data: answer }))
        expect(sumOf(answer, 'revenue', rows)).toBe(Number(value ?? 0))
      }
  })

  it('in a table, of a row by its groups, whichever of its cells is chosen', async () => {
    const { chart } = await drawn('line')
    const query = questionOf(chart, ['revenue'])
    const where = { text: '', point: { x: 0, y: 0 }, element: {} as HTMLElement, isByKeyboard: false }
    for (const row of [0, 7])
      for (const column of [0, 1, 2]) {
        const mark = markOfCell({ row, column, ...where }, chart.data)
        expect(rowsWhere(chart.data, mustFollow(query, mark, chart))).toEqual([row])
      }
    const group = { label: 'North', conditions: [{ column: 'region', op: '=', value: 'North' }] } as const
    const total = markOfCell({ row: 0, column: 2, ...where, group }, chart.data)
    const rows = rowsWhere(chart.data, mustFollow(query, total, chart))
    expect(rows).toHaveLength(23)
    expect(total.measure).toBe('revenue')
  })
})

it('each type of chart has a case', () => {
  const others = ['slope', 'scatter', 'histogram', 'box', 'pivot', 'table', 'number']
  expect([...Object.keys(cases), ...others].toSorted()).toEqual([...chartTypeIds].toSorted())
})
