'use client'

import { useId, useMemo, useState } from 'react'
import { tableOfModel } from '@tidemark/shared/builder/models/model-tables'
import { isSameTable } from '@tidemark/shared/builder/same-table'
import type { BuilderColumn } from '@tidemark/shared/builder/suggest-join'
import type { Chart } from '@tidemark/shared/charts/chart'
import type { ColumnSettings } from '@tidemark/shared/tables/table-settings'
import type { TableSource } from '@tidemark/shared/tables/table-source'
import { ColumnName, ColumnOpener } from '@/features/data/dataset/column-opener'
import { ColumnBadges } from '@/features/data/table/column-about'
import { ColumnListHead, useColumnList } from '@/features/data/table/column-list'
import { ColumnSettingsPart } from '@/features/data/table/column-settings-form'
import { ColumnTick, type TickedColumns } from '@/features/data/table/hide-columns'
import { TableHierarchiesSection } from '@/features/data/table/table-hierarchies-section'
import { TableJoinsSection } from '@/features/data/table/table-joins-section'
import { TableLineage } from '@/features/data/table/lineage-section'
import { TableUsersSection } from '@/features/data/table/table-users-section'
import { useBuilderTables } from '@/features/data/use-builder-tables'
import { RowRuleSection } from '@/features/row-rules/row-rule-section'
import { fieldTypeLabel } from '@/features/result-grid/field-type-label'
import { Skeleton } from '@/ui/skeleton'

const noColumns: readonly BuilderColumn[] = []

/** A model as a table: its columns with what is said about them, its joins, and the charts that ask it. */
export default function ModelDetails({ chart }: { readonly chart: Chart }) {
  const { id, name, query } = chart
  const { connectionId } = query
  const source = useMemo<TableSource>(() => ({ kind: 'model', id }), [id])
  const table = useMemo(() => tableOfModel({ id, name }), [id, name])
  const { tables, isLoading } = useBuilderTables(connectionId)
  const own = tables.find((one) => isSameTable(one.table, table))
  const columns = own?.columns ?? noColumns
  const list = useColumnList(source, columns)
  const asked = useMemo(
    () => ({ connectionId, table, columns: columns.map((column) => column.name) }),
    [connectionId, table, columns],
  )
  if (own === undefined && isLoading) return <Skeleton className="h-40" />
  return (
    <div className="flex flex-col gap-6 pb-4">
      {own === undefined ? (
        <p role="status" className="text-muted">
          {query.kind === 'sql'
            ? 'It cannot be asked as it is. Run its SQL, and its columns appear here.'
            : 'It cannot be asked as it is. Complete its question, and its columns appear here.'}
        </p>
      ) : (
        <section aria-label="Columns">
          <ColumnListHead heading="h4" source={source} columnCount={columns.length} list={list} />
          <ul className="divide-y divide-line rounded-tile border border-line bg-surface shadow-tile">
            {list.shown.map((column) => (
              <ModelColumn
                key={column.part ?? column.name}
                column={column}
                source={source}
                settings={list.settings.get(column.name)}
                mayDescribe={list.mayDescribe}
                ticked={list.ticked}
                onTick={list.onTick}
              />
            ))}
            {list.shown.length === 0 && (
              <li className="px-3.5 py-3 text-muted">No column is found by “{list.search}”.</li>
            )}
          </ul>
        </section>
      )}
      <TableJoinsSection source={source} connectionId={connectionId} table={table} />
      <TableHierarchiesSection source={source} connectionId={connectionId} table={table} />
      <RowRuleSection source={source} name={name} rule={chart.rowRule} columns={columns} />
      <TableUsersSection asked={asked} />
      <TableLineage asked={asked} />
    </div>
  )
}

interface ModelColumnProps {
  readonly column: BuilderColumn
  readonly source: TableSource
  readonly settings: ColumnSettings | undefined
  readonly mayDescribe: boolean
  readonly ticked: TickedColumns
  readonly onTick: (ticked: TickedColumns) => void
}

function ModelColumn({ column, source, settings, mayDescribe, ticked, onTick }: ModelColumnProps) {
  const [isOpen, setOpen] = useState(false)
  const formId = useId()
  const { name, type, sign } = column
  return (
    <li className="flex flex-col gap-1.5 px-3.5 py-2">
      <span className="flex min-w-0 items-center">
        {ticked !== null && <ColumnTick name={name} ticked={ticked} onTick={onTick} />}
        {mayDescribe ? (
          <ColumnOpener name={name} type={type} isOpen={isOpen} profileId={formId} onChange={setOpen} />
        ) : (
          <ColumnName name={name} type={type} />
        )}
        <ColumnBadges settings={settings} />
        <span className="ml-auto shrink-0 pl-3 text-small text-muted">
          {fieldTypeLabel(type)}
          {sign === undefined ? '' : ` (${sign})`}
        </span>
      </span>
      {settings !== undefined && settings.description !== '' && (
        <span dir="auto" className="pl-6 text-small whitespace-pre-line break-words text-muted">
          {settings.description}
        </span>
      )}
      {isOpen && (
        <div id={formId} className="pb-2 pl-6">
          <ColumnSettingsPart source={source} column={column} settings={settings} />
        </div>
      )}
    </li>
  )
}
