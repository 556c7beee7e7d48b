import * as z from 'zod/mini'
import { idSchema } from '../base/ids'
import { longestExpression } from '../expressions/expression'
import { fieldTypeSchema } from '../query/field'

/** The name of a table or column, as the database has it. */
const nameSchema = z.string().check(
  z.minLength(1),
  z.maxLength(255),
  z.refine((name) => !name.includes('\0'), 'a name without NUL'),
)
const partIdSchema = z.string().check(z.regex(/^[\w-]{1,32}$/))
const labelSchema = z.string().check(
  z.maxLength(120),
  z.refine((name) => !name.includes('\0'), 'a name without NUL'),
)

/**
 * schema: null for the tables of the workspace, which have none. model: the id of the chart whose question is asked
 * instead of a table; it has no schema, and its name is the one that it had when it was chosen.
 */
export const questionTableSchema = z.object({
  schema: z.nullable(nameSchema),
  name: nameSchema,
  model: z.optional(idSchema),
})
export type QuestionTable = z.infer<typeof questionTableSchema>

/** The table that a question reads first. columns: those that could be read when it was chosen; absent for all. */
export const questionSourceSchema = z.extend(questionTableSchema, {
  columns: z.optional(z.array(nameSchema).check(z.maxLength(4096))),
})
export type QuestionSource = z.infer<typeof questionSourceSchema>

/**
 * A column with its type as it was when it was chosen. join: the id of the join or computed column that brings it, null for
 * the source. part: the group or measure of a model that it is, by which it is found under a new name.
 */
export const questionColumnSchema = z.object({
  join: z.nullable(partIdSchema),
  name: nameSchema,
  type: fieldTypeSchema,
  databaseType: z.string().check(z.maxLength(255)),
  part: z.optional(partIdSchema),
})
export type QuestionColumn = z.infer<typeof questionColumnSchema>

/**
 * An expression as it was written. columns: those it names, each by the name that the text has for it, so that a column may
 * get another name and the text stays.
 */
export const questionExpressionSchema = z.object({
  text: z.string().check(
    z.maxLength(longestExpression),
    z.refine((text) => !text.includes('\0'), 'a text without NUL'),
  ),
  columns: z
    .array(z.object({ as: z.string().check(z.minLength(1), z.maxLength(600)), column: questionColumnSchema }))
    .check(z.maxLength(64)),
})
export type QuestionExpression = z.infer<typeof questionExpressionSchema>

/** A column worked out from others of the same row; other parts name it by its id in `join`. */
export const computedColumnSchema = z.object({
  id: partIdSchema,
  name: nameSchema,
  expression: questionExpressionSchema,
})
export type ComputedColumn = z.infer<typeof computedColumnSchema>

const joinPairSchema = z.object({ left: questionColumnSchema, right: questionColumnSchema })
export const joinKinds = ['left', 'inner', 'right', 'full', 'cross'] as const
export type JoinKind = (typeof joinKinds)[number]
/**
 * on: the right columns are the joined table's own, the left ones the source's or an earlier join's; none for `cross`, which
 * pairs every row with every row. right, full: rows of the joined table without a match stay, with nothing in the others.
 */
export const questionJoinSchema = z.object({
  id: partIdSchema,
  kind: z.enum(joinKinds),
  table: questionTableSchema,
  on: z.array(joinPairSchema).check(z.maxLength(8)),
})
export type QuestionJoin = z.infer<typeof questionJoinSchema>

/**
 * A column of rows that are put together, by the name that the question has for it. left: of the rows so far. right: of the
 * added table; its `join` is the union's id. null: rows of that side have nothing there.
 */
const unionColumnSchema = z.object({
  name: nameSchema,
  left: z.nullable(questionColumnSchema),
  right: z.nullable(questionColumnSchema),
})
/** The rows of a table after those so far. isDistinct: of equal ones one alone stays. A column in no pair is left out. */
export const questionUnionSchema = z.object({
  id: partIdSchema,
  table: questionTableSchema,
  isDistinct: z.optional(z.boolean()),
  columns: z.array(unionColumnSchema).check(z.maxLength(200)),
})
export type QuestionUnion = z.infer<typeof questionUnionSchema>

export const dateUnits = ['day', 'week', 'month', 'quarter', 'year'] as const
export type DateUnit = (typeof dateUnits)[number]
/** Hours and minutes are those of the clock on the wall: the hour that comes twice in autumn is one bucket. */
export const timeGrains = ['minute', 'hour', ...dateUnits] as const
export type TimeGrain = (typeof timeGrains)[number]
/** Parts of a time that come again: a group by one has the rows of all weeks or years. Weeks of the year are those of ISO 8601. */
export const timeParts = [
  'hour-of-day',
  'weekday',
  'day-of-month',
  'week-of-year',
  'month-of-year',
  'quarter-of-year',
] as const
export type TimePart = (typeof timeParts)[number]
export type GroupGrain = TimeGrain | TimePart

export function isTimeGrain(grain: GroupGrain | null): grain is TimeGrain {
  return timeGrains.some((known) => known === grain)
}

/** How long a value that a filter names can be, in characters. */
export const longestTestValue = 2000
/** How many values one filter can name. */
export const mostTestValues = 500
const tooManyValues = `A filter names at most ${mostTestValues} values.`
export const testValueSchema = z.string().check(
  z.maxLength(longestTestValue),
  z.refine((text) => !text.includes('\0'), 'a text without NUL'),
)
const testValuesSchema = z.array(testValueSchema).check(z.maxLength(mostTestValues, tooManyValues))
const unitCount = z.int().check(z.minimum(1), z.maximum(1000))

/**
 * Whole units of the calendar up to today, the running one among them where it is included. ago: as it was on the day so
 * much earlier.
 */
export const lastUnitsShape = {
  count: unitCount,
  unit: z.enum(dateUnits),
  includesCurrent: z.boolean(),
  ago: z.exactOptional(z.object({ count: unitCount, unit: z.enum(dateUnits) })),
}
const lastUnitsSchema = z.object(lastUnitsShape)
export type LastUnits = z.infer<typeof lastUnitsSchema>

const textTest = { value: testValueSchema, ignoresCase: z.boolean() }

/**
 * The test of a filter on its column. Values are text whatever the column's type: numbers keep their digits, dates are
 * `YYYY-MM-DD`. What is not so (`is-not`, `not-contains`) keeps empty values. is-empty: null, and the empty text.
 * between: both ends included. in-last, in-next: whole units of the calendar.
 */
export const questionTestSchema = z.discriminatedUnion('op', [
  z.object({ op: z.literal('is-empty') }),
  z.object({ op: z.literal('is-not-empty') }),
  z.object({ op: z.literal('is-true') }),
  z.object({ op: z.literal('is-false') }),
  z.object({ op: z.literal('is'), values: testValuesSchema }),
  z.object({ op: z.literal('is-not'), values: testValuesSchema }),
  z.object({ op: z.literal('contains'), ...textTest }),
  z.object({ op: z.literal('not-contains'), ...textTest }),
  z.object({ op: z.literal('starts-with'), ...textTest }),
  z.object({ op: z.literal('ends-with'), ...textTest }),
  z.object({ op: z.literal('less'), value: testValueSchema }),
  z.object({ op: z.literal('at-most'), value: testValueSchema }),
  z.object({ op: z.literal('greater'), value: testValueSchema }),
  z.object({ op: z.literal('at-least'), value: testValueSchema }),
  z.object({ op: z.literal('between'), from: testValueSchema, to: testValueSchema }),
  z.object({ op: z.literal('in-last'), ...lastUnitsShape }),
  z.object({ op: z.literal('in-next'), count: unitCount, unit: z.enum(dateUnits) }),
])
export type QuestionTest = z.infer<typeof questionTestSchema>

const conditionSchema = z.object({
  kind: z.literal('condition'),
  id: partIdSchema,
  column: questionColumnSchema,
  test: questionTestSchema,
})
export type QuestionCondition = z.infer<typeof conditionSchema>

const matchSchema = z.enum(['all', 'any'])
const groupShape = { kind: z.literal('group'), id: partIdSchema, match: matchSchema }
const plainGroupSchema = z.object({ ...groupShape, items: z.array(conditionSchema).check(z.maxLength(100)) })
const plainFilterSchema = z.object({
  match: matchSchema,
  items: z.array(z.discriminatedUnion('kind', [conditionSchema, plainGroupSchema])).check(z.maxLength(100)),
})
/** Conditions, and groups of them within. */
export type PlainFilter = z.infer<typeof plainFilterSchema>

/**
 * A segment in a filter. name: what it was called when it was chosen. join: of its columns. filter: what it is now, which
 * `withSegments` puts in; what is stored there is never used.
 */
const segmentItemSchema = z.object({
  kind: z.literal('segment'),
  id: partIdSchema,
  segment: idSchema,
  name: labelSchema,
  join: z.nullable(partIdSchema),
  filter: z.optional(plainFilterSchema),
})
export type SegmentItem = z.infer<typeof segmentItemSchema>

const leafSchema = z.discriminatedUnion('kind', [conditionSchema, segmentItemSchema])
/** An item of a filter that holds no others. */
export type QuestionFilterLeaf = z.infer<typeof leafSchema>

const innerGroupSchema = z.object({ ...groupShape, items: z.array(leafSchema).check(z.maxLength(100)) })
export type QuestionFilterGroup = z.infer<typeof innerGroupSchema>

/** Conditions and segments, and groups of them within. match: whether all must hold or any. */
const filterSchema = z.object({
  match: matchSchema,
  items: z
    .array(z.discriminatedUnion('kind', [conditionSchema, segmentItemSchema, innerGroupSchema]))
    .check(z.maxLength(100)),
})
export type QuestionFilter = z.infer<typeof filterSchema>
export type QuestionFilterItem = QuestionFilter['items'][number]

/** The items of a filter that hold no others, also those in groups. */
export function leavesIn({ items }: Pick<QuestionFilter, 'items'>): QuestionFilterLeaf[] {
  return items.flatMap((item) => (item.kind === 'group' ? item.items : [item]))
}

/** The conditions of a filter, also those in groups and saved filters. */
export function conditionsIn({ items }: Pick<QuestionFilter, 'items'>): QuestionCondition[] {
  return leavesIn({ items }).flatMap((leaf) =>
    leaf.kind === 'condition' ? [leaf] : leaf.filter === undefined ? [] : conditionsIn(leaf.filter),
  )
}

/** The same filter with other leaves. */
export function mapLeaves(
  filter: QuestionFilter,
  map: (leaf: QuestionFilterLeaf) => QuestionFilterLeaf,
): QuestionFilter {
  const items = filter.items.map((item) =>
    item.kind === 'group' ? { ...item, items: item.items.map(map) } : map(item),
  )
  return { ...filter, items }
}

/** The same filter with other columns, also in its segments. */
export function mapFilterColumns(filter: QuestionFilter, map: (of: QuestionColumn) => QuestionColumn): QuestionFilter {
  const mapped = (condition: QuestionCondition) => ({ ...condition, column: map(condition.column) })
  return mapLeaves(filter, (leaf) => {
    if (leaf.kind === 'condition') return mapped(leaf)
    if (leaf.filter === undefined) return leaf
    const items = leaf.filter.items.map((item) =>
      item.kind === 'group' ? { ...item, items: item.items.map(mapped) } : mapped(item),
    )
    return { ...leaf, filter: { ...leaf.filter, items } }
  })
}

/** How many values the largest of a group can be. */
export const mostTopValues = 50
/** The group of what is not among the largest. */
export const otherValue = 'Other'
/** Values that would be taken for it, each shown as the next one, so that all stay apart. */
export const namesLikeOther: readonly string[] = ['', '“', '““', '“““'].map(
  (quotes) => `${quotes}${otherValue}${'”'.repeat(quotes.length)}`,
)
/** The value that is shown so among the largest. */
export function valueShownAs<T>(shown: T): T | string {
  const at = namesLikeOther.findIndex((name) => name === shown)
  return namesLikeOther[at - 1] ?? shown
}
/** A width above zero, in digits. */
const binWidthSchema = z.string().check(
  z.maxLength(30),
  z.refine((text) => /^\d{1,15}(\.\d{1,9})?$/.test(text) && Number(text) > 0, 'a width above zero'),
)
/**
 * label: the name of the column in the answer; empty for the one that follows from what it is. bin: numbers are grouped by
 * the bins of this width that they lie in, one of which begins at zero; the answer has where each begins, which is part of it.
 * top: only the values of which a measure is largest, over all rows of the question; by: the measure's id, null for the number
 * of rows; within: the largest for each value of an earlier group of that id. The others are one group, or left out; rows
 * without a value are a group of their own either way.
 */
export const questionGroupSchema = z.object({
  id: partIdSchema,
  column: questionColumnSchema,
  grain: z.nullable(z.enum([...timeGrains, ...timeParts])),
  label: labelSchema,
  bin: z.optional(z.object({ width: binWidthSchema })),
  top: z.optional(
    z.object({
      count: z.int().check(z.minimum(1), z.maximum(mostTopValues)),
      by: z.nullable(partIdSchema),
      within: z.optional(partIdSchema),
      rest: z.enum(['other', 'left-out']),
    }),
  ),
})
export type QuestionGroup = z.infer<typeof questionGroupSchema>

export const measureFunctions = [
  'count',
  'distinct',
  'sum',
  'average',
  'min',
  'max',
  'median',
  'percentile',
  'expression',
] as const
export type MeasureFunction = (typeof measureFunctions)[number]

/** True if a function adds up, so that a running total and a share of it mean something. */
export function isAdditive(fn: MeasureFunction): boolean {
  return fn === 'count' || fn === 'sum'
}

/**
 * column: null for a count of rows and for an expression. expression: of summaries, of `expression` alone. percentile: 0 to 100,
 * of `percentile` alone. show: the value itself, its running total along the first group within the others, or its share of
 * the total of all rows of the answer. filters: those that rows of the question pass to be counted by it; absent for all
 * rows. metric: the one that it is, where the rest is what that was when it was chosen.
 */
export const questionMeasureSchema = z.object({
  id: partIdSchema,
  fn: z.enum(measureFunctions),
  column: z.nullable(questionColumnSchema),
  expression: z.optional(questionExpressionSchema),
  percentile: z.number().check(z.minimum(0), z.maximum(100)),
  show: z.enum(['value', 'running-total', 'share']),
  label: labelSchema,
  metric: z.optional(idSchema),
  filters: z.optional(z.array(filterSchema).check(z.maxLength(4))),
})
export type QuestionMeasure = z.infer<typeof questionMeasureSchema>

/** A filter of the groups by one of their measures. measure: its id. */
export const measureFilterSchema = z.object({ id: partIdSchema, measure: partIdSchema, test: questionTestSchema })
export type MeasureFilter = z.infer<typeof measureFilterSchema>

/** by: a group or measure, or a column where rows are not grouped. */
const sortSchema = z.object({
  id: partIdSchema,
  by: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('part'), id: partIdSchema }),
    z.object({ kind: z.literal('column'), column: questionColumnSchema }),
  ]),
  direction: z.enum(['ascending', 'descending']),
})
export type QuestionSort = z.infer<typeof sortSchema>

/** The parts of one step of a question. */
const stageParts = {
  /** Before all else, one after the other; absent for none. */
  unions: z.optional(z.array(questionUnionSchema).check(z.maxLength(8))),
  joins: z.array(questionJoinSchema).check(z.maxLength(16)),
  /** Absent for none. */
  expressions: z.optional(z.array(computedColumnSchema).check(z.maxLength(16))),
  filter: filterSchema,
  groups: z.array(questionGroupSchema).check(z.maxLength(16)),
  measures: z.array(questionMeasureSchema).check(z.maxLength(32)),
  /** All must hold; absent for none. */
  measureFilters: z.optional(z.array(measureFilterSchema).check(z.maxLength(16))),
  columns: z.array(questionColumnSchema).check(z.maxLength(200)),
  sort: z.array(sortSchema).check(z.maxLength(8)),
  limit: z.nullable(z.int().check(z.minimum(1), z.maximum(1_000_000))),
}

/** The most steps of a question, its first one among them. */
export const maxSteps = 8

/** A further step: a question about the answer of the step before it, whose columns it names as those of a model. */
export const questionStepSchema = z.object({ id: partIdSchema, ...stageParts })
export type QuestionStep = z.infer<typeof questionStepSchema>

/**
 * A question put together from parts instead of SQL. Without groups and measures it asks for the rows themselves: their
 * `columns`, or all of the source's that may be read when none is chosen. source: null as long as nothing is chosen. steps:
 * what is asked of its answer, one after the other (see `question-stages.ts`); the rest is the first step. Absent for none.
 */
export const questionSchema = z.object({
  source: z.nullable(questionSourceSchema),
  ...stageParts,
  steps: z.optional(z.array(questionStepSchema).check(z.maxLength(maxSteps - 1))),
})
export type Question = z.infer<typeof questionSchema>

/** Some of a question: what is changed of it. */
export const questionPartsSchema = z.partial(questionSchema)
export type QuestionParts = z.infer<typeof questionPartsSchema>

export const emptyQuestion: Question = {
  source: null,
  joins: [],
  filter: { match: 'all', items: [] },
  groups: [],
  measures: [],
  columns: [],
  sort: [],
  limit: null,
}

/** The question for the rows that a question reads: before it groups them, chooses columns or sorts. */
export function ungrouped({ source, unions, joins, expressions, filter }: Question): Question {
  return { ...emptyQuestion, source, joins, filter, ...(unions && { unions }), ...(expressions && { expressions }) }
}

export const builderQuerySchema = z.object({
  kind: z.literal('builder'),
  connectionId: z.string().check(z.minLength(1), z.maxLength(40)),
  question: questionSchema,
})
export type BuilderQuery = z.infer<typeof builderQuerySchema>
