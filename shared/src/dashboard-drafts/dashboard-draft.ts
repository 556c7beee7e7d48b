import * as z from 'zod/mini'
import type { ApiEndpoint } from '../base/api-endpoint'
import { builderQuerySchema, questionTableSchema } from '../builder/question'
import { chartVisualSchema } from '../charts/chart-visual'
import { placeSchema } from '../dashboards/dashboard'
import { filterKinds } from '../filters/filter-value'

const columnSchema = z.string().check(z.minLength(1), z.maxLength(255))

/**
 * Body of `POST /api/dashboard-drafts`. connectionId: `local` for the workspace's own tables, whose schema is null. about: the column that
 * the draft is about. measure: the column that it measures, null to count rows; time: the column that it runs over, null for none. Absent:
 * the rules choose.
 */
export const draftRequestSchema = z.strictObject({
  connectionId: z.string().check(z.minLength(1), z.maxLength(40)),
  table: questionTableSchema,
  about: z.optional(columnSchema),
  measure: z.optional(z.nullable(columnSchema)),
  time: z.optional(z.nullable(columnSchema)),
})
export type DraftRequest = z.infer<typeof draftRequestSchema>

/** One chart of a draft. reason: a sentence on why it is there. */
const draftTileSchema = z.object({
  name: z.string(),
  reason: z.string(),
  query: builderQuerySchema,
  visual: chartVisualSchema,
  place: placeSchema,
})
export type DraftTile = z.infer<typeof draftTileSchema>

const draftFilterSchema = z.object({
  name: z.string(),
  column: z.string(),
  kind: z.enum(filterKinds),
  reason: z.string(),
})
export type DraftFilter = z.infer<typeof draftFilterSchema>

/** A column that could have been chosen; null: none, which counts rows or leaves time out. */
const draftChoiceSchema = z.object({ column: z.nullable(z.string()), label: z.string() })
export type DraftChoice = z.infer<typeof draftChoiceSchema>

/**
 * A dashboard made of a table by rules, which nothing has stored yet. notes: sentences on what could not be done, and on what was left
 * out. measure, time: the column chosen of those to choose from.
 */
export const dashboardDraftSchema = z.object({
  title: z.string(),
  tiles: z.array(draftTileSchema),
  filters: z.array(draftFilterSchema),
  notes: z.array(z.string()),
  measure: z.nullable(z.string()),
  measures: z.array(draftChoiceSchema),
  time: z.nullable(z.string()),
  times: z.array(draftChoiceSchema),
})
export type DashboardDraft = z.infer<typeof dashboardDraftSchema>

export const draftDashboardEndpoint = {
  method: 'POST',
  path: '/api/dashboard-drafts',
  body: draftRequestSchema,
  answer: dashboardDraftSchema,
} as const satisfies ApiEndpoint
