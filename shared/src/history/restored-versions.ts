import type { JsonObject } from '../base/json'
import { changedFields, type HistoryStep } from './history-page'

/** Where a thing lies is no part of a version: restoring one moves nothing. */
export const fieldsThatStay = ['folderId', 'order', 'deletedAt'] as const

/**
 * Finds steps after which a thing is again what it was after an earlier step, as restoring a version or undoing that
 * leaves it. steps: newest first, without a gap. Returns the time of that earlier step by the later one's version.
 */
export function restoredVersions(steps: readonly HistoryStep[]): ReadonlyMap<number, number> {
  const timesByVersion = new Map<number, number>()
  steps.forEach((step, index) => {
    const at = earlierTimeOfSame(steps, index)
    if (at !== undefined) timesByVersion.set(step.version, at)
  })
  return timesByVersion
}

function earlierTimeOfSame(steps: readonly HistoryStep[], index: number): number | undefined {
  const afterByKey = new Map<string, JsonObject | null>()
  const differing = new Set<string>()
  for (let earlier = index; earlier < steps.length; earlier += 1) {
    for (const { key, before, after } of steps[earlier]?.changes ?? []) {
      if (!afterByKey.has(key)) afterByKey.set(key, after)
      if (isSameContent(key, before, afterByKey.get(key) ?? null)) differing.delete(key)
      else differing.add(key)
    }
    // A step that changed no content restored nothing.
    if (earlier === index && differing.size === 0) return undefined
    if (differing.size === 0) return steps[earlier + 1]?.at
  }
  return undefined
}

function isSameContent(key: string, a: JsonObject | null, b: JsonObject | null): boolean {
  if (a === null || b === null) return a === b
  const stays: readonly string[] = /^(chart|dashboard)\//.test(key) ? fieldsThatStay : []
  return changedFields(a, b).every((field) => stays.includes(field))
}
