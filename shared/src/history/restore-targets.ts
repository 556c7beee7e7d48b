import type { JsonObject } from '../base/json'
import type { HistoryChange } from './history-page'

/** An entry as it is to be restored; null if it is to be deleted. */
export interface RestoreTarget {
  readonly key: string
  readonly value: JsonObject | null
}

/**
 * Returns the entries that restore a thing to a version: each entry changed since, with its value then. changes: all
 * since that version, newest first. Sorted so that tabs are restored before their tiles and tiles before the filters on
 * them; deletions follow.
 */
export function restoreTargets(changes: readonly HistoryChange[], version: number): RestoreTarget[] {
  const valuesByKey = new Map<string, JsonObject | null>()
  for (const change of changes) if (change.version > version) valuesByKey.set(change.key, change.before)
  return [...valuesByKey]
    .map(([key, value]): RestoreTarget => ({ key, value }))
    .sort((a, b) => rankOf(a) - rankOf(b) || (a.key < b.key ? -1 : 1))
}

const concepts = [
  'segment',
  'metric',
  'chart',
  'dashboard',
  'tab',
  'tile',
  'filter',
  'saved-view',
  'table',
  'column',
  'join',
  'hierarchy',
] as const

function rankOf({ key, value }: RestoreTarget): number {
  const rank = concepts.findIndex((concept) => key.startsWith(`${concept}/`))
  return value === null ? 2 * concepts.length - rank : rank
}
