import type { z } from 'zod'
import { chartSchema } from '../charts/chart'
import { dashboardSchema, tabSchema, tileSchema } from '../dashboards/dashboard'
import { datasetSchema } from '../datasets/dataset'
import { TidemarkError } from '../errors/tidemark-error'
import { folderSchema } from '../folders/folder'
import { workspaceSchema } from '../workspaces/workspace'

/** The schema of each concept by the first part of its keys. */
export const conceptSchemas = {
  workspace: workspaceSchema,
  folder: folderSchema,
  dataset: datasetSchema,
  chart: chartSchema,
  dashboard: dashboardSchema,
  tab: tabSchema,
  tile: tileSchema,
} as const satisfies Record<string, z.ZodType>
export type Concept = keyof typeof conceptSchemas

/** The concept a key belongs to. Fails with `invalid-mutation` for a key of none. */
export function conceptOf(key: string): Concept {
  const concept = key.slice(0, Math.max(0, key.indexOf('/')))
  if (!Object.hasOwn(conceptSchemas, concept)) throw new TidemarkError('invalid-mutation', { detail: `unknown key: ${key}` })
  // hasOwn has just shown that it is one of the table's keys.
  return concept as Concept
}

/** Parses an entry's value by its concept. Fails with `invalid-mutation` and the path of the first problem. */
export function parseEntry(key: string, value: unknown): z.output<(typeof conceptSchemas)[Concept]> {
  const parsed = conceptSchemas[conceptOf(key)].safeParse(value)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw new TidemarkError('invalid-mutation', { detail: `${key} ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}` })
}
