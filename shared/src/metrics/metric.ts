import * as z from 'zod/mini'
import { idSchema } from '../base/ids'
import { nameSchema, storedNameSchema } from '../base/name'
import { storedOrderSchema } from '../base/order'
import { jsonEqual } from '../base/json'
import { builderQuerySchema, questionColumnSchema, questionSchema, timeGrains } from '../builder/question'
import { authorshipShape } from '../entries/define-mutator'
import { folderIdSchema } from '../folders/folder'
import { numberFormatSchema } from '../query/number-format'

export const metricIdSchema = idSchema.brand<'MetricId'>()
export type MetricId = z.infer<typeof metricIdSchema>

export const maxMetricName = 120

/** A metric's name as typed. */
export const metricNameSchema = nameSchema(maxMetricName)

/** The column by which a metric is followed over time, and the grain that is proposed for it. */
export const metricTimeSchema = z.object({ column: questionColumnSchema, grain: z.enum(timeGrains) })
export type MetricTime = z.infer<typeof metricTimeSchema>

const synonymSchema = z.string().check(z.trim(), z.minLength(1), z.maxLength(60))

/**
 * A named measure over a table or model: one definition that charts and dashboards use. Its question has the source, the
 * filter and one measure; the database computes it at every grain and total. time: null where nothing is followed over
 * time. goodDirection: which sign of a change is good, null for neither. synonyms: other words under which it is found.
 * ownerId: who answers for it. verified: the question that an admin checked last, see `isVerified`.
 */
export const metricSchema = z.object({
  id: metricIdSchema,
  folderId: z.nullable(folderIdSchema),
  name: storedNameSchema(maxMetricName),
  description: z.string().check(z.maxLength(2000)),
  query: builderQuerySchema,
  time: z.nullable(metricTimeSchema),
  format: numberFormatSchema,
  goodDirection: z.nullable(z.enum(['up', 'down'])),
  synonyms: z.array(synonymSchema).check(z.maxLength(20)),
  ownerId: z.nullable(z.string().check(z.minLength(1), z.maxLength(64))),
  verified: z.nullable(z.object({ at: z.int().check(z.minimum(0)), by: z.string(), question: questionSchema })),
  order: storedOrderSchema,
  deletedAt: z.nullable(z.int()),
  ...authorshipShape,
})
export type Metric = z.infer<typeof metricSchema>

export const metricPrefix = 'metric/'

export function metricKey(id: MetricId): string {
  return `${metricPrefix}${id}`
}

/** Returns true if an admin checked the definition as it is now. */
export function isVerified({ verified, query }: Pick<Metric, 'verified' | 'query'>): boolean {
  return verified !== null && jsonEqual(verified.question, query.question)
}
