import * as z from 'zod/mini'
import type { JsonValue } from '../base/json'
import { chartIdSchema, chartKey } from '../charts/chart'
import { dashboardIdSchema, tileIdSchema, tileKey } from '../dashboards/dashboard'
import { defineMutator } from '../entries/define-mutator'
import { listFromView, type EntryKey, type EntryView } from '../entries/entry-tx'
import { noteSchema } from '../history/entry-text'

/**
 * Somebody's text that another wrote over without having seen it. It is an entry of the store that only the person whose text
 * it was sees, at `overwritten-text/<userId>/<key of the chart or tile>`, until they have dealt with it. The text itself is in
 * the history alone, where those read it who may.
 *
 * version: of the revision that the text is in.
 */
export const overwrittenTextSchema = z.object({
  userId: z.string(),
  key: z.string(),
  by: z.string(),
  version: z.int(),
  at: z.int(),
})
export type OverwrittenText = z.infer<typeof overwrittenTextSchema>

export const overwrittenTextPrefix = 'overwritten-text/'

export function overwrittenTextKey({ userId, key }: Pick<OverwrittenText, 'userId' | 'key'>): EntryKey {
  return `${overwrittenTextPrefix}${userId}/${key}`
}

/** The overwritten texts of the person, newest first, as far as they may still see the entry. */
export function listOverwrittenTexts(view: EntryView): OverwrittenText[] {
  return listFromView(view, overwrittenTextSchema, overwrittenTextPrefix)
    .filter(({ key }) => view.get(key) !== undefined)
    .sort((a, b) => b.at - a.at)
}

export const dismissOverwrittenText = defineMutator({
  name: 'dismissOverwrittenText',
  summary: 'Forgets the notice that somebody wrote over a text of the person’s.',
  args: { key: z.string().check(z.maxLength(120)) },
  permission: { do: 'read-content' },
  // One that is gone already was dealt with in another tab.
  run: (tx, { key }) => tx.del(overwrittenTextKey({ userId: tx.actor.userId, key })),
})

/**
 * Returns the entry and text that a mutation writes, with the hash of the text its person saw; undefined if it names
 * none.
 */
export function textWrite(
  name: string,
  args: JsonValue,
): { readonly key: EntryKey; readonly text: string; readonly basedOn: string } | undefined {
  if (name === 'updateSqlQuery') {
    const found = sqlWriteSchema.safeParse(args).data
    return found && { key: chartKey(found.id), text: found.sql, basedOn: found.basedOn }
  }
  if (name !== 'updateTile') return undefined
  const found = noteWriteSchema.safeParse(args).data
  return found && { key: tileKey(found.dashboardId, found.id), text: found.content.text, basedOn: found.basedOn }
}

const sqlWriteSchema = z.object({ id: chartIdSchema, sql: z.string(), basedOn: z.string() })
const noteWriteSchema = z.object({
  id: tileIdSchema,
  dashboardId: dashboardIdSchema,
  content: noteSchema,
  basedOn: z.string(),
})
