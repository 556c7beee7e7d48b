'use client'

import { ArrowRight, KeyRound, LayoutDashboard, Link2, MessageCircleQuestion, RotateCcw, Rows3 } from 'lucide-react'
import { useCallback, useEffect, useId, useMemo, useState } from 'react'
import { isAllowed } from '@tidemark/shared/access/rules'
import { sourceOf } from '@tidemark/shared/builder/suggest-join'
import { plural } from '@tidemark/shared/charts/plot/numbers/format-number'
import type { Connection } from '@tidemark/shared/connections/connection'
import type { DatabaseColumn, DatabaseSchema, DatabaseTable } from '@tidemark/shared/connections/database-schema'
import { getTableSettings } from '@tidemark/shared/tables/table-queries'
import type { ColumnSettings } from '@tidemark/shared/tables/table-settings'
import { tableIdOf, type ConnectionTable, type TableSource } from '@tidemark/shared/tables/table-source'
import type { AskedTable } from '@tidemark/shared/tables/table-users'
import { navigate } from '@/client/page/navigation'
import { usePageEnvironment } from '@/client/page/page-environment'
import { useSqlRun } from '@/client/workspace/use-query-result'
import { useMutate } from '@/client/workspace/use-mutate'
import { useView } from '@/client/workspace/use-view'
import { useActor } from '@/client/workspace/workspace-client'
import { Button } from '@/ui/buttons/button'
import { Callout } from '@/ui/callout'
import { Skeleton } from '@/ui/skeleton'
import { draftHref } from '../content/draft-link'
import { useStartQuestion } from '../content/use-start-question'
import { ColumnBadges } from '../data/table/column-about'
import { ColumnListHead, useColumnList } from '../data/table/column-list'
import { ColumnSettingsPart } from '../data/table/column-settings-form'
import { ColumnTick, type TickedColumns } from '../data/table/hide-columns'
import { TableDescription } from '../data/table/table-description'
import { TableHierarchiesSection } from '../data/table/table-hierarchies-section'
import { TableJoinsSection } from '../data/table/table-joins-section'
import { TableLineage } from '../data/table/lineage-section'
import { TableUsersSection } from '../data/table/table-users-section'
import { useMayDescribe } from '../data/table/use-table-settings'
import { HistoryButton } from '../history/history-button'
import { reportProblem } from '../messages/report-problem'
import { InlineEdit } from '@/ui/fields/inline-edit'
import { ColumnOpener } from '../data/dataset/column-opener'
import { ColumnProfileView } from '../data/dataset/column-profile-view'
import { RowRuleSection } from '../row-rules/row-rule-section'
import { rowsQuery, ShownGrid } from '../result-grid/shown-grid'
import { resultRowHeightPx } from '../result-grid/whole-rows'
import { columnsText, firstRemoteSql, tablePath } from '../data/remote-names'
import { tableKinds } from './table-kinds'

interface TableDetailsProps {
  readonly connection: Connection
  readonly schema: DatabaseSchema
  readonly table: DatabaseTable
}

/** A table of a database: its columns with types and keys, and its first rows. */
export function TableDetails({ connection, schema, table }: TableDetailsProps) {
  const actor = useActor()
  const { locale } = usePageEnvironment()
  const startQuestion = useStartQuestion()
  const path = tablePath(connection.kind, table, schema)
  const mayWriteSql = isAllowed(actor, { do: 'run', target: connection, level: 'sql' })
  const mayEdit = isAllowed(actor, { do: 'edit-content' })
  const mayAsk = isAllowed(actor, { do: 'run', target: connection, level: 'builder' })
  const { schema: schemaName, name: tableName } = table
  const source = useMemo<ConnectionTable>(
    () => ({ kind: 'connection', connectionId: connection.id, schema: schemaName, table: tableName }),
    [connection.id, schemaName, tableName],
  )
  const asked = useMemo<AskedTable>(
    () => ({
      connectionId: connection.id,
      table: { schema: table.schema, name: table.name },
      columns: table.columns.map(({ name }) => name),
    }),
    [connection.id, table],
  )
  const said = useView((view) => getTableSettings(view, source), [source])
  const rule = connection.rowRules?.find((one) => one.schema === schemaName && one.table === tableName)
  const mayDescribe = useMayDescribe(source)
  const mutate = useMutate()
  const describe = (changes: { label?: string; description?: string }, label: string) =>
    void mutate('updateTable', { source, ...changes }, { label }).catch(reportProblem)
  const draft = () =>
    navigate(draftHref({ connectionId: connection.id, table: { schema: table.schema, name: table.name } }))
  const ask = () => {
    const sql = firstRemoteSql(connection.kind, table, schema)
    const { name, schema: inSchema, columns, hidesColumns } = table
    const source = sourceOf({ table: { schema: inSchema, name }, columns, hidesColumns })
    startQuestion({ table: { connectionId: connection.id, source, sql } })
  }
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <h3 className="flex min-w-0 items-baseline gap-2">
            <InlineEdit
              value={said?.label || table.name}
              label="Name of the table"
              maxLength={120}
              isReadOnly={!mayDescribe}
              onCommit={(label) => describe({ label: label === table.name ? '' : label }, 'Rename table')}
              className="text-tile"
            />
            <span className="min-w-0 truncate font-mono text-code font-normal text-muted">{path}</span>
          </h3>
          <p className="text-small text-muted">
            {tableKinds[table.kind].name} · {plural(locale, table.columns.length, 'column')}
            {table.hidesColumns && ' that may be read'}
            {table.rowEstimate !== null && ` · about ${plural(locale, table.rowEstimate, 'row')}`}
          </p>
          {table.comment !== undefined && (
            <p dir="auto" className="mt-1 max-w-prose whitespace-pre-line break-words">
              {table.comment}
            </p>
          )}
        </div>
        <HistoryButton kind="table" id={tableIdOf(source)} />
        {mayEdit && mayAsk && (
          <Button icon={LayoutDashboard} onClick={draft} className="max-sm:w-11 max-sm:px-0">
            <span className="max-sm:sr-only">Draft a dashboard</span>
          </Button>
        )}
        {mayAsk && (
          <Button variant="primary" icon={MessageCircleQuestion} onClick={ask}>
            Ask about it
          </Button>
        )}
      </div>
      <TableDescription
        description={said?.description ?? ''}
        mayEdit={mayDescribe}
        onCommit={(description) => describe({ description }, 'Describe table')}
      />
      <ColumnTable key={path} connection={connection} table={table} source={source} />
      <TableJoinsSection source={source} connectionId={connection.id} table={asked.table} />
      <TableHierarchiesSection source={source} connectionId={connection.id} table={asked.table} />
      <TableUsersSection asked={asked} />
      <TableLineage asked={asked} />
      <RowRuleSection source={source} name={said?.label || table.name} rule={rule} columns={table.columns} />
      {mayWriteSql && <TableSample connection={connection} path={path} table={table} />}
    </div>
  )
}

const layout =
  'grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)] gap-x-4 px-3.5 md:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)_minmax(0,1fr)]'

interface ColumnTableProps {
  readonly connection: Connection
  readonly table: DatabaseTable
  readonly source: TableSource
}

function ColumnTable({ connection, table, source }: ColumnTableProps) {
  const { columns } = table
  const list = useColumnList(source, columns)
  const { settings, mayDescribe, search, ticked, onTick, shown } = list
  return (
    <section aria-label="Columns">
      <ColumnListHead heading="h4" source={source} columnCount={columns.length} list={list} />
      <div
        role="table"
        aria-label="Columns"
        tabIndex={0}
        className="max-h-[420px] overflow-y-auto rounded-tile border border-line bg-surface shadow-tile"
      >
        <div
          role="row"
          className={`${layout} sticky top-0 border-b border-line bg-sunken py-1.5 text-small font-medium text-muted`}
        >
          <span role="columnheader">Column</span>
          <span role="columnheader">Type</span>
          <span role="columnheader" className="max-md:hidden">
            Key
          </span>
        </div>
        <div role="rowgroup" className="divide-y divide-line">
          {shown.map((column) => (
            <ColumnRow
              key={column.name}
              connection={connection}
              table={table}
              column={column}
              source={source}
              settings={settings.get(column.name)}
              mayDescribe={mayDescribe}
              ticked={ticked}
              onTick={onTick}
            />
          ))}
        </div>
        {shown.length === 0 && <p className="px-3.5 py-4 text-muted">No column is found by “{search}”.</p>}
      </div>
    </section>
  )
}

interface ColumnRowProps extends ColumnTableProps {
  readonly column: DatabaseColumn
  readonly settings: ColumnSettings | undefined
  readonly mayDescribe: boolean
  readonly ticked: TickedColumns
  readonly onTick: (ticked: TickedColumns) => void
}

function ColumnRow({ connection, table, column, source, settings, mayDescribe, ticked, onTick }: ColumnRowProps) {
  const [isOpen, setIsOpen] = useState(false)
  const profileId = useId()
  const { name, type, databaseType, comment } = column
  const about = settings?.description || comment
  return (
    <div
      role="row"
      className={`${layout} min-h-9 items-center py-1.5 [contain-intrinsic-block-size:auto_36px] [content-visibility:auto]`}
    >
      <span role="cell" className="flex min-w-0 items-center">
        {ticked !== null && <ColumnTick name={name} ticked={ticked} onTick={onTick} />}
        <ColumnOpener name={name} type={type} isOpen={isOpen} profileId={profileId} onChange={setIsOpen} />
        <ColumnBadges settings={settings} />
      </span>
      <span role="cell" className="min-w-0 truncate font-mono text-small text-muted" title={databaseType}>
        {databaseType}
        {!column.nullable && ' · not null'}
      </span>
      <span role="cell" className="min-w-0 max-md:col-span-2 max-md:pl-6 max-md:empty:hidden">
        <ColumnKey column={column} />
      </span>
      {about !== undefined && (
        <span
          role="cell"
          dir="auto"
          className="col-span-full pl-[46px] text-small whitespace-pre-line break-words text-muted"
        >
          {about}
        </span>
      )}
      {isOpen && (
        <div role="cell" id={profileId} className="col-span-full mt-2 flex flex-col gap-4 pb-2 pl-6">
          {mayDescribe && <ColumnSettingsPart source={source} column={column} settings={settings} />}
          <ColumnProfileView
            column={{
              connectionId: connection.id,
              table: { schema: table.schema, name: table.name },
              name,
              type,
              databaseType,
            }}
          />
        </div>
      )}
    </div>
  )
}

function ColumnKey({ column: { key, references } }: { readonly column: DatabaseColumn }) {
  if (key === null) return null
  return (
    <span className="flex min-w-0 items-center gap-1.5 text-small text-muted">
      {key === 'primary' ? <KeyRound aria-hidden className="size-3.5!" /> : <Link2 aria-hidden className="size-3.5!" />}
      {key === 'primary' && 'Primary key'}
      {references !== null && (
        <>
          {key === 'primary' && ', '}
          <ArrowRight aria-label="refers to" className="size-3!" />
          <span className="truncate font-mono">
            {references.table}.{references.column}
          </span>
        </>
      )}
    </span>
  )
}

const sampleRows = 20
/** The height of header, borders and scroll bar. */
const framePx = 50
const maxHeightPx = 420

/**
 * Shows a table's first rows at once. For views and foreign tables it asks first, since reading those may take the
 * database long.
 */
function TableSample({
  connection,
  path,
  table,
}: {
  readonly connection: Connection
  readonly path: string
  readonly table: DatabaseTable
}) {
  const [isWanted, setIsWanted] = useState(tableKinds[table.kind].isNear)
  const { state, run, cancel } = useSqlRun(`connection/${connection.id}/${connection.settingsAt}/${path}`)
  const sql = `select ${columnsText(connection.kind, table)} from ${path} limit ${sampleRows}`
  const { schema: inSchema, name } = table
  const asked = useMemo(() => rowsQuery(connection.id, { schema: inSchema, name }), [connection.id, inSchema, name])
  const ask = useCallback(() => run({ kind: 'sql', connectionId: connection.id, sql }), [run, connection.id, sql])
  useEffect(() => {
    if (isWanted) ask()
  }, [isWanted, ask])
  const shown = state.kind === 'idle' ? null : state.kind === 'ready' ? state.result : (state.previous?.result ?? null)
  return (
    <section aria-label="First rows">
      <div className="mb-2 flex min-h-[30px] items-center justify-between gap-3">
        <h4 className="text-tile">First rows</h4>
        {!isWanted && (
          <Button size="sm" icon={Rows3} onClick={() => setIsWanted(true)}>
            Show rows
          </Button>
        )}
        {isWanted && state.kind === 'pending' && (
          <Button size="sm" variant="ghost" onClick={cancel}>
            Cancel
          </Button>
        )}
        {state.kind === 'ready' && state.stale === 'offline' && <p className="text-small text-muted">Offline copy</p>}
        {state.kind === 'cancelled' && (
          <div className="flex items-center gap-2">
            <p className="text-small text-muted">Cancelled</p>
            <Button size="sm" onClick={ask}>
              Run again
            </Button>
          </div>
        )}
      </div>
      {state.kind === 'failed' && (
        <Callout
          tone="bad"
          title={`${state.error.message} ${state.error.detail ?? ''}`}
          action={
            <Button size="sm" icon={RotateCcw} onClick={ask}>
              Try again
            </Button>
          }
          className="mb-2"
        >
          {state.error.hint}
        </Callout>
      )}
      {shown !== null ? (
        shown.rowCount === 0 ? (
          <p className="rounded-tile border border-dashed border-line-strong px-3.5 py-4 text-muted">It has no rows.</p>
        ) : (
          <div
            style={{ height: Math.min(maxHeightPx, framePx + shown.rowCount * resultRowHeightPx) }}
            className="overflow-hidden rounded-tile border border-line bg-surface shadow-tile print:h-auto! print:overflow-visible"
          >
            <ShownGrid query={asked} data={shown} label={`First rows of ${table.name}`} />
          </div>
        )
      ) : (
        isWanted &&
        state.kind !== 'failed' &&
        state.kind !== 'cancelled' && (
          <div
            role="status"
            aria-label="Loading the rows"
            className="flex h-40 flex-col gap-3 overflow-hidden rounded-tile border border-line bg-surface p-3.5"
          >
            {Array.from({ length: 5 }, (_, row) => (
              <Skeleton key={row} className="h-4 shrink-0" />
            ))}
          </div>
        )
      )}
    </section>
  )
}
