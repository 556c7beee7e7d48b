import * as z from 'zod/mini'
import { isJsonObject, jsonEqual, type JsonObject, type JsonValue } from '../base/json'
import { textChange } from '../base/text-change'
import { isWithheld } from '../query/run-query'
import { entryTextOf } from './entry-text'
import type { ApiEndpoint } from '../base/api-endpoint'

/**
 * The kinds of things with their own history; a dashboard's includes its tabs, tiles and filters, a table's its columns,
 * joins and hierarchies.
 */
export const historyKinds = ['chart', 'dashboard', 'metric', 'segment', 'table'] as const
/** Returns the key of a thing and the key prefixes of its parts. id: of a table, see `tableIdOf`. */
export function historyPaths(kind: HistoryKind, id: string): readonly string[] {
  switch (kind) {
    case 'chart':
      return [`chart/${id}`]
    case 'metric':
    case 'segment':
      return [`${kind}/${id}`]
    case 'dashboard':
      return [`dashboard/${id}`, `tab/${id}/`, `tile/${id}/`, `filter/${id}/`, `saved-view/${id}/`]
    case 'table':
      return [`table/${id}`, `column/${id}/`, `join/${id}/`, `hierarchy/${id}/`]
  }
}

export const historyKindSchema = z.enum(historyKinds)
export type HistoryKind = z.infer<typeof historyKindSchema>

const jsonSchema: z.ZodMiniType<JsonValue> = z.json()
/** A former value of an entry; null if it did not exist. */
const pastValueSchema: z.ZodMiniType<JsonObject | null> = z.nullable(z.record(z.string(), jsonSchema))

/**
 * A page of a history, newest first. version: the workspace's; revisions of one version are always in one page.
 * earlier: by key, the value before the page's oldest revision. next: where the following page starts.
 */
export const historyPageSchema = z.object({
  revisions: z.array(
    z.object({ key: z.string(), version: z.int(), at: z.int(), userId: z.string(), value: pastValueSchema }),
  ),
  earlier: z.record(z.string(), pastValueSchema),
  next: z.nullable(z.int()),
})
export type HistoryPage = z.infer<typeof historyPageSchema>

/** One entry's change. before, after: null if the entry did not exist. at: Unix milliseconds, the server's clock. */
export interface HistoryChange {
  readonly key: string
  readonly version: number
  readonly at: number
  readonly userId: string
  readonly before: JsonObject | null
  readonly after: JsonObject | null
}

/** Returns the page's revisions as changes, newest first. */
export function changesOfPage({ revisions, earlier }: HistoryPage): HistoryChange[] {
  const valuesByKey = new Map(Object.entries(earlier))
  const oldestFirst = revisions.toReversed().map(({ value: after, ...revision }): HistoryChange => {
    const before = valuesByKey.get(revision.key) ?? null
    valuesByKey.set(revision.key, after)
    return { ...revision, before, after }
  })
  return oldestFirst.toReversed()
}

/** Consecutive changes by one person within a minute, which they would call one step; see `stepsOf`. */
export interface HistoryStep {
  /** The newest version of the step, which shows the thing after it. */
  readonly version: number
  /** The time of its newest change. */
  readonly at: number
  readonly userId: string
  /** One per entry, from before the step to after it, sorted by key; the charts of a dashboard come last. */
  readonly changes: readonly HistoryChange[]
}

const stepMs = 60_000

/**
 * Groups changes into steps, newest first as given. A step that removed part of a text never includes the writing of
 * that text: a person who keeps their own text over another tab's may be the author of both, and each must be there to
 * read and restore. Steps without a visible change in the end are left out.
 */
export function stepsOf(changes: readonly HistoryChange[]): HistoryStep[] {
  const groups: HistoryChange[][] = []
  /** The texts from which the latest group removes something. */
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

/** Groups changes by version, in the given order. */
function byVersion(changes: readonly HistoryChange[]): HistoryChange[][] {
  const groups: HistoryChange[][] = []
  for (const change of changes) {
    const group = groups.at(-1)
    if (group?.[0]?.version === change.version) group.push(change)
    else groups.push([change])
  }
  return groups
}

/**
 * Returns a changed text before and after; null for other changes, new entries, and texts that the reader may not see.
 */
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
    .sort((a, b) => rankOf(a.key) - rankOf(b.key) || (a.key < b.key ? -1 : 1))
}

/** A dashboard itself comes before what it shows. */
function rankOf(key: string): number {
  return key.startsWith('chart/') ? 1 : 0
}

const authorshipFields: ReadonlySet<string> = new Set(['createdAt', 'createdBy', 'updatedAt', 'updatedBy'])

/** Returns the fields that differ, except authorship; none if either side is absent. */
export function changedFields(before: JsonValue | null, after: JsonValue | null): string[] {
  if (before === null || after === null || !isJsonObject(before) || !isJsonObject(after)) return []
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (field) => !authorshipFields.has(field) && !jsonEqual(before[field], after[field]),
  )
}

/** before: the `next` of the previous page. */
export const historyQuerySchema = z.strictObject({
  before: z.optional(z.coerce.number<number>().check(z.int(), z.minimum(1))),
})

export const historyEndpoint = {
  method: 'GET',
  path: '/api/history/:kind/:id',
  query: historyQuerySchema,
  answer: historyPageSchema,
} as const satisfies ApiEndpoint
