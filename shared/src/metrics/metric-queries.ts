import { foldText } from '../base/fold-text'
import { byDeletion, isDeleted } from '../base/deletion'
import { byOrder } from '../base/order'
import { getFromView, listFromView, type EntryView } from '../entries/entry-tx'
import { metricKey, metricPrefix, metricSchema, type Metric, type MetricId } from './metric'

export function getMetric(view: EntryView, id: MetricId): Metric | undefined {
  return getFromView(view, metricSchema, metricKey(id))
}

/** Lists metrics in use, in order. */
export function listMetrics(view: EntryView): Metric[] {
  return listFromView(view, metricSchema, metricPrefix)
    .filter(({ deletedAt }) => deletedAt === null)
    .sort(byOrder)
}

/** Lists metrics in the trash, the last deleted first. */
export function listDeletedMetrics(view: EntryView): Metric[] {
  return listFromView(view, metricSchema, metricPrefix).filter(isDeleted).sort(byDeletion)
}

/** Returns true if every sought word is in one of the texts of a definition. */
export function isSought(sought: string, texts: readonly string[]): boolean {
  const text = foldText(texts.join(' '))
  return foldText(sought)
    .split(/\s+/)
    .every((word) => text.includes(word))
}
