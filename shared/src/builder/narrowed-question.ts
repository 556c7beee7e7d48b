import { dayAfter, isDay } from '../base/calendar-day'
import type { CellValue } from '../query/field'
import { isTemporalType } from '../query/field'
import type { ResultFilter } from '../query/result-filter'
import { checkQuestion, testsFor } from './check-question'
import { filteredColumn } from './compile/compile-result-filters'
import { nextUnitStart, unitStart } from './date-unit'
import { addDigits } from './bin-width'
import { grainWords, outputNames } from './part-labels'
import { columnOfComputed } from './question-expressions'
import { partNumber } from './time-part-words'
import { stagesOf, withLastStage } from './stages/question-stages'
import { stageNarrowings } from './stages/stage-places'
import {
  conditionsIn,
  dateUnits,
  isTimeGrain,
  leavesIn,
  otherValue,
  valueShownAs,
  type ComputedColumn,
  type DateUnit,
  type Question,
  type QuestionColumn,
  type QuestionCondition,
  type QuestionFilter,
  type QuestionFilterGroup,
  type QuestionTest,
  type TimePart,
} from './question'

/** A question of fewer rows. left: the columns of conditions that its own filter cannot hold. */
export interface NarrowedQuestion {
  readonly question: Question
  readonly left: readonly string[]
}

type Item = QuestionFilter['items'][number]

/**
 * The question with conditions on columns of its answer, or of what it reads, as its own filter, in the step that they narrow; those of columns that it does not
 * know are no conditions of its answer either, and are dropped. sourceColumns: of its source, as far as they are known.
 * weekStart: 1 Monday to 7 Sunday.
 */
export function narrowedQuestion(
  question: Question,
  conditions: readonly ResultFilter[],
  { sourceColumns, weekStart }: NarrowWith,
): NarrowedQuestion {
  const stages = stageNarrowings(question, [], { filters: conditions, sourceColumns, onTheWall: (text) => text })
  if (stages.length === 1) return narrowedStage(question, conditions, { sourceColumns, weekStart })
  const left: string[] = []
  const partsOf = new Map(
    stages.map(({ stage, filters, given, sourceColumns: columns }) => {
      const own = narrowedStage(stage.question, filters, { sourceColumns: columns ?? [], weekStart })
      left.push(...given.filter((_, index) => own.left.includes(filters[index]?.column ?? '')))
      const { filter, expressions } = own.question
      return [stage.id, { filter, ...(expressions && { expressions }) }]
    }),
  )
  const narrowed: Question = {
    ...question,
    ...partsOf.get(null),
    steps: (question.steps ?? []).map((step) => ({ ...step, ...partsOf.get(step.id) })),
  }
  return { question: narrowed, left }
}

/** The question with conditions on its answer, or on what its last step reads, as the filter of that step alone. */
export function narrowedLast(
  question: Question,
  conditions: readonly ResultFilter[],
  { sourceColumns, weekStart }: NarrowWith,
): NarrowedQuestion {
  const last = stagesOf(question).at(-1)
  if (last === undefined) throw new Error('a question has a step')
  const read = last.id === null ? sourceColumns : last.reads
  const { question: narrowed, left } = narrowedStage(last.question, conditions, { sourceColumns: read, weekStart })
  const { filter, expressions } = narrowed
  return { question: withLastStage(question, { filter, ...(expressions && { expressions }) }), left }
}

/** sourceColumns: of the source, as far as they are known. */
interface NarrowWith {
  readonly sourceColumns: readonly Omit<QuestionColumn, 'join'>[]
  readonly weekStart: number
}

function narrowedStage(
  question: Question,
  conditions: readonly ResultFilter[],
  { sourceColumns, weekStart }: NarrowWith,
): NarrowedQuestion {
  const left = new Set<string>()
  const items: Item[] = []
  const nextId = freeIds(question)
  const names = outputNames(question)
  const partOf = partColumns(question)
  let narrowed = question
  for (const condition of conditions) {
    const at = names.indexOf(condition.column)
    const { grain = null, column: grouped, bin, top } = question.groups[at] ?? {}
    const part = grain === null || isTimeGrain(grain) ? null : grain
    const made = part === null || grouped === undefined ? null : partOf(part, grouped)
    const column =
      made !== null
        ? columnOfComputed(made)
        : grain === null && bin === undefined
          ? filteredColumn(question, condition.column, sourceColumns)
          : grouped
    const isMeasure = at >= question.groups.length
    if (column === undefined && !isMeasure) continue
    const asked =
      part !== null ? onNumbers(condition, part) : top?.rest === 'other' ? withoutOther(condition) : condition
    const unit = grain === null || made !== null ? null : dateUnits.find((one) => one === grain)
    const tests =
      column === undefined || unit === undefined || asked === null
        ? null
        : unit === null
          ? testsOf(asked, column)
          : bucketTests(asked, unit, weekStart)
    const item = tests === null || column === undefined ? null : itemOf(tests, column, nextId)
    const inBin = bin === undefined || column === undefined ? null : binConditions(condition, bin.width, column, nextId)
    if (bin !== undefined && column !== undefined) {
      if (inBin === null) left.add(condition.column)
      else items.push(...inBin.filter((one) => !items.some((known) => saysSame(known, one))))
      continue
    }
    const hasPlace = item?.kind !== 'group' || takesGroups(question.filter)
    const read = made === null ? narrowed : withComputed(narrowed, [made])
    if (item === null || !hasPlace || isRefused(read, item)) {
      left.add(condition.column)
      continue
    }
    narrowed = read
    if (!items.some((known) => saysSame(known, item))) items.push(item)
  }
  return { question: { ...narrowed, filter: filterOfBoth(question.filter, items, nextId) }, left: [...left] }
}

const partFunctions: Readonly<Record<TimePart, string>> = {
  'hour-of-day': 'hour',
  weekday: 'weekday',
  'day-of-month': 'day',
  'week-of-year': 'week',
  'month-of-year': 'month',
  'quarter-of-year': 'quarter',
}

/** Columns of the numbers of parts of dates, which filters can test as they can test no part; each made once. */
function partColumns(question: Question): (part: TimePart, column: QuestionColumn) => ComputedColumn {
  const known = [...(question.expressions ?? [])]
  return (part, column) => {
    const text = `${partFunctions[part]}(given)`
    const isSame = ({ expression }: ComputedColumn) => {
      const [named] = expression.columns
      return expression.text === text && named?.column.join === column.join && named.column.name === column.name
    }
    const found = known.find(isSame)
    if (found !== undefined) return found
    const ids = new Set([...question.joins, ...known].map(({ id }) => id))
    const places = Array.from({ length: ids.size + 1 }, (_, index) => `part-${index + 1}`)
    const made: ComputedColumn = {
      id: places.find((id) => !ids.has(id)) ?? 'part',
      name: `${column.name} by ${grainWords[part]}`.slice(0, 255),
      expression: { text, columns: [{ as: 'given', column }] },
    }
    known.push(made)
    return made
  }
}

function withComputed(question: Question, added: readonly ComputedColumn[]): Question {
  const known = question.expressions ?? []
  const fresh = added.filter(({ id }) => !known.some((one) => one.id === id))
  return fresh.length === 0 ? question : { ...question, expressions: [...known, ...fresh] }
}

/** A condition on the largest values as one on all values; null of what names the others, or tests other than for values. */
function withoutOther({ value, ...condition }: ResultFilter): ResultFilter | null {
  const given = Array.isArray(value) ? value : [value]
  if (given.includes(otherValue) || !['=', 'in', '!='].includes(condition.op)) return null
  return { ...condition, value: Array.isArray(value) ? value.map(valueShownAs<CellValue>) : valueShownAs(value) }
}

/** A condition on the words of a part as one on its numbers; null of words that are none. */
function onNumbers({ value, ...condition }: ResultFilter, part: TimePart): ResultFilter | null {
  const given = Array.isArray(value) ? value : [value]
  const numbers = given.map((cell) => (cell === null ? null : (partNumber(part, String(cell)) ?? Number.NaN)))
  if (numbers.some((number) => Number.isNaN(number))) return null
  return { ...condition, value: Array.isArray(value) ? numbers : (numbers[0] ?? null) }
}

/** Returns the question with conditions that must hold as well as its filter. */
export function withConditions(
  question: Question,
  conditions: readonly Pick<QuestionCondition, 'column' | 'test'>[],
): Question {
  const nextId = freeIds(question)
  const items = conditions.map((condition): QuestionCondition => ({ kind: 'condition', id: nextId(), ...condition }))
  return { ...question, filter: filterOfBoth(question.filter, items, nextId) }
}

/** Tests of which one must hold. */
type AnyOf = readonly QuestionTest[]

function testsOf({ op, value }: ResultFilter, column: QuestionColumn): AnyOf | null {
  const { type } = column
  const given = Array.isArray(value) ? value : [value]
  if (isTemporalType(type)) return dayTests(op, given)
  switch (op) {
    case '=':
    case 'in': {
      const known = given.filter((cell) => cell !== null)
      const empty: AnyOf = given.includes(null) ? [{ op: 'is-empty' }] : []
      if (type === 'boolean')
        return [...known.map((cell) => ({ op: String(cell) === 'true' ? 'is-true' : 'is-false' }) as const), ...empty]
      return [...(known.length === 0 ? [] : [{ op: 'is', values: known.map(String) } as const]), ...empty]
    }
    case '!=':
      if (given[0] === null) return [{ op: 'is-not-empty' }]
      return type === 'boolean' ? null : [{ op: 'is-not', values: given.map(String) }]
    case 'contains':
      return [{ op: 'contains', value: String(given[0]), ignoresCase: true }]
    case 'made-of':
      return null
    default:
      return [{ op: orderTests[op], value: String(given[0]) }]
  }
}

const orderTests = { '<': 'less', '<=': 'at-most', '>': 'greater', '>=': 'at-least' } as const
const midnight = /^(\d{4}-\d{2}-\d{2})(?:[T ]00:00(?::00(?:\.0+)?)?(?:Z|[+-]\d{2}(?::?\d{2})?)?)?$/

/** The day that a value begins; null for a time within one, which no test names, and for what is no day. */
function dayOfCell(cell: CellValue | undefined): string | null {
  const day = midnight.exec(String(cell))?.[1]
  return day !== undefined && isDay(day) ? day : null
}

/** Conditions on a column of days and times: a test takes days alone. */
function dayTests(op: ResultFilter['op'], given: readonly CellValue[]): AnyOf | null {
  if (given[0] === null && given.length === 1)
    return op === '=' ? [{ op: 'is-empty' }] : op === '!=' ? [{ op: 'is-not-empty' }] : null
  // A day is more than the moment that it begins with.
  const days = given.map((cell) => (dayOfCell(cell) === String(cell) ? String(cell) : null))
  if (op === '=' || op === 'in') {
    const values = days.filter((day) => day !== null)
    return values.length === given.length ? [{ op: 'is', values }] : null
  }
  const start = dayOfCell(given[0])
  return start !== null && (op === '>=' || op === '<') ? [{ op: orderTests[op], value: start }] : null
}

/** Conditions on the first days of weeks, months and the like, as conditions on the days in them. */
function bucketTests({ op, value }: ResultFilter, unit: DateUnit, weekStart: number): AnyOf | null {
  const given = Array.isArray(value) ? value : [value]
  const tests = given.map((cell): QuestionTest | null => {
    if (cell === null)
      return op === '!=' ? { op: 'is-not-empty' } : op === '=' || op === 'in' ? { op: 'is-empty' } : null
    const day = dayOfCell(cell)
    if (day === null) return null
    const start = unitStart(day, unit, weekStart)
    const next = nextUnitStart(start, unit)
    switch (op) {
      case '=':
      case 'in':
        return start === day ? { op: 'between', from: start, to: dayAfter(next, -1) } : null
      case '>=':
        return { op: 'at-least', value: start === day ? day : next }
      case '<':
        return { op: 'less', value: start === day ? day : next }
      case '>':
        return { op: 'at-least', value: next }
      case '<=':
        return { op: 'less', value: next }
      default:
        return null
    }
  })
  const found = tests.filter((test) => test !== null)
  return found.length === tests.length ? found : null
}

/** The conditions that all hold in one bin; null of conditions that are not of one. */
function binConditions(
  { op, value }: ResultFilter,
  width: string,
  column: QuestionColumn,
  nextId: () => string,
): readonly QuestionCondition[] | null {
  const given = Array.isArray(value) && value.length === 1 ? value[0] : value
  const isOne = op === '=' || (op === 'in' && !Array.isArray(given))
  const holds = (test: QuestionTest): QuestionCondition => ({ kind: 'condition', id: nextId(), column, test })
  if (given === null) return isOne ? [holds({ op: 'is-empty' })] : op === '!=' ? [holds({ op: 'is-not-empty' })] : null
  const end = isOne ? addDigits(String(given), width) : null
  // So far from zero the next double is beyond the bin: no two bounds have it between them.
  if (end === null || (column.type === 'number' && Number(end) <= Number(given))) return null
  return [holds({ op: 'at-least', value: String(given) }), holds({ op: 'less', value: end })]
}

function itemOf(tests: AnyOf, column: QuestionColumn, nextId: () => string): Item | null {
  const conditions = tests.map((test): QuestionCondition => ({ kind: 'condition', id: nextId(), column, test }))
  const [first] = conditions
  if (first === undefined) return null
  return conditions.length === 1 ? first : { kind: 'group', id: nextId(), match: 'any', items: conditions }
}

function isRefused(question: Question, item: Item): boolean {
  if (conditionsIn({ items: [item] }).some(({ column, test }) => !testsFor(column.type).includes(test.op))) return true
  const alone: Question = { ...question, filter: { match: 'all', items: [item] } }
  return checkQuestion(alone).some(({ step }) => step === 'filter')
}

function saysSame(a: Item, b: Item): boolean {
  const sayings = (item: Item) =>
    conditionsIn({ items: [item] }).map(({ column: { join, name }, test }) => [join, name, test])
  return a.kind === b.kind && JSON.stringify(sayings(a)) === JSON.stringify(sayings(b))
}

/** Groups hold no groups: where any of several parts is enough, the new conditions are said of each of those. */
function filterOfBoth(filter: QuestionFilter, added: readonly Item[], nextId: () => string): QuestionFilter {
  const { items } = filter
  if (added.length === 0) return filter
  if (filter.match === 'all' || items.length < 2) return { match: 'all', items: [...items, ...added] }
  if (takesGroups(filter)) {
    const alternatives = leavesIn({ items })
    return { match: 'all', items: [{ kind: 'group', id: nextId(), match: 'any', items: alternatives }, ...added] }
  }
  const conditions = added.filter((item) => item.kind === 'condition')
  const alternatives = items.flatMap((item) =>
    item.kind !== 'group' ? [[item]] : item.match === 'all' ? [item.items] : item.items.map((one) => [one]),
  )
  return {
    match: 'any',
    items: alternatives.map((of): QuestionFilterGroup => {
      const own = conditions.map((condition) => ({ ...condition, id: nextId() }))
      return { kind: 'group', id: nextId(), match: 'all', items: [...of, ...own] }
    }),
  }
}

function takesGroups({ match, items }: QuestionFilter): boolean {
  return match === 'all' || items.length < 2 || items.every((item) => item.kind !== 'group')
}

function freeIds({ filter }: Question): () => string {
  const taken = new Set([...filter.items, ...leavesIn(filter)].map(({ id }) => id))
  let count = 0
  return () => {
    do count += 1
    while (taken.has(`added-${count}`))
    return `added-${count}`
  }
}
