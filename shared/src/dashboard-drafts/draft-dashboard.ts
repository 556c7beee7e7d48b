import { listOf } from '../base/list-of'
import { asTitle, columnWords } from '../builder/column-words'
import { measureWords, totalName } from '../builder/measure-words'
import { outputNames } from '../builder/part-labels'
import {
  emptyQuestion,
  type Question,
  type QuestionColumn,
  type QuestionCondition,
  type QuestionGroup,
  type QuestionMeasure,
} from '../builder/question'
import { maxChartName } from '../charts/chart'
import { defaultVisual, type ChartVisual } from '../charts/chart-visual'
import { cutText } from '../base/plain-text'
import { isNumericType, isTemporalType } from '../query/field'
import { valueText } from '../query/value-words'
import { countOfRows, mostCategories, type DraftMeasure } from './column-roles'
import type { DashboardDraft, DraftChoice, DraftFilter, DraftTile } from './dashboard-draft'
import { tilePlaces, type TilePart } from './draft-layout'
import { extentOfFacts, type DraftPlan, type Totals } from './draft-plan'
import { areSameSplit, splitStrength, type Split } from './split-strength'
import type { ColumnFacts } from './table-facts'
import { extentWords, grainForExtent, spanCount, type Extent } from './time-grain'

/** The figures of all rows, and sentences on what is not known of them. splits: of the plan's candidates. isOfSome: they are of the first rows alone. */
export interface DraftFigures extends Totals {
  readonly splits: readonly Split[]
  readonly isOfSome: boolean
  readonly notes: readonly string[]
}

/** The most columns that a draft splits its measure by, and filters by besides time. */
const mostSplits = 3
const mostCategoryFilters = 2
/** A chart of categories shows as many by name. */
const mostBars = 15
/** Characters of all labels that stand below upright bars without being turned. */
const mostUprightLabels = 26
const tableRows = 100
const mostTableColumns = 8
const mostSeries = 8

interface Tile extends Pick<DraftTile, 'name' | 'reason'> {
  readonly part: TilePart
  readonly question: Question
  readonly visual: ChartVisual
}

/** Makes the dashboard of a plan whose figures are known. */
export function draftDashboard(plan: DraftPlan, figures: DraftFigures): DashboardDraft {
  const { table, measure, time, about, roles, labels } = plan
  const splits = chosenSplits(plan, figures)
  const filters = filtersOf(plan, splits)
  const filtered = filters.flatMap(({ column }) => plan.facts.find((one) => one.column.name === column)?.column ?? [])
  const tiles = tilesOf(plan, figures, splits)
  const places = tilePlaces(tiles.map(({ part }) => part))
  return {
    title: about === null ? `${asTitle(table.title)} overview` : `About ${wordsFor(about.column.name, labels)}`,
    tiles: tiles.flatMap(({ name, reason, question, visual }, index): DraftTile | [] => {
      const place = places[index]
      const asked = withFiltered({ ...question, source: table.source }, filtered)
      const query = { kind: 'builder' as const, connectionId: table.connectionId, question: asked }
      return place === undefined ? [] : { name: cutText(name, maxChartName), reason, query, visual, place }
    }),
    filters: [...filters],
    notes: [...figures.notes, ...notesOf(plan, figures, splits)],
    measure: measure.column?.name ?? null,
    measures: [...roles.measures, { column: null, fn: 'count' } as const].map((one) => choiceOf(one, labels)),
    time: time?.column.name ?? null,
    times: [
      ...roles.times.map(({ column }) => ({ column: column.name, label: asTitle(wordsFor(column.name, labels)) })),
      noTime,
    ],
  }
}

const noTime: DraftChoice = { column: null, label: 'No time' }

type Labels = DraftPlan['labels']

/** Returns the words for a column, by the name that people gave it. */
function wordsFor(name: string, labels: Labels): string {
  return columnWords(labels.get(name) ?? name)
}

/** Returns a measure for its words: of a column by the name that people gave it. */
function called<Measure extends Pick<QuestionMeasure, 'column'>>(measure: Measure, labels: Labels): Measure {
  const { column } = measure
  const label = column === null ? undefined : labels.get(column.name)
  return column === null || label === undefined ? measure : { ...measure, column: { ...column, name: label } }
}

function choiceOf(measure: DraftMeasure, labels: Labels): DraftChoice {
  return { column: measure.column?.name ?? null, label: asTitle(measureWords(called(measure, labels))) }
}

/**
 * Names the columns of the filters in a question, which its answer has no use for: by them a filter is known to a database whose columns
 * nobody listed, and to those who may see answers alone.
 */
function withFiltered(question: Question, filtered: readonly QuestionColumn[]): Question {
  const isGrouped = question.groups.length + question.measures.length > 0
  const missing = filtered.filter(({ name }) => !question.columns.some((column) => column.name === name))
  // Without a column chosen a question is of all, and one chosen would be the only one.
  return !isGrouped && question.columns.length === 0
    ? question
    : { ...question, columns: [...question.columns, ...missing] }
}

/** strength: against that of the column that splits the most, from 0 to 1. */
interface ChosenSplit extends Split {
  readonly strength: number
}

/** The columns that tell the measure apart most, the one that the draft is about first. */
function chosenSplits({ measure, about }: DraftPlan, { splits }: DraftFigures): readonly ChosenSplit[] {
  const strengths = splits.map((split) => splitStrength(split, measure.column !== null))
  const most = Math.max(0, ...strengths)
  const isAbout = ({ column }: Split) => column === about?.column.name
  const ranked = splits
    .map((split, index) => ({ ...split, strength: most === 0 ? 0 : (strengths[index] ?? 0) / most }))
    .filter((split) => split.strength > 0 || (isAbout(split) && split.groups.length > 1))
    .toSorted((a, b) => Number(isAbout(b)) - Number(isAbout(a)) || b.strength - a.strength)
  return ranked
    .filter((split, index) => !ranked.slice(0, index).some((other) => areSameSplit(other, split)))
    .slice(0, mostSplits)
}

function filtersOf({ time, facts, labels }: DraftPlan, splits: readonly Split[]): readonly DraftFilter[] {
  const timeFilter =
    time === null
      ? []
      : [
          {
            name: nameOfFilter(time.column.name, labels),
            column: time.column.name,
            kind: isTemporalType(time.column.type) ? ('time' as const) : ('number' as const),
            reason: 'Every chart can be narrowed to a span of time.',
          },
        ]
  const categories = splits.slice(0, mostCategoryFilters).flatMap((split): DraftFilter[] => {
    const column = facts.find((one) => one.column.name === split.column)?.column
    if (column === undefined || isTemporalType(column.type)) return []
    const reason = `It has ${valueCount(split)}.`
    return [{ name: nameOfFilter(column.name, labels), column: column.name, kind: 'category', reason }]
  })
  return [...timeFilter, ...categories]
}

function nameOfFilter(column: string, labels: Labels): string {
  return asTitle(wordsFor(column, labels))
}

function tilesOf(plan: DraftPlan, figures: DraftFigures, splits: readonly ChosenSplit[]): readonly Tile[] {
  const { measure, time, about, facts, roles } = plan
  const measured =
    measure.column === null ? undefined : facts.find(({ column }) => column.name === measure.column?.name)
  const isOfOne = figures.rowCount !== null && figures.rowCount < 2
  const trend = time === null || isOfOne ? [] : trendTiles(plan, time, figures, splits)
  const bars = isOfOne ? [] : splits.map((split) => splitTile(plan, split))
  const spread =
    measured === undefined || measured.distinct < 3 || isOfOne
      ? []
      : [distributionTile(measured, measure.fn, plan.labels)]
  // Of a text that no chart can be made of, its most frequent values are.
  const texts = splits.length > 0 || isOfOne ? [] : roles.keys.slice(0, 1).map((one) => splitTile(plan, wholeOf(one)))
  const isAboutMeasure = about !== null && about.column.name === measure.column?.name
  const charts = isAboutMeasure ? [...spread, ...bars, ...texts] : [...bars, ...texts, ...spread]
  return [...numberTiles(plan, figures, measured), ...trend, ...charts, tableTile(plan, splits)]
}

const wholeOf = ({ column }: ColumnFacts): ChosenSplit => ({
  column: column.name,
  groups: [],
  isCut: true,
  strength: 0,
})

const measureId = 'measure'
const groupId = 'group'

function measurePart({ column, fn }: Pick<QuestionMeasure, 'column' | 'fn'>, id = measureId): QuestionMeasure {
  return { id, fn, column, percentile: 50, show: 'value', label: '' }
}

function groupPart(column: QuestionColumn, grain: QuestionGroup['grain'] = null, id = groupId): QuestionGroup {
  return { id, column, grain, label: '' }
}

function numberTiles(
  { measure, roles, about, labels }: DraftPlan,
  { rowCount, keyCount }: DraftFigures,
  measured: ColumnFacts | undefined,
): readonly Tile[] {
  const tile = (name: string, reason: string, of: Pick<QuestionMeasure, 'column' | 'fn'>): Tile => {
    const question = { ...emptyQuestion, measures: [measurePart(of)] }
    return {
      part: 'number',
      name,
      reason,
      question,
      visual: { ...defaultVisual, type: 'number', y: [...outputNames(question)] },
    }
  }
  const { column } = measure
  const rows = tile('Number of rows', 'It counts every row.', { column: null, fn: 'count' })
  if (column !== null && measured !== undefined && about?.column.name === column.name) {
    const words = wordsFor(column.name, labels)
    return [
      rows,
      tile(asTitle(measureWords(called(measure, labels))), whyMeasured(measured, called(measure, labels)), measure),
      tile(`Median ${words}`, 'Half of the values are below it.', { column, fn: 'median' }),
      tile(`Highest ${words}`, 'It shows how far the values go.', { column, fn: 'max' }),
    ]
  }
  // One of the other kind says more: beside a total an average.
  const others = roles.measures.filter((one) => one.column?.name !== column?.name)
  const other = others.find(({ fn }) => fn !== measure.fn) ?? others[0]
  const key = roles.keys[0]?.column
  const isCountable = about !== null && about.column.name !== column?.name && !isTemporalType(about.column.type)
  const aboutKey = isCountable ? about.column : undefined
  const counted = aboutKey ?? (keyCount !== null && keyCount > 1 && keyCount < (rowCount ?? Infinity) ? key : undefined)
  return [
    rows,
    ...(column === null || measured === undefined
      ? []
      : [tile(totalName(called(measure, labels)), whyMeasured(measured, called(measure, labels)), measure)]),
    ...(other === undefined || column === null
      ? []
      : [
          tile(
            totalName(called(other, labels)),
            `${called(other, labels).column?.name ?? ''} is the next column of numbers${other.why === undefined ? '' : `, averaged because ${other.why}`}.`,
            other,
          ),
        ]),
    ...(counted === undefined
      ? []
      : [
          tile(
            asTitle(measureWords(called({ column: counted, fn: 'distinct' as const }, labels))),
            `Values of ${labels.get(counted.name) ?? counted.name} repeat across rows.`,
            {
              column: counted,
              fn: 'distinct',
            },
          ),
        ]),
  ]
}

function whyMeasured({ sign, filled }: ColumnFacts, { fn, column, why }: DraftMeasure): string {
  const name = column?.name ?? ''
  const ofSign = sign === undefined ? '' : ` with ${sign}`
  const ofFilled = filled < 0.995 ? `, of which ${Math.round(filled * 100)} % of the rows have one` : ''
  return fn === 'sum'
    ? `${name} holds amounts${ofSign} that add up${ofFilled}.`
    : `${name} holds values${ofSign}${ofFilled}; they are averaged because ${why ?? 'they do not add up'}.`
}

/** The course of the measure: of each value of a column of few that the draft is about, and beside that of rows if it is about the time itself. */
function trendTiles(
  { measure, about, labels }: DraftPlan,
  time: ColumnFacts,
  { extent: known, isOfSome }: DraftFigures,
  splits: readonly Split[],
): readonly Tile[] {
  const extent = known ?? extentOfFacts(time)
  if (extent === null || extent.least === extent.most) return []
  const { column } = time
  const isTime = isTemporalType(column.type)
  const grain = isTime ? grainForExtent(extent, column.type, known === null && isOfSome) : null
  const series = splits.some(({ column: name, groups }) => name === about?.column.name && groups.length <= mostSeries)
  // Where most spans have no rows, as of a count every ten years, a line would be dots.
  const isSparse = time.distinct < 50 && 2 * time.distinct < spanCount(extent, grain ?? 'year')
  const over = isTime ? (grain ?? 'time') : wordsFor(column.name, labels)
  const tile = (part: TilePart, of: DraftMeasure, by: QuestionColumn | null): Tile => {
    const question: Question = {
      ...emptyQuestion,
      groups: [groupPart(column, grain), ...(by === null ? [] : [groupPart(by, null, 'series')])],
      measures: [measurePart(of)],
      sort: [{ id: 'order', by: { kind: 'part', id: groupId }, direction: 'ascending' }],
    }
    const names = outputNames(question)
    const color = by === null ? null : (names[1] ?? null)
    return {
      part,
      name: `${asTitle(measureWords(called(of, labels)))} by ${over}${by === null ? '' : ` and ${wordsFor(by.name, labels)}`}`,
      reason: `${trendReason(labels.get(column.name) ?? column.name, extent, grain)}${of.why === undefined ? '' : ` Averaged because ${of.why}.`}`,
      question,
      visual: {
        ...defaultVisual,
        type: 'line',
        x: names[0] ?? null,
        y: names.slice(-1),
        color,
        missing: isSparse ? 'connect' : 'auto',
      },
    }
  }
  const isAboutTime = about?.column.name === column.name && measure.column !== null
  return [
    tile('trend', measure, about !== null && series ? about.column : null),
    ...(isAboutTime ? [tile('chart', countOfRows, null)] : []),
  ]
}

function trendReason(name: string, extent: Extent, grain: QuestionGroup['grain']): string {
  const goes = `${name} goes from ${extentWords(extent)}`
  return grain === null ? `${goes}.` : `By ${grain}, because ${goes}.`
}

function splitTile({ measure, facts, about, labels }: DraftPlan, split: ChosenSplit): Tile {
  const column = facts.find((one) => one.column.name === split.column)?.column
  if (column === undefined) throw new Error(`a split by no column of the table: ${split.column}`)
  const isOrdered = isNumericType(column.type) && !split.isCut && split.groups.length <= mostBars
  const isTopOnly = split.isCut || split.groups.length > mostBars
  const question: Question = {
    ...emptyQuestion,
    groups: [groupPart(column)],
    measures: [measurePart(measure)],
    sort: [
      {
        id: 'order',
        by: { kind: 'part', id: isOrdered ? groupId : measureId },
        direction: isOrdered ? 'ascending' : 'descending',
      },
    ],
    limit: isTopOnly ? mostBars : null,
  }
  const labelLength = split.groups.reduce((sum, { value }) => sum + valueText(value).length, 0)
  const isUpright = !isTopOnly && labelLength <= mostUprightLabels
  const [x = null, y] = outputNames(question)
  const name = `${asTitle(measureWords(called(measure, labels)))} by ${wordsFor(column.name, labels)}`
  return {
    part: 'chart',
    name: isTopOnly ? `${cutText(name, maxChartName - 8)}, top ${mostBars}` : name,
    reason: splitReason(split, about?.column.name === column.name),
    question,
    visual: { ...defaultVisual, type: isUpright ? 'bar' : 'row', x, y: y === undefined ? [] : [y] },
  }
}

/** Below this a column hardly tells the rows apart, compared with the one that does the most. */
const leastTelling = 0.05

/** Short enough to be read on a narrow tile, whose name says of which column. */
function splitReason(split: ChosenSplit, isAbout: boolean): string {
  const has = `Because it has ${valueCount(split)}`
  if (split.groups.length === 0) return `${has}, many of which repeat.`
  if (isAbout || split.strength < leastTelling) return `${has}.`
  return `${has}, with ${split.strength === 1 ? 'the largest' : 'clear'} differences.`
}

function valueCount({ groups, isCut }: Split): string {
  if (isCut) return `more than ${mostCategories} values`
  return groups.length === 1 ? '1 value' : `${groups.length} values`
}

function distributionTile({ column }: ColumnFacts, fn: DraftMeasure['fn'], labels: Labels): Tile {
  return {
    part: 'chart',
    name: `Distribution of ${wordsFor(column.name, labels)}`,
    reason: fn === 'sum' ? 'Because a few large values may dominate the sum.' : 'Because an average hides the spread.',
    question: { ...emptyQuestion, columns: [column], filter: notEmpty(column) },
    visual: { ...defaultVisual, type: 'histogram', x: column.name },
  }
}

function notEmpty(column: QuestionColumn): Question['filter'] {
  const condition: QuestionCondition = { kind: 'condition', id: 'filled', column, test: { op: 'is-not-empty' } }
  return { match: 'all', items: [condition] }
}

/** The rows that somebody would look at first: the highest, else the latest, else the first. */
function tableTile({ table, measure, time, facts, roles, about, labels }: DraftPlan, splits: readonly Split[]): Tile {
  const wanted = [
    about?.column,
    roles.names[0]?.column,
    measure.column ?? undefined,
    time?.column,
    ...splits.map(({ column }) => facts.find((one) => one.column.name === column)?.column),
    ...roles.measures.map(({ column }) => column ?? undefined),
    ...facts.filter(({ filled }) => filled > 0).map(({ column }) => column),
    ...facts.map(({ column }) => column),
  ].filter((column) => column !== undefined)
  const columns = [...new Map(wanted.map((column) => [column.name, column])).values()].slice(0, mostTableColumns)
  const by = measure.column ?? time?.column ?? null
  const of = columns.length < table.columnCount ? ` It shows ${columns.length} of ${table.columnCount} columns.` : ''
  return {
    part: 'table',
    name:
      measure.column !== null
        ? `Rows with the highest ${wordsFor(measure.column.name, labels)}`
        : time !== null
          ? `Latest rows by ${wordsFor(time.column.name, labels)}`
          : 'First rows',
    reason: `The rows behind the charts, ${tableRows} at most.${of}`,
    question: {
      ...emptyQuestion,
      columns,
      ...(by === null
        ? {}
        : {
            filter: notEmpty(by),
            sort: [{ id: 'order', by: { kind: 'column', column: by }, direction: 'descending' }],
          }),
      limit: tableRows,
    },
    visual: defaultVisual,
  }
}

/** The parts of a draft that the table has no columns for. */
function notesOf(
  { roles, time, measure, facts, about, candidates, labels }: DraftPlan,
  { rowCount, extent }: DraftFigures,
  splits: readonly Split[],
): readonly string[] {
  if (rowCount === 0) return ['The table has no rows yet, so there is nothing to chart.']
  if (rowCount === 1) return ['The table has one row: there is nothing to compare.']
  const empty = facts.filter(({ filled }) => filled === 0).map(({ column }) => labels.get(column.name) ?? column.name)
  const isOneMoment = time !== null && (extent ?? extentOfFacts(time))?.least === (extent ?? extentOfFacts(time))?.most
  return [
    ...(empty.length === facts.length && empty.length > 0
      ? ['All columns are empty.']
      : empty.length > 0
        ? [`${listed(empty)} ${empty.length === 1 ? 'is' : 'are'} empty and left out.`]
        : []),
    ...(roles.measures.length === 0 && measure.column === null
      ? ['No column holds amounts to add up or compare, so rows are counted.']
      : []),
    ...(roles.times.length === 0 ? ['No column holds dates or times, so there is no trend.'] : []),
    ...(isOneMoment ? [`All rows have the same ${wordsFor(time.column.name, labels)}, so there is no trend.`] : []),
    ...(splits.length === 0 && about === null
      ? [
          candidates.length === 0
            ? 'No column has a few values that repeat, so nothing is split.'
            : 'No column distinguishes the rows, so nothing is split.',
        ]
      : []),
  ]
}

const mostListed = 4

function listed(names: readonly string[]): string {
  const quoted = names.slice(0, mostListed).map((name) => `“${name}”`)
  return listOf(names.length > mostListed ? [...quoted, `${names.length - mostListed} more columns`] : quoted)
}
