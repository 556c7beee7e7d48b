import { byDeletion, isDeleted } from '../base/deletion'
import { byOrder } from '../base/order'
import type { QuestionTable } from '../builder/question'
import { isSameTable } from '../builder/same-table'
import { getFromView, listFromView, type EntryView } from '../entries/entry-tx'
import { segmentKey, segmentPrefix, segmentSchema, type Segment, type SegmentId } from './segment'

export function getSegment(view: EntryView, id: SegmentId): Segment | undefined {
  return getFromView(view, segmentSchema, segmentKey(id))
}

/** Lists segments in use, in order. */
export function listSegments(view: EntryView): Segment[] {
  return listFromView(view, segmentSchema, segmentPrefix)
    .filter(({ deletedAt }) => deletedAt === null)
    .sort(byOrder)
}

/** Lists segments in the trash, the last deleted first. */
export function listDeletedSegments(view: EntryView): Segment[] {
  return listFromView(view, segmentSchema, segmentPrefix).filter(isDeleted).sort(byDeletion)
}

/** The segments in use of a table or model, in order. */
export function segmentsOfTable(view: EntryView, connectionId: string, table: QuestionTable): readonly Segment[] {
  return listSegments(view).filter((segment) => isOfTable(segment, connectionId, table))
}

export function isOfTable({ query }: Segment, connectionId: string, table: QuestionTable): boolean {
  const { source } = query.question
  return query.connectionId === connectionId && source !== null && isSameTable(source, table)
}
