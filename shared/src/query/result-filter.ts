import * as z from 'zod/mini'
import { keepsDigits, lostDigitsHint } from './exact-number'
import type { CellValue } from './field'

const numberSchema = z.number().check(z.refine(keepsDigits, lostDigitsHint))
const valueSchema: z.ZodMiniType<CellValue> = z.union([z.string(), numberSchema, z.boolean(), z.null()])

const mostCharacters = 32

/**
 * A condition by which a dashboard narrows an answer. `!=` keeps rows without a value; null counts as a value.
 * contains: the column's text contains the text, ignoring case. made-of: the column's text is not empty and has only
 * characters of the value. Only `in` takes several values.
 */
export const resultFilterSchema = z
  .strictObject({
    column: z.string(),
    op: z.enum(['=', '!=', '<', '<=', '>', '>=', 'in', 'contains', 'made-of']),
    value: z.union([valueSchema, z.array(valueSchema)]),
  })
  .check(
    z.refine(
      ({ op, value }) => op !== 'made-of' || (typeof value === 'string' && value.length <= mostCharacters),
      `made-of goes with a text of at most ${mostCharacters} characters`,
    ),
  )
  .check(z.refine(({ op, value }) => op === 'in' || !Array.isArray(value), 'several values go with in alone'))
export type ResultFilter = z.infer<typeof resultFilterSchema>
