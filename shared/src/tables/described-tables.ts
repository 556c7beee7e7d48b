import type { QuestionTable } from '../builder/question'
import type { BuilderColumn, BuilderTable, DeclaredPair } from '../builder/suggest-join'
import { tableOfModel } from '../builder/models/model-tables'
import { getDataset } from '../datasets/dataset-queries'
import { givenFields } from '../entries/define-mutator'
import type { EntryView } from '../entries/entry-tx'
import { getModelChart } from './model-settings'
import { shownColumnsOf } from './shown-columns'
import { columnSettingsOf, getTableSettings, joinsOfTable, sourcesOver } from './table-queries'
import type { ColumnSettings, DeclaredJoin } from './table-settings'
import { tableIdOf, type TableSource } from './table-source'

/**
 * Returns tables with what people say about them, their columns and joins. A table without settings stays the same
 * object.
 */
export function describedTables(
  view: EntryView,
  connectionId: string,
  tables: readonly BuilderTable[],
): readonly BuilderTable[] {
  const sourceOf = sourcesOver(view, connectionId)
  return tables.map((table) => {
    const source = sourceOf(table.table)
    return source === undefined ? table : describedTable(view, source, table)
  })
}

function describedTable(view: EntryView, source: TableSource, table: BuilderTable): BuilderTable {
  const columns = describedColumns(view, source, calledColumns(view, source, table.columns))
  const joins = joinsOfTable(view, source).flatMap((join) => declaredPair(view, source, join) ?? [])
  const title = getTableSettings(view, source)?.label || table.title
  if (columns === table.columns && joins.length === 0 && title === table.title) return table
  return { ...table, title, columns, ...(joins.length === 0 ? {} : { joins }) }
}

/** The columns of a model as what they are made of is called. */
function calledColumns(
  view: EntryView,
  source: TableSource,
  columns: BuilderTable['columns'],
): BuilderTable['columns'] {
  const query = source.kind === 'model' ? getModelChart(view, source)?.query : undefined
  const shown = query && shownColumnsOf(view, query, undefined)
  if (shown === undefined) return columns
  return columns.map((column) => {
    const { label, description } = Object.hasOwn(shown, column.name) ? (shown[column.name] ?? {}) : {}
    return { ...column, ...givenFields({ label, description }) }
  })
}

/** The settings of a column that whoever asks a question sees. */
type SaidOfColumn = Pick<BuilderColumn, 'label' | 'description' | 'isHidden' | 'role'>

/** Returns the columns of a table with their settings; the same list if nobody said anything. */
export function describedColumns<Column extends { readonly name: string }>(
  view: EntryView,
  source: TableSource,
  columns: readonly Column[],
): readonly (Column & SaidOfColumn)[] {
  const settings = columnSettingsOf(view, source)
  return settings.size === 0 ? columns : columns.map((column) => described(column, settings.get(column.name)))
}

function described<Column extends object>(column: Column, settings: ColumnSettings | undefined): Column & SaidOfColumn {
  if (settings === undefined) return column
  const { label, description, isHidden, role } = settings
  return {
    ...column,
    ...(label === '' ? {} : { label }),
    ...(description === '' ? {} : { description }),
    ...(isHidden ? { isHidden } : {}),
    ...(role === null ? {} : { role }),
  }
}

/** Returns a join as seen from one of its tables; null if the other table is gone. */
export function declaredPair(view: EntryView, from: TableSource, join: DeclaredJoin): DeclaredPair | null {
  const isSource = tableIdOf(join.source) === tableIdOf(from)
  const table = questionTableOf(view, isSource ? join.other : join.source)
  if (table === null) return null
  return isSource
    ? { column: join.column, table, otherColumn: join.otherColumn }
    : { column: join.otherColumn, table, otherColumn: join.column }
}

/** Returns a source as questions name it; null for a dataset that is gone. */
function questionTableOf(view: EntryView, source: TableSource): QuestionTable | null {
  if (source.kind === 'connection') return { schema: source.schema, name: source.table }
  if (source.kind === 'model') {
    const chart = getModelChart(view, source)
    return chart === undefined ? null : tableOfModel(chart)
  }
  const dataset = getDataset(view, source.id)
  return dataset === undefined || dataset.deletedAt !== null ? null : { schema: null, name: dataset.tableName }
}
