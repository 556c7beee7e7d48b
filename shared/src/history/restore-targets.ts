import type { JsonObject } from '../base/json'
import type { HistoryChange } from './history-page'

/** An entry as it should be again; null where it should be gone. */
export interface RestoreTarget {
  readonly key: string
  readonly value: JsonObject | null
}

/**
 * The entries to put back so that a thing is as it was at a version: each entry changed since, as it stood then.
 * changes: newest first, all since that version. Tabs come before the tiles on them, tiles before the filters of them, what goes
 * after what comes.
 */
export function restoreTargets(changes: readonly HistoryChange[], version: number): RestoreTarget[] {
  const valuesByKey = new Map<string, JsonObject | null>()
  for (const change of changes) if (change.version > version) valuesByKey.set(change.key, change.before)
  return [...valuesByKey]
    .map(([key, value]): RestoreTarget => ({ key, value }))
    .sort((a, b) => rankOf(a) - rankOf(b) || (a.key < b.key ? -1 : 1))
}

const concepts = ['chart', 'dashboard', 'tab', 'tile', 'filter'] as const

function rankOf({ key, value }: RestoreTarget): number {
  const rank = concepts.findIndex((concept) => key.startsWith(`${concept}/`))
  return value === null ? 2 * concepts.length - rank : rank
}
