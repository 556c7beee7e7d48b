import { narrowedQuestion } from '../builder/narrowed-question'
import { narrowedSql } from '../builder/narrowed-sql'
import type { BuilderDialect } from '../builder/dialects/builder-dialect'
import type { QuestionColumn } from '../builder/question'
import type { Field } from '../query/field'
import type { Parameter, ParameterValues } from '../query/parameter'
import type { ResultFilter } from '../query/result-filter'
import type { Query } from '../query/run-query'

/**
 * Conditions and values that a query runs with. parameters: all that it mentions. fields: of its answer. sourceColumns: of a question's
 * source, as far as they are known. onTheWall: a point in time as the clock of the answer's zone shows it.
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
 * A query of its own that asks what another one answers where it runs with these conditions and values: a question stays one, SQL is
 * asked around the other's. left: the columns of conditions that it cannot hold.
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

/** Values were checked by the inputs that they come from. */
function withDefault(parameter: Parameter, values: ParameterValues): Parameter {
  return Object.hasOwn(values, parameter.name)
    ? ({ ...parameter, default: values[parameter.name] } as Parameter)
    : parameter
}

/** A mark of what a filter lets through alone says the same again. */
function distinctConditions(conditions: readonly ResultFilter[]): readonly ResultFilter[] {
  const plain = conditions.map((condition): ResultFilter => {
    const { value } = condition
    return condition.op === 'in' && Array.isArray(value) && value.length === 1
      ? { ...condition, op: '=', value: value[0] ?? null }
      : condition
  })
  return [...new Map(plain.map((condition) => [JSON.stringify(condition), condition])).values()]
}
