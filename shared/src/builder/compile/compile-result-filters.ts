import { isNumericType, isTemporalType, type CellValue, type FieldType } from '../../query/field'
import type { ResultFilter } from '../../query/result-filter'
import { asSingleFilter } from '../../query/single-float'
import type { BuilderDialect } from '../dialects/builder-dialect'
import { isValueOf } from '../column-values'
import type { QuestionProblem } from '../stages/question-problem'
import { isSingle, lowerCase } from './compile-filter'
import { distinctLabels, outputNames } from '../part-labels'
import { groupType } from '../group-type'
import { isTimeGrain, type Question, type QuestionColumn } from '../question'
import { measureType } from '../measure-type'
import { groupKey, listsSource, mentionedColumns, type CompileOptions, type QuestionBase } from './question-base'
import {
  allOf,
  anyOf,
  binary,
  call,
  column,
  isNull,
  numberLiteral,
  value,
  word,
  type SqlExpression,
  type SqlValueType,
} from './sql-node'

/**
 * A column of the answer, or of what is read. of: as it compares. isSingle: a 32-bit float. isMeasure: it is there only once rows
 * are grouped. ungrouped: of a group by time the column itself.
 */
export interface FilteredColumn {
  readonly name: string
  readonly type: FieldType
  readonly of: SqlExpression
  readonly isSingle: boolean
  readonly isMeasure: boolean
  readonly ungrouped?: Pick<FilteredColumn, 'of' | 'type'>
  /** A condition that is true for values of the type, where others may be among them. */
  readonly fits?: SqlExpression | null | undefined
  /** As it equals a point in time, where that is other than as it compares. */
  readonly moment?: SqlExpression | undefined
}

/**
 * A dashboard's filters within a question. before: conditions on rows, before they are grouped. after: on measures, before the
 * limit. applied: columns that were found. rest: filters of columns that nobody here knows.
 */
export interface QuestionNarrowing {
  readonly before: readonly SqlExpression[]
  readonly after: readonly SqlExpression[]
  readonly applied: readonly string[]
  readonly rest: readonly ResultFilter[]
  readonly problems: readonly QuestionProblem[]
}

interface FilterWriting {
  readonly dialect: BuilderDialect
  readonly onTheWall: (text: string) => string
}

const orders: ReadonlySet<ResultFilter['op']> = new Set(['<', '<=', '>', '>='])
const isOfTexts = ({ op }: ResultFilter) => op === 'contains' || op === 'made-of'

/** columns: the first of a name counts. */
export function narrowQuestion(
  filters: readonly ResultFilter[],
  columns: readonly FilteredColumn[],
  writing: FilterWriting,
): QuestionNarrowing {
  const before: SqlExpression[] = []
  const after: SqlExpression[] = []
  const applied = new Set<string>()
  const rest: ResultFilter[] = []
  const problems: QuestionProblem[] = []
  for (const filter of filters) {
    const found = columns.find(({ name }) => name === filter.column)
    // In what is no text nobody looks for one.
    if (found === undefined || (isOfTexts(filter) && found.type !== 'text')) {
      rest.push(filter)
      continue
    }
    applied.add(found.name)
    // Where values of any kind are among them, one that does not fit is looked for as it is.
    const mayMisfit = writing.dialect.fits !== undefined && !orders.has(filter.op)
    const wrong = valuesOf(filter).find(
      (cell) => cell !== null && !mayMisfit && !isCellOf(cell, found.type, writing.dialect),
    )
    if (wrong !== undefined)
      problems.push({ step: 'filter', partId: null, message: `“${found.name}” cannot be compared with “${wrong}”.` })
    else
      (found.isMeasure ? after : before).push(
        conditionOf(found.isSingle ? asSingleFilter(filter) : filter, found, writing),
      )
  }
  return { before, after, applied: [...applied], rest, problems }
}

/** The columns that a filter can name: the answer's, those that the question names, and the source's. */
export function filteredColumns(
  question: Question,
  base: QuestionBase,
  { dialect, weekStart }: CompileOptions,
  sourceColumns: readonly Omit<QuestionColumn, 'join'>[] | null,
): readonly FilteredColumn[] {
  const comparable = (of: QuestionColumn) =>
    isTemporalType(of.type) ? dialect.comparable(base.raw(of), of.type) : base.exact(of)
  const ofColumn = (of: QuestionColumn, name = of.name): FilteredColumn => ({
    name,
    type: of.type,
    of: comparable(of),
    isSingle: isSingle(of, dialect),
    isMeasure: false,
    fits: dialect.fits?.(base.exact(of), of.type),
    moment: isTemporalType(of.type) && of.type !== 'date' ? dialect.moment?.(base.raw(of)) : undefined,
  })
  const names = outputNames(question)
  const groups = question.groups.map((group, index): FilteredColumn => {
    const name = names[index] ?? group.id
    if (group.grain === null && group.bin === undefined && group.top === undefined) return ofColumn(group.column, name)
    const of = groupKey(group, base, dialect, weekStart)
    if (group.grain === null && group.bin === undefined && group.top?.rest === 'left-out')
      return ofColumn(group.column, name)
    const type = groupType(group)
    return {
      ...ofColumn(group.column, name),
      type,
      of,
      ...(isTimeGrain(group.grain) ? { ungrouped: ofColumn(group.column) } : {}),
      fits: dialect.fits?.(of, isTimeGrain(group.grain) ? 'date' : type),
      moment: undefined,
    }
  })
  const measures = question.measures.map((measure, index): FilteredColumn => {
    const name = names[groups.length + index] ?? measure.id
    const type = measureType(measure)
    const own = column(null, name)
    const of = type === 'text' ? dialect.exact(own, { type, databaseType: 'text' }) : dialect.comparable(own, type)
    const { fn, column: measured } = measure
    return {
      name,
      type,
      of: isTemporalType(type) || type === 'text' ? of : own,
      isSingle: (fn === 'min' || fn === 'max') && measured !== null && isSingle(measured, dialect),
      isMeasure: true,
    }
  })
  const labels = distinctLabels(question.columns.map(({ name }) => name))
  const inAnswer = [...groups, ...measures, ...question.columns.map((of, index) => ofColumn(of, labels[index]))]
  if (sourceColumns === null) return inAnswer
  const known = listsSource(question, dialect) ? sourceColumns : []
  return [
    ...inAnswer,
    ...mentionedColumns(question).map((of) => ofColumn(of)),
    ...known.map((of) => ofColumn({ ...of, join: null })),
  ]
}

/**
 * The column that a filter of that name is of, where rows have it before they are grouped; undefined where none is known.
 * sourceColumns: as for `filteredColumns`.
 */
export function filteredColumn(
  question: Question,
  name: string,
  sourceColumns: readonly Omit<QuestionColumn, 'join'>[],
): QuestionColumn | undefined {
  const names = outputNames(question)
  const at = names.indexOf(name)
  const group = question.groups[at]
  if (group !== undefined) return group.grain === null && group.bin === undefined ? group.column : undefined
  if (at >= 0) return undefined
  const inSource = sourceColumns.find((column) => column.name === name)
  return mentionedColumns(question).find((column) => column.name === name) ?? (inSource && { ...inSource, join: null })
}

function valuesOf({ value: given }: ResultFilter): readonly CellValue[] {
  return typeof given === 'object' && given !== null ? given : [given]
}

const infinityPattern = /^-?infinity$/
const momentPattern = /^\d{4}-\d{2}-\d{2}(?:[ T]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}(?::?\d{2})?)?)?$/

function isCellOf(cell: CellValue, type: FieldType, { endsIn9999 }: BuilderDialect): boolean {
  if (type === 'boolean') return typeof cell === 'boolean' || cell === 'true' || cell === 'false'
  const text = String(cell)
  if (isTemporalType(type) && endsIn9999 !== true && infinityPattern.test(text)) return true
  if (isTemporalType(type)) return momentPattern.test(text) && isValueOf(text.slice(0, 10), 'date')
  return isNumericType(type) ? isValueOf(text, type) : true
}

/** By the same rules as around SQL: `filter-condition.ts` of the engine. */
function conditionOf(filter: ResultFilter, found: FilteredColumn, writing: FilterWriting): SqlExpression {
  const values = valuesOf(filter)
  // DuckDB looks for the hour or day of infinity between it and the next one, which there is not.
  const isEndless = values.length === 1 && infinityPattern.test(String(values[0]))
  const { op } = filter
  const { moment } = writing.dialect
  const isMoment = moment !== undefined && found.moment !== undefined && !orders.has(op)
  const { type, of: ordered } = (isEndless && found.ungrouped) || found
  const of = isMoment ? found.moment : ordered
  const [first = null] = values
  const written = (cell: CellValue) => {
    const text = valueOf(cell, type, writing)
    return isMoment ? moment(text) : text
  }
  const nothing = anyOf([])
  if (op === 'in') {
    const listed = values.filter((cell) => cell !== null).map(written)
    const among: SqlExpression = listed.length === 0 ? nothing : { kind: 'in', of, values: listed, isNegated: false }
    return values.includes(null) ? anyOf([among, isNull(of)]) : among
  }
  if (first === null) return op === '=' ? isNull(of) : op === '!=' ? { kind: 'is-null', of, isNegated: true } : nothing
  if (op === 'made-of') {
    const without = (text: SqlExpression, character: string) =>
      call('replace', text, value(character, 'text'), word(''))
    const others = Array.from(String(first)).reduce(without, of)
    return allOf([
      binary(call('length', others), '=', numberLiteral(0)),
      binary(call('length', of), '>', numberLiteral(0)),
    ])
  }
  const compared = written(first)
  if (op === 'contains')
    return writing.dialect.textAt('anywhere', lowerCase(of, writing.dialect), lowerCase(compared, writing.dialect))
  if (op === '!=') return anyOf([binary(of, '<>', compared), isNull(of)])
  const condition = binary(of, op, compared)
  return orders.has(op) && found.fits ? allOf([condition, found.fits]) : condition
}

function valueOf(cell: CellValue, type: FieldType, writing: FilterWriting): SqlExpression {
  const text = String(cell)
  if (writing.dialect.fits !== undefined && !isCellOf(cell, type, writing.dialect)) return value(text, 'text')
  if (type === 'boolean') return { kind: 'keyword', word: text === 'true' ? 'TRUE' : 'FALSE' }
  if ((type === 'date' || type === 'timestamp' || type === 'timestamptz') && infinityPattern.test(text))
    return value(text, type)
  if (type === 'date') return value(text.slice(0, 10), 'date')
  if (type === 'timestamp' || type === 'timestamptz') return value(momentText(text, type, writing), type)
  return value(text, valueTypeOf(text, type))
}

function momentText(given: string, type: 'timestamp' | 'timestamptz', { dialect, onTheWall }: FilterWriting): string {
  const keepsOffset = type === 'timestamptz' && dialect.readsOffsets === true
  const text = keepsOffset ? given : onTheWall(given)
  const [day, rest] = [text.slice(0, 10), text.slice(11)]
  const written = rest.replace(/(Z|[+-][\d:]+)$/, '')
  // Where times are texts, `12:00:00.000` would not be `12:00:00`.
  const clock = written.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '')
  const offset = keepsOffset ? rest.slice(written.length) : ''
  return `${day} ${clock === '' ? '00:00:00' : clock.length === 5 ? `${clock}:00` : clock}${offset}`
}

function valueTypeOf(text: string, type: FieldType): SqlValueType {
  if (type === 'number') return 'double'
  if (isNumericType(type)) return /^-?\d{1,18}$/.test(text) ? 'integer' : 'decimal'
  return 'text'
}
