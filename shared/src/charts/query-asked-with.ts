import { narrowedQuestion } from '../builder/narrowed-question'
import { narrowedSql } from '../builder/narrowed-sql'
import type { BuilderDialect } from '../builder/dialects/builder-dialect'
import type { QuestionColumn } from '../builder/question'
import type { Field } from '../query/field'
import type { Parameter, ParameterValues } from '../query/parameter'
import type { ResultFilter } from '../query/result-filter'
import type { Query } from '../query/run-query'

/**
 * The conditions and values that a query runs with. parameters: all that its text mentions. fields: of its answer.
 * sourceColumns: the known columns of a question's source. onTheWall: converts a point in time to local time in the
 * answer's zone.
 */
export interface AskedWith {
  readonly conditions: readonly ResultFilter[]
  readonly parameters: readonly Parameter[]
  readonly values: ParameterValues
  readonly fields: readonly Field[]
  readonly sourceColumns: readonly Omit<QuestionColumn, 'join'>[]
  readonly weekStart: number
  readonly dialect: BuilderDialect
  readonly onTheWall: (text: string) => string
}

/**
 * Returns a query of its own with the same answer as `query` under these conditions and values. A question stays a
 * question; SQL becomes a subquery. left: the columns of conditions that it cannot hold.
 */
export function queryAskedWith(
  query: Query,
  asked: AskedWith,
): { readonly query: Query; readonly left: readonly string[] } {
  const conditions = distinctConditions(asked.conditions)
  if (query.kind === 'builder') {
    const { question, left } = narrowedQuestion(query.question, conditions, asked)
    return { query: { ...query, question }, left }
  }
  const { sql, left } = narrowedSql(query.sql, conditions, asked)
  const parameters = asked.parameters.map((parameter) => withDefault(parameter, asked.values))
  return { query: { ...query, sql, ...(parameters.length > 0 && { parameters }) }, left }
}

/** Does not check values, because the inputs that they come from did. */
function withDefault(parameter: Parameter, values: ParameterValues): Parameter {
  return Object.hasOwn(values, parameter.name)
    ? ({ ...parameter, default: values[parameter.name] } as Parameter)
    : parameter
}

/** Removes duplicates, such as the condition of a mark that repeats a filter. `in` with one value counts as `=`. */
function distinctConditions(conditions: readonly ResultFilter[]): readonly ResultFilter[] {
  const plain = conditions.map((condition): ResultFilter => {
    const { value } = condition
    return condition.op === 'in' && Array.isArray(value) && value.length === 1
      ? { ...condition, op: '=', value: value[0] ?? null }
      : condition
  })
  return [...new Map(plain.map((condition) => [JSON.stringify(condition), condition])).values()]
}
