import { isJsonObject, type JsonObject, type JsonValue } from '@tidemark/shared/base/json'
import { chartPrefix } from '@tidemark/shared/charts/chart'
import type { EntryView } from '@tidemark/shared/entries/entry-tx'
import type { HistoryKind } from '@tidemark/shared/history/history-page'
import { fieldsThatStay } from '@tidemark/shared/history/restored-versions'
import type { RestoreTarget } from '@tidemark/shared/history/restore-targets'
import { undoOf, type EntryChange } from '@tidemark/shared/sync/entry-change'

export interface RestorePlan {
  /** Changes of the thing itself and its parts. */
  readonly changes: readonly EntryChange[]
  /** Changes of charts that are shown on it: they may be shown elsewhere too, so a person decides. */
  readonly chartChanges: readonly EntryChange[]
  /** The number of tiles that cannot be restored, because their charts no longer exist. */
  readonly leftOutCount: number
}

/**
 * Returns the changes that restore a version. Each starts from the present value, so that later changes by others are
 * left alone.
 */
export function planRestore(kind: HistoryKind, view: EntryView, targets: readonly RestoreTarget[]): RestorePlan {
  const changes: EntryChange[] = []
  const chartChanges: EntryChange[] = []
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
    if (change === null) continue
    if (kind === 'dashboard' && key.startsWith(chartPrefix)) chartChanges.push(change)
    else changes.push(change)
  }
  return { changes, chartChanges, leftOutCount }
}

function isPart(key: string): boolean {
  return /^(tab|tile|filter|saved-view|table|column|join)\//.test(key)
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
