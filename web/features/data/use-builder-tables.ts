'use client'

import { useMemo } from 'react'
import type { BuilderTable } from '@tidemark/shared/builder/suggest-join'
import type { Model } from '@tidemark/shared/builder/models/model'
import { modelTables } from '@tidemark/shared/builder/models/model-tables'
import type { ChartId } from '@tidemark/shared/charts/chart'
import { listModels, modelsAmong, modelsById } from '@tidemark/shared/charts/chart-models'
import type { Connection } from '@tidemark/shared/connections/connection'
import { findConnection } from '@tidemark/shared/connections/connection-queries'
import { listDatasets } from '@tidemark/shared/datasets/dataset-queries'
import { mayUseDataset } from '@tidemark/shared/datasets/dataset-rights'
import { localConnectionId } from '@tidemark/shared/query/run-query'
import { describedTables } from '@tidemark/shared/tables/described-tables'
import { failureText } from '@/client/page/api-request'
import { useView } from '@/client/workspace/use-view'
import { useActor } from '@/client/workspace/workspace-client'
import { useDatabaseSchema } from './use-database-schema'

/** isLoading: the tables of a database are on their way. failure: why they could not be read. */
export interface BuilderTables {
  readonly tables: readonly BuilderTable[]
  readonly isLoading: boolean
  readonly failure: string | null
}

/**
 * The tables and models that the builder can read over a connection. asked: the chart whose question reads them, so that
 * no model is offered that reads this chart.
 */
export function useBuilderTables(connectionId: string, asked?: ChartId): BuilderTables {
  const actor = useActor()
  const datasets = useView((view) => listDatasets(view).filter((one) => mayUseDataset(actor, one, 'builder')), [actor])
  const connection = useView((view) => findConnection(view, connectionId) ?? null, [connectionId])
  const lost = lostConnection(connectionId, connection)
  const { state } = useDatabaseSchema(lost === null ? connection : null)
  const found = useMemo<BuilderTables>(() => {
    if (lost !== null) return { tables: [], isLoading: false, failure: lost }
    if (connection === null) {
      const tables = datasets.map(({ tableName, name, rowCount, ownRows, columns }) => ({
        table: { schema: null, name: tableName },
        title: name,
        rowCount: ownRows === undefined ? rowCount : null,
        columns: columns.map((column) => ({ ...column, references: null })),
      }))
      return { tables, isLoading: false, failure: null }
    }
    const { schema, kind, failure } = state
    const tables = (schema?.tables ?? []).map((table) => ({
      table: { schema: table.schema, name: table.name },
      title: schema?.defaultSchemas.includes(table.schema) ? table.name : `${table.schema}.${table.name}`,
      rowCount: table.rowEstimate,
      hidesColumns: table.hidesColumns,
      columns: table.columns.map(({ name, type, databaseType, key, references }) => ({
        name,
        // One column of a key of several repeats.
        ...(key === 'primary' && table.columns.filter((one) => one.key === 'primary').length === 1
          ? { isUnique: true }
          : {}),
        type,
        databaseType,
        references: references && { schema: references.schema, name: references.table, column: references.column },
      })),
    }))
    return {
      tables,
      isLoading: kind === 'loading' && schema === null,
      failure: failure === null ? null : failureText(failure),
    }
  }, [connection, lost, datasets, state])
  const { offered, behind } = useView(
    (view) => {
      const known: Record<string, Model> = {}
      const models = listModels(view, connectionId).filter((model) => {
        const read = model.kind === 'sql' ? {} : modelsById(view, model.question)
        if (asked !== undefined && (model.id === asked || Object.hasOwn(read, asked))) return false
        Object.assign(known, read, { [model.id]: model })
        return true
      })
      return { offered: Object.fromEntries(models.map((model) => [model.id, model])), behind: known }
    },
    [connectionId, asked],
  )
  const all = useMemo(
    () => [...found.tables, ...modelTables(Object.values(offered), modelsAmong(behind), found.tables)],
    [found.tables, offered, behind],
  )
  const tables = useView((view) => describedTables(view, connectionId, all), [connectionId, all])
  return useMemo(() => ({ ...found, tables }), [found, tables])
}

/** Returns why a connection cannot be asked any more; null for one that can, and for the workspace's own data. */
function lostConnection(connectionId: string, connection: Connection | null): string | null {
  if (connectionId === localConnectionId) return null
  if (connection === null) return 'Their connection was deleted. Choose other data.'
  if (connection.deletedAt === null) return null
  return `The connection “${connection.name}” is in the trash. Restore it, or choose other data.`
}
