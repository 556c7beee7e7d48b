import * as z from 'zod/mini'
import { givenAttributeNameSchema, longestAttributeValue, mostAttributeValues } from '../../access/attributes'
import { roleSchema } from '../../access/roles'
import { idSchema } from '../../base/ids'
import { isNumericType, isTemporalType, type FieldType } from '../../query/field'
import { isValueOf } from '../column-values'
import { questionColumnSchema } from '../question'

export const mostRuleConditions = 10

const ruleColumnSchema = z
  .pick(questionColumnSchema, { name: true, type: true, databaseType: true, part: true })
  .check(z.refine(({ type }) => canBeRuled(type), 'a column of texts, numbers, dates or yes and no'))

const givenValuesSchema = z
  .array(z.string().check(z.minLength(1), z.maxLength(longestAttributeValue)))
  .check(z.minLength(1), z.maxLength(mostAttributeValues))

/** A condition of a row rule: a column has one of the values of a person's attribute, or one of these. */
export const rowConditionSchema = z.object({
  id: idSchema,
  column: ruleColumnSchema,
  test: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('attribute'), attribute: givenAttributeNameSchema }),
    z.object({ kind: z.literal('values'), values: givenValuesSchema }),
  ]),
})
export type RowCondition = z.infer<typeof rowConditionSchema>

/**
 * Which rows of a table or model people see. match: whether all conditions must hold or any. exempt: whoever has at least
 * this role sees all rows; null: nobody does. Who lacks an attribute has no value that a row could have.
 */
export const rowRuleSchema = z.object({
  match: z.enum(['all', 'any']),
  conditions: z.array(rowConditionSchema).check(z.minLength(1), z.maxLength(mostRuleConditions)),
  exempt: z.nullable(roleSchema),
})
export type RowRule = z.infer<typeof rowRuleSchema>

/** Returns true for columns that a row rule can compare. */
export function canBeRuled(type: FieldType): boolean {
  return type === 'text' || type === 'boolean' || isNumericType(type) || isTemporalType(type)
}

/** Returns true if a column of the type can have the value. */
export function isRuleValue(text: string, type: FieldType): boolean {
  return type === 'boolean' ? text === 'true' || text === 'false' : isValueOf(text, type)
}
