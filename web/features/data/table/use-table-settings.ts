'use client'

import { useMemo } from 'react'
import type { ColumnSettings } from '@tidemark/shared/tables/table-settings'
import { columnSettingsOf, mayDescribe } from '@tidemark/shared/tables/table-queries'
import { tableIdOf, type TableSource } from '@tidemark/shared/tables/table-source'
import { useView } from '@/client/workspace/use-view'
import { useActor } from '@/client/workspace/workspace-client'

/** Returns the settings of a table's columns, by name. */
export function useColumnSettings(source: TableSource): ReadonlyMap<string, ColumnSettings> {
  const id = tableIdOf(source)
  const columns = useView((view) => [...columnSettingsOf(view, source).values()], [id])
  return useMemo(() => new Map(columns.map((column) => [column.name, column])), [columns])
}

/** Returns true if the person may describe a table and its columns. */
export function useMayDescribe(source: TableSource): boolean {
  const actor = useActor()
  return useView((view) => mayDescribe(actor, view, source), [actor, tableIdOf(source)])
}
