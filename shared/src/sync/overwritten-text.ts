import * as z from 'zod/mini'
import type { JsonValue } from '../base/json'
import { chartIdSchema, chartKey } from '../charts/chart'
import { dashboardIdSchema, tileIdSchema, tileKey } from '../dashboards/dashboard'
import { defineMutator } from '../entries/define-mutator'
import { listFromView, type EntryKey, type EntryView } from '../entries/entry-tx'
import { noteSchema } from '../history/entry-text'

/**
 * Records that a text was overwritten by somebody who had not seen it. Only the text's author sees this entry, at
 * `overwritten-text/<userId>/<key of the chart or tile>`, until they have dealt with it. The text itself is only in the
 * history, for those who may read it.
 *
 * version: of the revision with the text.
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

/** Lists the person's overwritten texts, newest first, if they may still see the entry. */
export function listOverwrittenTexts(view: EntryView): OverwrittenText[] {
  return listFromView(view, overwrittenTextSchema, overwrittenTextPrefix)
    .filter(({ key }) => view.get(key) !== undefined)
    .sort((a, b) => b.at - a.at)
}

export const dismissOverwrittenText = defineMutator({
  name: 'dismissOverwrittenText',
  args: { key: z.string().check(z.maxLength(120)) },
  permission: { do: 'read-content' },
  // A missing one was already dealt with in another tab.
  run: (tx, { key }) => tx.del(overwrittenTextKey({ userId: tx.actor.userId, key })),
})

/**
 * Returns the entry and text that a mutation writes, with the hash of the text that its person saw; undefined if it
 * writes no text or names none that was seen.
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
