import type { BuilderDialect } from '../dialects/builder-dialect'
import { binStart } from './bin-start'
import { compileRowExpression, type ExpressionContext } from './compile-expression'
import { questionCondition } from './compile-filter'
import { distinctLabels } from '../part-labels'
import { columnOfComputed, columnsOfExpressions, readQuestionExpression, shownComputed } from '../question-expressions'
import {
  conditionsIn,
  isTimeGrain,
  type Question,
  type QuestionColumn,
  type QuestionExpression,
  type QuestionFilter,
  type QuestionGroup,
  type QuestionJoin,
  type QuestionSource,
  type QuestionTable,
} from '../question'
import { findColumn } from '../suggest-join'
import { unitedColumns } from '../unions/united-columns'
import { timePartOf } from './time-part'
import { toppedKey, topSteps, type LargestValues, type ToppedGroup } from './top-values'
import { unionSteps } from './union-steps'
import {
  allOf,
  binary,
  call,
  column,
  isNull,
  numberLiteral,
  type SqlExpression,
  type SqlJoin,
  type SqlSelect,
} from './sql-node'

/**
 * weekStart: 1 Monday to 7, as the workspace has it. today: the day that relative dates count from, where the clock of the
 * database is not to be asked. The zone is that of the session.
 */
export interface CompileOptions {
  readonly dialect: BuilderDialect
  readonly weekStart: number
  readonly today?: string
  readonly models?: CompiledModels | undefined
}

/** The models that a question reads: as steps before it, each after those that it reads itself. */
export interface CompiledModels {
  readonly with: SqlSelect['with']
  readonly find: (id: string) => ModelStep | undefined
}

/** name: of the step. columnName: the name of a column by now. */
export interface ModelStep {
  readonly name: string
  readonly columnName: (of: Pick<QuestionColumn, 'name' | 'part'>) => string
}

/** The rows that a question reads, before grouping. */
export interface QuestionBase {
  readonly reading: Pick<SqlSelect, 'from' | 'joins' | 'where'>
  /** Steps before it. */
  readonly with: SqlSelect['with']
  /** A column as the database has it. */
  readonly raw: (of: QuestionColumn) => SqlExpression
  /** The same so that equal means the same everywhere. */
  readonly exact: (of: QuestionColumn) => SqlExpression
  /** The condition of a filter on those columns; null where it has none. */
  readonly condition: (filter: QuestionFilter) => SqlExpression | null
  /** Every column of the source that may be read. */
  readonly allOfSource: SqlSelect['columns']
  /** The columns that are computed beside them. */
  readonly computed: SqlSelect['columns']
  /** The name of the step that has a group's largest values. */
  readonly topStep: (group: string) => string
  readonly groupOf: (id: string) => QuestionGroup | undefined
  readonly context: ExpressionContext
}

export function baseOf(question: Question, source: QuestionSource, options: CompileOptions): QuestionBase {
  const { dialect } = options
  const stepOf = ({ model }: QuestionTable) => (model === undefined ? undefined : mustGetStep(options, model))
  const nameOf = (table: QuestionTable) => stepOf(table)?.name ?? table.name
  // What a model calls otherwise by now, the answer may call another of its columns.
  const isNamed = question.joins.length > 0 || source.model !== undefined || dialect.qualifiesColumns === true
  const [sourceAlias = source.name, ...joinAliases] = distinctLabels(
    [source, ...question.joins.map(({ table }) => table)].map(nameOf),
  )
  const aliasesByJoin = new Map(question.joins.map(({ id }, index) => [id, joinAliases[index] ?? id]))
  const united = unitedColumns(question)
  const stepsByJoin = new Map([
    [null, united === null ? stepOf(source) : stepOfUnited(united)],
    ...question.joins.map(({ id, table }) => [id, stepOf(table)] as const),
  ])
  const columnName = (of: Pick<QuestionColumn, 'join' | 'name' | 'part'>) =>
    stepsByJoin.get(of.join)?.columnName(of) ?? of.name
  const largest = topSteps(question)
  const computedById = new Map((question.expressions ?? []).map(({ id, expression }) => [id, expression]))
  const compiled = new Map<QuestionExpression, SqlExpression>()
  /** The columns of tables that a step has joined already. */
  const stepColumns = new Map<string | null, (name: string) => SqlExpression>()
  const raw = (of: Pick<QuestionColumn, 'join' | 'name' | 'part'>): SqlExpression => {
    const computed = of.join === null ? undefined : computedById.get(of.join)
    if (computed === undefined) {
      const ofStep = stepColumns.get(of.join)
      if (ofStep !== undefined) return ofStep(columnName(of))
      const alias = of.join === null ? sourceAlias : (aliasesByJoin.get(of.join) ?? null)
      return column(isNamed ? alias : null, columnName(of))
    }
    const known = compiled.get(computed)
    if (known !== undefined) return known
    const read = readQuestionExpression(computed, 'row')
    if (!read.ok) throw new Error('the question was not checked')
    const made = compileRowExpression(read.value, context)
    compiled.set(computed, made)
    return made
  }
  const exact = (of: QuestionColumn) => dialect.exact(raw(of), of)
  const context: ExpressionContext = { raw, exact, ...options }
  const pathOf = (table: QuestionTable) => (table.schema === null ? [nameOf(table)] : [table.schema, table.name])
  const aliasFor = (table: QuestionTable, alias: string) => (alias === nameOf(table) ? null : alias)
  const condition = (filter: QuestionFilter) => questionCondition(filter, context)
  const onOf = ({ on }: QuestionJoin) => allOf(on.map(({ left, right }) => binary(exact(left), '=', exact(right))))
  const steps: SqlSelect['with'][number][] = []
  const namedOf = (join: string | null) =>
    new Map(
      mentionedColumns(question)
        .filter((of) => of.join === join)
        .map((of) => [columnName(of), of]),
    )
  const readTable = (read: SqlSelect['from'], alias: string, join: string | null, at: number) => {
    if (dialect.nullable === undefined || !isEmptied(question, at)) return read
    const name = join === null ? 'source_rows' : `joined_${at + 1}`
    steps.push({ name, select: nullableRows([...namedOf(join)], read.table, dialect.nullable) })
    return { table: [name], alias }
  }
  const tableFor = (table: QuestionTable, alias: string) => ({ table: pathOf(table), alias: aliasFor(table, alias) })
  const unitedRows = unionSteps(
    question,
    (table) => {
      const step = stepOf(table)
      return { path: pathOf(table), columnName: (of) => step?.columnName(of) ?? of.name }
    },
    dialect,
  )
  steps.push(...unitedRows)
  const lastUnion = unitedRows.at(-1)
  const sourceRows =
    lastUnion === undefined ? tableFor(source, sourceAlias) : { table: [lastUnion.name], alias: sourceAlias }
  const sourceTable = readTable(sourceRows, sourceAlias, null, -1)
  let from = isNamed ? sourceTable : { ...sourceTable, alias: null }
  let joins: SqlJoin[] = []
  question.joins.forEach((join, at) => {
    const alias = joinAliases[at] ?? join.id
    const joined: SqlJoin = {
      kind: join.kind,
      ...readTable(tableFor(join.table, alias), alias, join.id, at),
      on: onOf(join),
    }
    if (join.kind !== 'full' || dialect.lacksFullJoin !== true) {
      joins.push(joined)
      return
    }
    const read = [null, ...question.joins.slice(0, at + 1).map(({ id }) => id)]
    const columns = read.flatMap((id, place) =>
      [...namedOf(id)].map(([name, of]) => ({ of: raw(of), alias: `${name} ${place}` })),
    )
    const half = (kind: 'left' | 'right', where: SqlExpression | null): SqlSelect => ({
      ...{ with: [], columns, from, joins: [...joins, { ...joined, kind }], where },
      ...{ groupBy: 0, orderBy: [], limit: null },
    })
    // What nothing on the left matches has nothing in a column that would have to be equal.
    const unmatched = half('right', allOf(join.on.slice(0, 1).map(({ left }) => isNull(raw(left)))))
    const name = `both_${at + 1}`
    steps.push({ name, select: { ...half('left', null), union: [unmatched] } })
    read.forEach((id, place) => stepColumns.set(id, (of) => column(name, `${of} ${place}`)))
    from = { table: [name], alias: null }
    joins = []
  })
  return {
    with: [...(options.models?.with ?? []), ...steps],
    reading: {
      from,
      joins,
      where: condition(question.filter),
    },
    raw,
    exact,
    condition,
    allOfSource: !listsSource(question, dialect)
      ? [...namedOf(null)].map(([name, of]) => ({ of: raw(of), alias: name }))
      : united !== null
        ? united.map(({ name }) => ({ of: raw({ join: null, name }), alias: null }))
        : source.columns === undefined
          ? [{ of: { kind: 'all-columns', of: isNamed ? sourceAlias : null }, alias: null }]
          : source.columns.map((name) => ({ of: raw({ join: null, name }), alias: null })),
    computed: shownComputed(question).map((computed) => ({
      of: raw(columnOfComputed(computed)),
      alias: computed.name,
    })),
    topStep: (group) => largest.get(group) ?? group,
    groupOf: (id) => question.groups.find((group) => group.id === id),
    context,
  }
}

/** The rows of several tables as a step, whose columns are called as the question says. */
function stepOfUnited(columns: readonly Pick<QuestionColumn, 'name' | 'part'>[]): Pick<ModelStep, 'columnName'> {
  return { columnName: (of) => findColumn(columns, of)?.name ?? of.name }
}

function mustGetStep({ models }: CompileOptions, id: string): ModelStep {
  const step = models?.find(id)
  if (step === undefined) throw new Error(`the model ${id} was not compiled`)
  return step
}

/** The same of the rows alone for which these hold too. */
export function narrowedBy(base: QuestionBase, conditions: readonly SqlExpression[]): QuestionBase {
  if (conditions.length === 0) return base
  const { where } = base.reading
  const known = where === null ? [] : where.kind === 'all' ? where.of : [where]
  return { ...base, reading: { ...base.reading, where: allOf([...known, ...conditions]) } }
}

/** True if nothing may be in a table's columns: it is joined where it matches, or a later join keeps rows of its own. at: -1 for the source. */
function isEmptied({ joins }: Question, at: number): boolean {
  const own = joins[at]?.kind
  const isKept = ({ kind }: QuestionJoin) => kind === 'right' || kind === 'full'
  return own === 'left' || own === 'full' || joins.slice(at + 1).some(isKept)
}

/** True if a statement can list all columns of the source: not where it has to name them to join them. */
export function listsSource(question: Question, dialect: BuilderDialect): boolean {
  if (dialect.lacksFullJoin === true) return question.joins.every(({ kind }) => kind !== 'full')
  return dialect.nullable === undefined || !isEmptied(question, -1)
}

/** The named columns of a table, each of which may be null. */
function nullableRows(
  columns: readonly (readonly [name: string, of: QuestionColumn])[],
  path: readonly string[],
  nullable: NonNullable<BuilderDialect['nullable']>,
): SqlSelect {
  const named = columns.map(([name, of]) => ({ of: nullable(column(path.at(-1) ?? null, name), of), alias: name }))
  return {
    with: [],
    columns: named.length === 0 ? [{ of: numberLiteral(1), alias: 'one' }] : named,
    from: { table: path, alias: null },
    joins: [],
    where: null,
    groupBy: 0,
    orderBy: [],
    limit: null,
  }
}

export function groupKey(
  group: QuestionGroup,
  base: QuestionBase,
  dialect: BuilderDialect,
  weekStart: number,
): SqlExpression {
  const key = plainKey(group, base, dialect, weekStart)
  const { top } = group
  if (top === undefined) return key
  return toppedKey({ ...group, top }, key, largestOf({ ...group, top }, base, dialect, weekStart))
}

/** Where the largest values of a group are found. */
export function largestOf(
  { id, top }: ToppedGroup,
  base: QuestionBase,
  dialect: BuilderDialect,
  weekStart: number,
): LargestValues {
  const within = top.within === undefined ? undefined : base.groupOf(top.within)
  return { step: base.topStep(id), within: within ? groupKey(within, base, dialect, weekStart) : null }
}

/** The same of all values. */
export function plainKey(
  { column: of, grain, bin }: QuestionGroup,
  base: QuestionBase,
  dialect: BuilderDialect,
  weekStart: number,
): SqlExpression {
  if (grain === null && bin === undefined) return base.exact(of)
  const given = base.raw(of)
  const start =
    grain === null
      ? binStart(base.exact(of), bin?.width ?? '1', of, dialect)
      : isTimeGrain(grain)
        ? dialect.startOf(grain, given, of.type, weekStart)
        : timePartOf(grain, given, of.type, dialect)
  // What is no time, nor number, begins nowhere, and is shown as it is: as nothing it would be counted with what is empty.
  return dialect.fits === undefined || start === given ? start : call('coalesce', start, given)
}

/** The columns that a question names, wherever it does; those of the source first. */
export function mentionedColumns(question: Question): readonly QuestionColumn[] {
  const filters = [question.filter, ...question.measures.flatMap(({ filters: own = [] }) => own)]
  const inFilter = filters.flatMap(conditionsIn).map(({ column }) => column)
  const all = [
    ...question.groups.map(({ column }) => column),
    ...inFilter,
    ...question.measures.flatMap(({ column }) => (column === null ? [] : [column])),
    ...question.columns,
    ...(question.expressions ?? []).map(columnOfComputed),
    ...columnsOfExpressions(question),
    ...question.joins.flatMap(({ on }) => on.flatMap(({ left, right }) => [left, right])),
  ]
  return all.toSorted((a, b) => Number(a.join !== null) - Number(b.join !== null))
}
