import * as z from 'zod/mini'
import { toName } from '../base/name'
import { columnRoles } from '../builder/column-role'
import { numberFormatSchema } from '../query/number-format'

export const shownNameSchema = z.string().check(z.overwrite(toName), z.maxLength(120))
export const descriptionSchema = z.string().check(z.maxLength(2000))

/**
 * The settings of a column, each a field of its own, so that two people who change two of them lose nothing. Empty
 * texts, null and `auto`: not set.
 * style, decimals, currency, unit: as in a chart's value format. unitPlace: null for the usual place. isHidden: not
 * offered in pickers unless somebody looks for it.
 */
export const columnFieldsShape = {
  label: shownNameSchema,
  description: descriptionSchema,
  style: numberFormatSchema.shape.style,
  decimals: numberFormatSchema.shape.decimals,
  currency: numberFormatSchema.shape.currency,
  unit: numberFormatSchema.shape.unit,
  unitPlace: z.nullable(z.enum(['before', 'after'])),
  role: z.nullable(z.enum(columnRoles)),
  isHidden: z.boolean(),
} as const
export const columnFieldsSchema = z.object(columnFieldsShape)
export type ColumnFields = z.infer<typeof columnFieldsSchema>

export const blankColumn: ColumnFields = {
  label: '',
  description: '',
  style: 'auto',
  decimals: null,
  currency: null,
  unit: '',
  unitPlace: null,
  role: null,
  isHidden: false,
}
