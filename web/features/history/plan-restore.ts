import { isJsonObject, type JsonObject, type JsonValue } from '@tidemark/shared/base/json'
import type { EntryView } from '@tidemark/shared/entries/entry-tx'
import type { RestoreTarget } from '@tidemark/shared/history/restore-targets'
import { undoOf, type EntryChange } from '@tidemark/shared/sync/entry-change'

export interface RestorePlan {
  readonly changes: readonly EntryChange[]
  /** Tiles that cannot come back, because their charts no longer exist. */
  readonly leftOutCount: number
}

/** A version is what a thing holds, not where it lies: restoring moves nothing between folders or out of the trash. */
const fieldsThatStay = ['folderId', 'order', 'deletedAt'] as const

/** The changes that bring back a version, each from what stands there now, so that what changes meanwhile is left alone. */
export function planRestore(view: EntryView, targets: readonly RestoreTarget[]): RestorePlan {
  const changes: EntryChange[] = []
  let leftOutCount = 0
  for (const { key, value } of targets) {
    const current = view.get(key)
    if (lacksItsChart(view, value)) {
      leftOutCount += 1
      continue
    }
    const change = isPart(key)
      ? undoOf(key, value ?? undefined, current)
      : undoOf(key, keepPlace(value, current), current)
    if (change !== null) changes.push(change)
  }
  return { changes, leftOutCount }
}

function isPart(key: string): boolean {
  return /^(tab|tile|filter)\//.test(key)
}

/** The thing itself is never made or deleted by restoring. */
function keepPlace(value: JsonObject | null, current: JsonValue | undefined): JsonValue | undefined {
  if (value === null || !isJsonObject(current)) return current
  return { ...value, ...Object.fromEntries(fieldsThatStay.map((field) => [field, current[field]])) }
}

function lacksItsChart(view: EntryView, value: JsonObject | null): boolean {
  const content = value?.['content']
  if (!isJsonObject(content) || content['kind'] !== 'chart') return false
  return typeof content['chartId'] !== 'string' || view.get(`chart/${content['chartId']}`) === undefined
}
