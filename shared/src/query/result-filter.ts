import * as z from 'zod/mini'
import type { CellValue } from './field'

const valueSchema: z.ZodMiniType<CellValue> = z.union([z.string(), z.number(), z.boolean(), z.null()])

/**
 * What a dashboard narrows an answer by. `!=` keeps rows without a value; null is a value of its own. contains: the text is
 * somewhere in the column's, capitals aside. Several values go with `in` alone.
 */
export const resultFilterSchema = z
  .strictObject({
    column: z.string(),
    op: z.enum(['=', '!=', '<', '<=', '>', '>=', 'in', 'contains']),
    value: z.union([valueSchema, z.array(valueSchema)]),
  })
  .check(z.refine(({ op, value }) => op === 'in' || !Array.isArray(value), 'several values go with in alone'))
export type ResultFilter = z.infer<typeof resultFilterSchema>
