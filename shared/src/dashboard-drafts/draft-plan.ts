import { emptyQuestion, type Question, type QuestionSource } from '../builder/question'
import { isNumericType, isTemporalType, type CellValue } from '../query/field'
import type { ResultData } from '../query/run-query'
import { countOfRows, tableRoles, type TableRoles, type DraftMeasure } from './column-roles'
import type { DraftRequest } from './dashboard-draft'
import type { Split, SplitGroup } from './split-strength'
import type { ColumnFacts } from './table-facts'
import type { Extent } from './time-grain'

/** A table to draft from. title: its name for people. columnCount: also of those that are not read. */
export interface DraftedTable {
  readonly columnCount: number
  readonly connectionId: string
  readonly source: QuestionSource
  readonly title: string
}

/** The columns that a draft is made of, before the figures of all rows are known. about: the column that it is about; null for the table. */
export interface DraftPlan {
  readonly table: DraftedTable
  readonly facts: readonly ColumnFacts[]
  readonly roles: TableRoles
  readonly measure: DraftMeasure
  readonly time: ColumnFacts | null
  readonly candidates: readonly ColumnFacts[]
  readonly about: ColumnFacts | null
  /** The names that people gave to columns, by their names in the data. */
  readonly labels: ReadonlyMap<string, string>
}

/** The most columns of which the groups are asked for. */
const mostCandidates = 8
/** One group more than any tile shows by name. */
export const mostGroups = 61

export function planDraft(
  table: DraftedTable,
  facts: readonly ColumnFacts[],
  { about: aboutName, measure, time }: Pick<DraftRequest, 'about' | 'measure' | 'time'>,
): DraftPlan {
  const roles = tableRoles(facts)
  const about = facts.find(({ column }) => column.name === aboutName) ?? null
  const chosenTime = timeOf(roles, about, time)
  const chosen = measureOf(roles, about, measure)
  const isUsed = ({ column }: ColumnFacts) =>
    column.name === chosen.column?.name || column.name === chosenTime?.column.name
  const candidates = roles.categories.filter((one) => !isUsed(one) && one !== about).slice(0, mostCandidates)
  const isSplitBy = about !== null && !isUsed(about) && about.distinct > 0
  return {
    table,
    facts,
    roles,
    measure: chosen,
    time: chosenTime,
    candidates: isSplitBy ? [about, ...candidates] : candidates,
    about,
    labels: new Map(facts.flatMap(({ column, label }) => (label === undefined ? [] : [[column.name, label]]))),
  }
}

function timeOf(
  { times }: TableRoles,
  about: ColumnFacts | null,
  asked: string | null | undefined,
): ColumnFacts | null {
  if (asked === null) return null
  const named = asked === undefined ? about?.column.name : asked
  return times.find(({ column }) => column.name === named) ?? times[0] ?? null
}

/** A column that the draft is about is measured if it can be, though others could be measured better. */
function measureOf(
  { measures }: TableRoles,
  about: ColumnFacts | null,
  asked: string | null | undefined,
): DraftMeasure {
  if (asked === null) return countOfRows
  const named = asked ?? about?.column.name
  return measures.find(({ column }) => column?.name === named) ?? measures[0] ?? countOfRows
}

/** The questions whose answers a plan waits for. splits: by candidate, each its groups with their rows and sums. */
export interface FigureQuestions {
  readonly totals: Question
  readonly splits: readonly Question[]
}

/** isHuge: the table is so large that counting all of it would keep people waiting. */
export function figureQuestions(
  { table, measure, time, candidates, roles }: DraftPlan,
  isHuge: boolean,
): FigureQuestions {
  const of = measure.column
  const part = { percentile: 50, show: 'value' } as const
  const key = isHuge ? undefined : roles.keys[0]?.column
  const count = { ...part, id: 'rows', fn: 'count', column: null, label: 'rows' } as const
  const totals: Question = {
    ...emptyQuestion,
    source: table.source,
    measures: [
      count,
      ...(time === null
        ? []
        : [
            { ...part, id: 'least', fn: 'min', column: time.column, label: 'least' } as const,
            { ...part, id: 'most', fn: 'max', column: time.column, label: 'most' } as const,
          ]),
      ...(key === undefined ? [] : [{ ...part, id: 'keys', fn: 'distinct', column: key, label: 'keys' } as const]),
    ],
  }
  const splits = candidates.map(({ column }): Question => ({
    ...emptyQuestion,
    source: table.source,
    groups: [{ id: 'value', column, grain: isTemporalType(column.type) ? 'year' : null, label: 'value' }],
    measures: [
      count,
      ...(of === null
        ? []
        : [
            { ...part, id: 'measured', fn: 'count', column: of, label: 'measured' } as const,
            { ...part, id: 'sum', fn: 'sum', column: of, label: 'sum' } as const,
          ]),
    ],
    sort: [
      {
        id: 'most',
        by: { kind: 'part', id: of === null || measure.fn !== 'sum' ? 'rows' : 'sum' },
        direction: 'descending',
      },
    ],
    limit: mostGroups,
  }))
  return { totals, splits: isHuge ? [] : splits }
}

/** The figures of all rows; null for what was not counted. */
export interface Totals {
  readonly rowCount: number | null
  readonly extent: Extent | null
  readonly keyCount: number | null
}

export function readTotals(data: ResultData): Totals {
  const cellOf = (name: string): CellValue =>
    data.columns[data.fields.findIndex((field) => field.name === name)]?.[0] ?? null
  const numberOf = (name: string) => (cellOf(name) === null ? null : Number(cellOf(name)))
  const [least, most] = [cellOf('least'), cellOf('most')]
  return {
    rowCount: numberOf('rows'),
    extent: least === null || most === null ? null : { least: String(least), most: String(most) },
    keyCount: numberOf('keys'),
  }
}

export function readSplit(column: string, data: ResultData): Split {
  const cellsOf = (name: string) => data.columns[data.fields.findIndex((field) => field.name === name)]
  const groups = (cellsOf('value') ?? []).map((value, row): SplitGroup => ({
    value,
    rows: Number(cellsOf('rows')?.[row] ?? 0),
    measuredRows: Number(cellsOf('measured')?.[row] ?? 0),
    sum: Number(cellsOf('sum')?.[row] ?? 0),
  }))
  return { column, groups, isCut: groups.length >= mostGroups }
}

/** The split of some rows, where all of them are too many to be counted. */
export function splitOfRows(column: string, measure: DraftMeasure, data: ResultData): Split {
  const cellsOf = (name: string) => data.columns[data.fields.findIndex((field) => field.name === name)] ?? []
  const measured = measure.column === null ? [] : cellsOf(measure.column.name)
  const groups = new Map<CellValue, SplitGroup>()
  for (const [row, value] of cellsOf(column).entries()) {
    const known = groups.get(value) ?? { value, rows: 0, measuredRows: 0, sum: 0 }
    const number = measured[row] === undefined || measured[row] === null ? Number.NaN : Number(measured[row])
    const isNumber = Number.isFinite(number)
    groups.set(value, {
      value,
      rows: known.rows + 1,
      measuredRows: known.measuredRows + (isNumber ? 1 : 0),
      sum: known.sum + (isNumber ? number : 0),
    })
  }
  const sorted = [...groups.values()].sort((a, b) => (measure.fn === 'sum' ? b.sum - a.sum : b.rows - a.rows))
  return { column, groups: sorted.slice(0, mostGroups), isCut: sorted.length >= mostGroups }
}

/** The extent of a time column in some rows; of years their numbers. */
export function extentOfFacts({ column, least, most }: ColumnFacts): Extent | null {
  if (least === null || most === null) return null
  return isNumericType(column.type) || isTemporalType(column.type) ? { least: String(least), most: String(most) } : null
}
