import { isJsonObject } from '@tidemark/shared/base/json'
import type { EntryView } from '@tidemark/shared/entries/entry-tx'
import type { HistoryNames } from '@tidemark/shared/history/describe-change'

/** Returns the present names of things. */
export function namesIn(view: EntryView): HistoryNames {
  const nameAt = (key: string) => {
    const value = view.get(key)
    return isJsonObject(value) && typeof value['name'] === 'string' ? value['name'] : undefined
  }
  return {
    dashboard: (id) => nameAt(`dashboard/${id}`),
    chart: (id) => nameAt(`chart/${id}`),
    folder: (id) => nameAt(`folder/${id}`),
    tab: (id) => [...view.scan('tab/')].flatMap(([key]) => (key.endsWith(`/${id}`) ? [nameAt(key)] : []))[0],
  }
}
