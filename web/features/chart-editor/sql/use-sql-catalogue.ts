'use client'

import { useMemo } from 'react'
import { sourceOf } from '@tidemark/shared/builder/suggest-join'
import { findConnection } from '@tidemark/shared/connections/connection-queries'
import { listDatasets } from '@tidemark/shared/datasets/dataset-queries'
import { mayUseDataset } from '@tidemark/shared/datasets/dataset-rights'
import { describedColumns } from '@tidemark/shared/tables/described-tables'
import { sourcesOver } from '@tidemark/shared/tables/table-queries'
import { usePageEnvironment } from '@/client/page/page-environment'
import { useView } from '@/client/workspace/use-view'
import { useActor } from '@/client/workspace/workspace-client'
import { firstRemoteSql, quoteRemoteName, tablePath } from '@/features/data/remote-names'
import { useDatabaseSchema } from '@/features/data/use-database-schema'
import type { SqlCatalogue } from './sql-completions'
import { firstSql } from '@/features/content/first-sql'

/** Returns the tables that a chart's SQL can name: the workspace's own, or those of its connection. */
export function useSqlCatalogue(connectionId: string): SqlCatalogue {
  const { locale } = usePageEnvironment()
  const actor = useActor()
  const datasets = useView((view) => listDatasets(view).filter((one) => mayUseDataset(actor, one, 'sql')), [actor])
  const connection = useView((view) => findConnection(view, connectionId) ?? null, [connectionId])
  const { schema } = useDatabaseSchema(connection).state
  const catalogue = useMemo<SqlCatalogue>(() => {
    if (connection === null) {
      return {
        locale,
        tables: datasets.map(({ tableName, rowCount, columns }) => ({
          name: tableName,
          rowCount,
          columns,
          first: { sql: firstSql(tableName), source: { schema: null, name: tableName } },
        })),
      }
    }
    const { kind } = connection
    return {
      locale,
      quote: (name) => quoteRemoteName(kind, name),
      tables:
        schema === null
          ? []
          : schema.tables.map((table) => ({
              name: table.name,
              path: tablePath(kind, table, schema),
              rowCount: table.rowEstimate,
              columns: table.columns.map(({ name, type, databaseType }) => ({ name, type, databaseType, sample: [] })),
              first: {
                sql: firstRemoteSql(kind, table, schema),
                source: sourceOf({
                  table: { schema: table.schema, name: table.name },
                  columns: table.columns,
                  hidesColumns: table.hidesColumns,
                }),
              },
            })),
    }
  }, [connection, datasets, schema, locale])
  const columns = useView(
    (view) => {
      const sourceOf = sourcesOver(view, connectionId)
      return catalogue.tables.map((table) => {
        const source = table.first && sourceOf(table.first.source)
        return source === undefined ? table.columns : describedColumns(view, source, table.columns)
      })
    },
    [connectionId, catalogue],
  )
  return useMemo(
    () => ({
      ...catalogue,
      tables: catalogue.tables.map((table, at) => ({ ...table, columns: columns[at] ?? table.columns })),
    }),
    [catalogue, columns],
  )
}
