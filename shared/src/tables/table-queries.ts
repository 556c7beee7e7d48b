import { isAllowed } from '../access/rules'
import type { Actor } from '../access/actor'
import type { QuestionColumn, QuestionTable } from '../builder/question'
import { getConnection } from '../connections/connection-queries'
import { datasetPrefix, datasetSchema } from '../datasets/dataset'
import { getDataset } from '../datasets/dataset-queries'
import { mayManageDataset } from '../datasets/dataset-rights'
import { mayEditIn } from '../folders/folder-rights'
import { getFromView, listFromView, type EntryView } from '../entries/entry-tx'
import { localConnectionId } from '../query/run-query'
import { hierarchyPrefixOf, hierarchySchema, type Hierarchy } from './hierarchy'
import {
  columnSettingsOfModel,
  getModelChart,
  hierarchiesOfModel,
  joinsOfModels,
  modelColumnKey,
} from './model-settings'
import {
  columnPrefixOf,
  columnSettingsKey,
  columnSettingsSchema,
  declaredJoinSchema,
  joinPrefix,
  tableSettingsKey,
  tableSettingsSchema,
  type ColumnSettings,
  type DeclaredJoin,
  type TableSettings,
} from './table-settings'
import { connectionTable, tableIdOf, type TableSource } from './table-source'

/** The settings of a table's columns, by the column's name; only of those that somebody said something about. */
export function columnSettingsOf(view: EntryView, source: TableSource): ReadonlyMap<string, ColumnSettings> {
  if (source.kind === 'model') return columnSettingsOfModel(view, source)
  const columns = listFromView(view, columnSettingsSchema, columnPrefixOf(tableIdOf(source)))
  return new Map(columns.map((column) => [column.name, column]))
}

export function getColumnSettings(
  view: EntryView,
  source: TableSource,
  { name, part }: Pick<QuestionColumn, 'name' | 'part'>,
): ColumnSettings | undefined {
  if (source.kind === 'model') {
    const chart = getModelChart(view, source)
    const settings = columnSettingsOfModel(view, source)
    return (
      chart &&
      [...settings.values()].find((one) => modelColumnKey(chart, one) === modelColumnKey(chart, { name, part }))
    )
  }
  return getFromView(view, columnSettingsSchema, columnSettingsKey(source, name))
}

export function getTableSettings(view: EntryView, source: TableSource): TableSettings | undefined {
  return getFromView(view, tableSettingsSchema, tableSettingsKey(source))
}

/** The joins of a table, declared from its side or from the other's, each seen from its side. */
export function joinsOfTable(view: EntryView, source: TableSource): readonly DeclaredJoin[] {
  const id = tableIdOf(source)
  return [...listFromView(view, declaredJoinSchema, joinPrefix), ...joinsOfModels(view)].filter(
    (join) => tableIdOf(join.source) === id || tableIdOf(join.other) === id,
  )
}

/** The hierarchies of a table, by name. */
export function hierarchiesOf(view: EntryView, source: TableSource): readonly Hierarchy[] {
  const found =
    source.kind === 'model'
      ? hierarchiesOfModel(view, source)
      : listFromView(view, hierarchySchema, hierarchyPrefixOf(tableIdOf(source)))
  return found.toSorted((a, b) => a.name.localeCompare(b.name, 'en') || (a.id < b.id ? -1 : 1))
}

/** The table that a question over a connection names; undefined where there is none such in the workspace's data. */
export function sourceOfTable(view: EntryView, connectionId: string, table: QuestionTable): TableSource | undefined {
  return sourcesOver(view, connectionId)(table)
}

/** The same for many tables of one connection. */
export function sourcesOver(view: EntryView, connectionId: string): (table: QuestionTable) => TableSource | undefined {
  const modelOf = ({ model }: QuestionTable) =>
    model === undefined ? undefined : ({ kind: 'model', id: model } as const)
  if (connectionId !== localConnectionId)
    return (table) => modelOf(table) ?? connectionTable(connectionId, table) ?? undefined
  const datasets = listFromView(view, datasetSchema, datasetPrefix).filter(({ deletedAt }) => deletedAt === null)
  const byTable = new Map(datasets.map(({ tableName, id }) => [tableName, id]))
  return (table) => {
    const id = byTable.get(table.name)
    return modelOf(table) ?? (id && { kind: 'dataset', id })
  }
}

/** Predicts whether the mutators will let the actor say something about a table: for showing what can be done. */
export function mayDescribe(actor: Actor, view: EntryView, source: TableSource): boolean {
  if (!isAllowed(actor, { do: 'edit-content' })) return false
  if (source.kind === 'dataset') {
    const dataset = getDataset(view, source.id)
    return dataset !== undefined && mayManageDataset(actor, dataset, view)
  }
  if (source.kind === 'model') {
    const chart = getModelChart(view, source)
    return chart !== undefined && mayEditIn(actor, chart.folderId, view)
  }
  const target = getConnection(view, source.connectionId)
  return target !== undefined && isAllowed(actor, { do: 'run', target, level: 'builder' })
}
