import type { FieldType } from '@tidemark/shared/query/field'
import type { QuestionColumn } from '@tidemark/shared/builder/question'
import { columnOf, type ReadTable } from '@tidemark/shared/builder/suggest-join'
import { fieldTypeIcon } from '@/features/result-grid/field-icon'
import type { PickGroup, PickItem } from './rank-picks'

/** The columns of all tables that are read, to pick one from. */
export function columnGroups(
  read: readonly ReadTable[],
  onPick: (column: QuestionColumn) => void,
  isFit: (type: FieldType) => boolean = () => true,
): PickGroup[] {
  return read.map(({ join, table }) => ({
    title: table.title,
    items: table.columns.filter(({ type }) => isFit(type)).map((column) => columnPick(columnOf(join, column), onPick)),
  }))
}

export function columnPick(column: QuestionColumn, onPick: (column: QuestionColumn) => void): PickItem {
  return {
    key: `${column.join ?? ''} ${column.name}`,
    label: column.name,
    icon: fieldTypeIcon(column.type),
    onPick: () => onPick(column),
  }
}
