import * as z from 'zod/mini'
import { isJsonObject, jsonEqual, type JsonObject, type JsonValue } from '../base/json'
import { textChange } from '../base/text-change'
import { isWithheld } from '../query/run-query'
import { entryTextOf } from './entry-text'
import type { ApiEndpoint } from '../base/api-endpoint'

/** The kinds of entries with a history of their own; a dashboard's covers its tabs, tiles and filters. */
export const historyKinds = ['chart', 'dashboard'] as const
export const historyKindSchema = z.enum(historyKinds)
export type HistoryKind = z.infer<typeof historyKindSchema>

const jsonSchema: z.ZodMiniType<JsonValue> = z.json()
/** An entry as it stood; null where there was none. */
const pastValueSchema: z.ZodMiniType<JsonObject | null> = z.nullable(z.record(z.string(), jsonSchema))

/**
 * A part of a history, newest first. version: of the workspace; everything of one version travels in one page.
 * earlier: by key, what stood there before the oldest of the page's revisions. next: where the following page starts.
 */
export const historyPageSchema = z.object({
  revisions: z.array(
    z.object({ key: z.string(), version: z.int(), at: z.int(), userId: z.string(), value: pastValueSchema }),
  ),
  earlier: z.record(z.string(), pastValueSchema),
  next: z.nullable(z.int()),
})
export type HistoryPage = z.infer<typeof historyPageSchema>

/** One entry's change. before, after: null where the entry was not there. at: Unix milliseconds, the server's clock. */
export interface HistoryChange {
  readonly key: string
  readonly version: number
  readonly at: number
  readonly userId: string
  readonly before: JsonObject | null
  readonly after: JsonObject | null
}

/** The page's revisions as changes, newest first. */
export function changesOfPage({ revisions, earlier }: HistoryPage): HistoryChange[] {
  const valuesByKey = new Map(Object.entries(earlier))
  const oldestFirst = revisions.toReversed().map(({ value: after, ...revision }): HistoryChange => {
    const before = valuesByKey.get(revision.key) ?? null
    valuesByKey.set(revision.key, after)
    return { ...revision, before, after }
  })
  return oldestFirst.toReversed()
}

/** Consecutive changes of one person within a minute: what they would call one thing they did; see `stepsOf`. */
export interface HistoryStep {
  /** The newest version of the step: what the thing was after it. */
  readonly version: number
  /** When its newest change was made. */
  readonly at: number
  readonly userId: string
  /** One for each entry, from before the step to after it, in order of key. */
  readonly changes: readonly HistoryChange[]
}

const stepMs = 60_000

/**
 * Groups changes, newest first as they come. A step takes nothing away from a text that it wrote itself: who keeps their own text
 * over another tab's may be the author of both, and each must be there to be read and restored. Steps that in the end changed
 * nothing a person would see are left out.
 */
export function stepsOf(changes: readonly HistoryChange[]): HistoryStep[] {
  const groups: HistoryChange[][] = []
  /** The texts from which the last of the groups takes something away. */
  let shortened = new Set<string>()
  for (const made of byVersion(changes)) {
    const group = groups.at(-1)
    const [newest, change] = [group?.[0], made[0]]
    const isSameStep =
      newest !== undefined &&
      newest.userId === change?.userId &&
      newest.at - change.at <= stepMs &&
      !made.some((one) => shortened.has(one.key) && textsOf(one) !== null)
    if (isSameStep) group?.push(...made)
    else {
      groups.push([...made])
      shortened = new Set()
    }
    for (const one of made) if (takesFromText(one)) shortened.add(one.key)
  }
  return groups.flatMap((group) => {
    const [newest] = group
    const net = netChanges(group)
    return newest === undefined || net.length === 0
      ? []
      : [{ version: newest.version, at: newest.at, userId: newest.userId, changes: net }]
  })
}

/** In the order given. */
function byVersion(changes: readonly HistoryChange[]): HistoryChange[][] {
  const groups: HistoryChange[][] = []
  for (const change of changes) {
    const group = groups.at(-1)
    if (group?.[0]?.version === change.version) group.push(change)
    else groups.push([change])
  }
  return groups
}

/** A changed text before and after; null for other changes, new entries, and texts that the reader may not see. */
function textsOf({ key, before, after }: HistoryChange): { readonly from: string; readonly to: string } | null {
  if (before === null || isWithheld(before['query']) || isWithheld(after?.['query'])) return null
  const [from = '', to = ''] = [entryTextOf(key, before), entryTextOf(key, after ?? undefined)]
  return from === to ? null : { from, to }
}

function takesFromText(change: HistoryChange): boolean {
  const texts = textsOf(change)
  if (texts === null) return false
  const { from, to } = textChange(texts.from, texts.to)
  return to > from
}

function netChanges(newestFirst: readonly HistoryChange[]): HistoryChange[] {
  const byKey = new Map<string, HistoryChange>()
  for (const change of newestFirst) {
    const newer = byKey.get(change.key)
    byKey.set(change.key, newer === undefined ? change : { ...newer, before: change.before })
  }
  return [...byKey.values()]
    .filter(({ before, after }) => changedFields(before, after).length > 0 || (before === null) !== (after === null))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
}

const authorshipFields: ReadonlySet<string> = new Set(['createdAt', 'createdBy', 'updatedAt', 'updatedBy'])

/** The fields that differ, who-and-when aside; none when either side is absent. */
export function changedFields(before: JsonValue | null, after: JsonValue | null): string[] {
  if (before === null || after === null || !isJsonObject(before) || !isJsonObject(after)) return []
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (field) => !authorshipFields.has(field) && !jsonEqual(before[field], after[field]),
  )
}

/** before: the `next` of the page before. */
export const historyQuerySchema = z.strictObject({
  before: z.optional(z.coerce.number<number>().check(z.int(), z.minimum(1))),
})

export const historyEndpoint = {
  method: 'GET',
  path: '/api/history/:kind/:id',
  query: historyQuerySchema,
  answer: historyPageSchema,
} as const satisfies ApiEndpoint
