import { isJsonObject, type JsonObject, type JsonValue } from '@tidemark/shared/base/json'
import type { EntryView } from '@tidemark/shared/entries/entry-tx'
import type { RestoreTarget } from '@tidemark/shared/history/restore-targets'
import { undoOf, type EntryChange } from '@tidemark/shared/sync/entry-change'

export interface RestorePlan {
  readonly changes: readonly EntryChange[]
  /** The number of tiles that cannot be restored, because their charts no longer exist. */
  readonly leftOutCount: number
}

/** A version is a thing's content, not its place: restoring moves nothing between folders or out of the trash. */
const fieldsThatStay = ['folderId', 'order', 'deletedAt'] as const

/**
 * Returns the changes that restore a version. Each starts from the present value, so that later changes by others are
 * left alone.
 */
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
  return /^(tab|tile|filter|table|column|join)\//.test(key)
}

/** Keeps the place of the thing itself; restoring never creates or deletes it. */
function keepPlace(value: JsonObject | null, current: JsonValue | undefined): JsonValue | undefined {
  if (value === null || !isJsonObject(current)) return current
  return { ...value, ...Object.fromEntries(fieldsThatStay.map((field) => [field, current[field]])) }
}

function lacksItsChart(view: EntryView, value: JsonObject | null): boolean {
  const content = value?.['content']
  if (!isJsonObject(content) || content['kind'] !== 'chart') return false
  return typeof content['chartId'] !== 'string' || view.get(`chart/${content['chartId']}`) === undefined
}
