import * as z from 'zod'
import type { CellValue } from './field'

const valueSchema: z.ZodType<CellValue> = z.union([z.string(), z.number(), z.boolean(), z.null()])

/**
 * What a dashboard narrows an answer by. `!=` keeps rows without a value; null is a value of its own. contains: the text is
 * somewhere in the column's, capitals aside.
 */
export const resultFilterSchema = z.strictObject({
  column: z.string(),
  op: z.enum(['=', '!=', '<', '<=', '>', '>=', 'in', 'contains']),
  value: z.union([valueSchema, z.array(valueSchema)]),
})
export type ResultFilter = z.infer<typeof resultFilterSchema>
