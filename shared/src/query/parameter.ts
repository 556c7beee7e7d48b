import { toName } from '../base/name'
import * as z from 'zod/mini'
import { exactNumberSchema, holdsDigits, lostDigitsHint } from './exact-number'

export const parameterNameSchema = z.string().check(z.regex(/^[\p{L}_][\p{L}\p{N}_]{0,62}$/u))

const isoDate = /^\d{4}-\d{2}-\d{2}$/
/** A calendar day, `YYYY-MM-DD`. */
export const isoDateSchema = z.string().check(
  z.regex(isoDate),
  z.refine((text) => {
    const time = Date.parse(`${text}T00:00:00Z`)
    return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
  }, 'a day that exists'),
)

const textSchema = z.string().check(z.maxLength(2000))
const scalarSchema = z.union([textSchema, z.number()])
export const dateRangeSchema = z.strictObject({ start: isoDateSchema, end: isoDateSchema })

/** A parameter's value in requests; null: none. A range is of days and includes the last one. */
export const parameterValueSchema = z.union([
  scalarSchema,
  z.null(),
  z.array(scalarSchema).check(z.maxLength(1000)),
  dateRangeSchema,
])
export type ParameterValue = z.infer<typeof parameterValueSchema>
export type ParameterValues = Readonly<Record<string, ParameterValue>>
export const parameterValuesSchema = z
  .record(parameterNameSchema, parameterValueSchema)
  .check(z.refine(holdsDigits, lostDigitsHint))

/** Returns the value given for a parameter; undefined if there is none, also for names such as `constructor`. */
export function givenValue(values: ParameterValues, name: string): ParameterValue | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined
}

const named = {
  name: parameterNameSchema,
  label: z.optional(z.string().check(z.maxLength(80))),
  isRequired: z.optional(z.boolean()),
}
const optionSchema = z.object({ value: textSchema, label: z.optional(z.string().check(z.maxLength(200))) })
export type ParameterOption = z.infer<typeof optionSchema>

/**
 * A declared parameter and the values it takes. isRequired: the chart does not run without it, even if only optional
 * parts mention it. list: several values, each bound on its own (`IN ({{cities}})`); its options are suggestions.
 * query: values come from another query of the same connection; the first column is the value, the second its label.
 */
export const parameterSchema = z.discriminatedUnion('type', [
  z.object({ ...named, type: z.literal('text'), default: z.optional(z.nullable(textSchema)) }),
  z.object({ ...named, type: z.literal('number'), default: z.optional(z.nullable(exactNumberSchema)) }),
  z.object({ ...named, type: z.literal('date'), default: z.optional(z.nullable(isoDateSchema)) }),
  z.object({ ...named, type: z.literal('date-range'), default: z.optional(z.nullable(dateRangeSchema)) }),
  z.object({
    ...named,
    type: z.literal('enum'),
    options: z.array(optionSchema).check(z.maxLength(500)),
    default: z.optional(z.nullable(textSchema)),
  }),
  z.object({
    ...named,
    type: z.literal('list'),
    of: z.enum(['text', 'number', 'date']),
    default: z.optional(z.nullable(z.array(scalarSchema).check(z.maxLength(1000)))),
  }),
  z.object({
    ...named,
    type: z.literal('query'),
    sql: z.string().check(z.maxLength(20_000)),
    isMultiple: z.boolean(),
    default: z.optional(z.nullable(z.union([textSchema, z.array(textSchema).check(z.maxLength(1000))]))),
  }),
])
export type Parameter = z.infer<typeof parameterSchema>
export type ParameterType = Parameter['type']

/** Returns the label for people: the declared one, otherwise the name in words. */
export function parameterLabel({ name, label }: Pick<Parameter, 'name' | 'label'>): string {
  const given = toName(label ?? '')
  if (given !== '') return given
  const words = name.replaceAll('_', ' ').trim()
  return words === '' ? name : words.charAt(0).toUpperCase() + words.slice(1)
}

/** Returns true if two parameters take the same values, so that one input serves both. */
export function isSameKind(a: Parameter, b: Parameter): boolean {
  return valueKind(a) === valueKind(b)
}

function valueKind(parameter: Parameter): string {
  switch (parameter.type) {
    case 'enum':
      return 'text'
    case 'query':
      return parameter.isMultiple ? 'list text' : 'text'
    case 'list':
      return `list ${parameter.of}`
    default:
      return parameter.type
  }
}
