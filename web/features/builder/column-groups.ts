import type { FieldType } from '@tidemark/shared/query/field'
import type { QuestionColumn } from '@tidemark/shared/builder/question'
import { columnOf, type BuilderColumn, type ReadTable } from '@tidemark/shared/builder/suggest-join'
import { fieldTypeIcon } from '@/features/result-grid/field-icon'
import type { PickGroup, PickItem } from '@/features/commands/rank-picks'

/** The columns of all tables that are read, to pick one from. */
export function columnGroups(
  read: readonly ReadTable[],
  onPick: (column: QuestionColumn) => void,
  isFit: (type: FieldType) => boolean = () => true,
): PickGroup[] {
  return mergedGroups(
    read.map(({ join, table }) => ({
      title: table.title,
      items: table.columns.filter(({ type }) => isFit(type)).map((column) => columnPick(join, column, onPick)),
    })),
  )
}

/** One group of each title: each computed column is a table of its own, and a table may be joined twice. */
export function mergedGroups(groups: readonly PickGroup[]): PickGroup[] {
  const merged = new Map<string, PickGroup>()
  for (const { title, items } of groups)
    merged.set(title, { title, items: [...(merged.get(title)?.items ?? []), ...items] })
  return [...merged.values()]
}

/** A column by its label, with its name in the data beside it and what is said about it below. */
export function columnPick(
  join: string | null,
  column: BuilderColumn,
  onPick: (column: QuestionColumn) => void,
): PickItem {
  const { name, type, label, description, isHidden } = column
  return {
    key: `${join ?? ''} ${name}`,
    label: label ?? name,
    note: label === undefined ? undefined : name,
    about: description,
    keywords: label === undefined ? undefined : name,
    icon: fieldTypeIcon(type),
    isHidden,
    onPick: () => onPick(columnOf(join, column)),
  }
}

/** A part of a question with its column as people call it. */
export function calledPart<Part extends { readonly column: QuestionColumn | null }>(
  read: readonly ReadTable[],
  part: Part,
): Part {
  return part.column === null ? part : { ...part, column: calledColumn(read, part.column) }
}

/** The column as people call it, for words about it; its name in the data where nobody gave it another. */
export function calledColumn(read: readonly ReadTable[], column: QuestionColumn): QuestionColumn {
  const table = read.find(({ join }) => join === column.join)?.table
  const label = table?.columns.find(({ name }) => name === column.name)?.label
  return label === undefined ? column : { ...column, name: label }
}
