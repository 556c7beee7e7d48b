'use client'

import { RefreshCw, RotateCcw, Search, Table2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { plural } from '@tidemark/shared/charts/plot/numbers/format-number'
import type { Connection } from '@tidemark/shared/connections/connection'
import type { DatabaseSchema, DatabaseTable } from '@tidemark/shared/connections/database-schema'
import type { RequestFailure } from '@/client/page/api-request'
import { getTableSettings } from '@tidemark/shared/tables/table-queries'
import { connectionTable } from '@tidemark/shared/tables/table-source'
import { useView } from '@/client/workspace/use-view'
import { usePageEnvironment } from '@/client/page/page-environment'
import { Button } from '@/ui/buttons/button'
import { Callout } from '@/ui/callout'
import { classNames } from '@/ui/class-names'
import { EmptyState } from '@/ui/empty-state'
import { IconButton } from '@/ui/buttons/icon-button'
import { Skeleton } from '@/ui/skeleton'
import { TextField } from '@/ui/fields/text-field'
import { TimeAgo } from '@/ui/text/time-ago'
import { filterTables } from '../data/filter-tables'
import { TableDetails } from './table-details'
import { tableKinds } from './table-kinds'
import { useDatabaseSchema } from '../data/use-database-schema'

/** The tables of a database, with search, and beside them the chosen table's columns and first rows. */
export function SchemaBrowser({ connection }: { readonly connection: Connection }) {
  const { state, refresh } = useDatabaseSchema(connection)
  const { schema } = state
  return (
    <section aria-label="Tables" className="flex flex-1 flex-col gap-2">
      <div className="flex min-h-[30px] items-center gap-3">
        <h2 className="text-tile">Tables</h2>
        <p role="status" className="flex-1 text-right text-small text-muted">
          <Freshness state={state.kind} schema={schema} />
        </p>
        <IconButton icon={RefreshCw} label="Reload the tables" disabled={state.kind === 'loading'} onClick={refresh} />
      </div>
      {state.failure !== null && (
        <SchemaFailure failure={state.failure} hasSchema={schema !== null} onRetry={refresh} />
      )}
      {schema === null ? (
        state.kind === 'loading' && <SchemaSkeleton />
      ) : (
        <SchemaTables connection={connection} schema={schema} />
      )}
    </section>
  )
}

function Freshness({
  state,
  schema,
}: {
  readonly state: 'loading' | 'ready' | 'failed'
  readonly schema: DatabaseSchema | null
}): ReactNode {
  const { now, locale } = usePageEnvironment()
  if (state === 'loading') return 'Loading the tables…'
  if (schema === null) return null
  return (
    <>
      {schema.isCut && `The first ${new Intl.NumberFormat(locale).format(schema.tables.length)} are listed. `}
      Read <TimeAgo at={Date.parse(schema.asOf)} now={now} locale={locale} />
    </>
  )
}

interface SchemaFailureProps {
  readonly failure: RequestFailure
  /** True if the tables of an earlier reading are shown. */
  readonly hasSchema: boolean
  readonly onRetry: () => void
}

function SchemaFailure({ failure, hasSchema, onRetry }: SchemaFailureProps) {
  if (failure.kind === 'cancelled') return null
  const isOffline = failure.kind === 'offline'
  const title = isOffline
    ? 'Tidemark’s server cannot be reached.'
    : `${failure.error.message} ${failure.error.detail ?? ''}`
  return (
    <Callout
      tone={isOffline ? 'warn' : 'bad'}
      title={title}
      action={
        <Button size="sm" icon={RotateCcw} onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {isOffline
        ? hasSchema
          ? 'Below are the tables as last loaded.'
          : 'Try again when it is back.'
        : failure.error.hint}
    </Callout>
  )
}

function SchemaTables({ connection, schema }: { readonly connection: Connection; readonly schema: DatabaseSchema }) {
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<string | null>(null)
  const found = filterTables(schema.tables, search)
  const selected = found.find((table) => keyOf(table) === chosen) ?? found[0]
  if (schema.tables.length === 0) {
    return (
      <EmptyState
        icon={Table2}
        title="No tables to see"
        text={
          connection.kind === 'sqlite'
            ? 'The file holds no table.'
            : `The database is empty, or “${connection.user}” may read nothing in it.`
        }
        className="rounded-tile border border-dashed border-line-strong"
      />
    )
  }
  return (
    <div className="grid flex-1 grid-cols-[280px_minmax(0,1fr)] items-start gap-4 max-lg:grid-cols-1">
      <div className="flex min-w-0 flex-col gap-2 lg:sticky lg:top-16">
        <TextField
          label="Search tables"
          hideLabel
          icon={Search}
          type="search"
          placeholder="Search tables and columns"
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        {found.length === 0 ? (
          <p className="px-1 py-2 text-muted">Nothing matches “{search}”.</p>
        ) : (
          <TableList
            connectionId={connection.id}
            schema={schema}
            tables={found}
            selected={selected}
            onSelect={(table) => setChosen(keyOf(table))}
          />
        )}
      </div>
      {selected !== undefined && (
        <TableDetails key={keyOf(selected)} connection={connection} schema={schema} table={selected} />
      )}
    </div>
  )
}

interface TableListProps {
  readonly connectionId: string
  readonly schema: DatabaseSchema
  readonly tables: readonly DatabaseTable[]
  readonly selected: DatabaseTable | undefined
  readonly onSelect: (table: DatabaseTable) => void
}

function TableList({ connectionId, schema, tables, selected, onSelect }: TableListProps) {
  const { locale } = usePageEnvironment()
  const labels = useView(
    (view) =>
      tables.map(({ schema: inSchema, name }) => {
        const source = connectionTable(connectionId, { schema: inSchema, name })
        return (source && getTableSettings(view, source)?.label) || name
      }),
    [connectionId, tables],
  )
  const compact = new Intl.NumberFormat(locale, { notation: 'compact' })
  return (
    <ul
      aria-label="Tables"
      className="overflow-y-auto rounded-tile border border-line bg-surface p-1 shadow-tile max-lg:max-h-64 lg:max-h-[calc(100dvh-220px)]"
    >
      {tables.map((table, index) => {
        const { name: kindName, icon: Icon } = tableKinds[table.kind]
        const isSelected = table === selected
        return (
          <li key={keyOf(table)} className="[contain-intrinsic-block-size:auto_32px] [content-visibility:auto]">
            <button
              type="button"
              aria-current={isSelected ? 'true' : undefined}
              onClick={() => onSelect(table)}
              className={classNames(
                'flex min-h-8 w-full items-center gap-2 rounded-row px-2 text-left transition-colors touch:min-h-11',
                isSelected ? 'bg-accent-soft font-medium' : 'hover:bg-hover',
              )}
            >
              <Icon aria-label={kindName} className="text-muted" />
              <span className="min-w-0 flex-1 truncate" title={`${table.schema}.${table.name}`}>
                {!schema.defaultSchemas.includes(table.schema) && <span className="text-muted">{table.schema}.</span>}
                {labels[index] ?? table.name}
              </span>
              {table.rowEstimate !== null && (
                <span
                  className="tabular text-small font-normal text-muted"
                  title={`About ${plural(locale, table.rowEstimate, 'row')}`}
                >
                  ~{compact.format(table.rowEstimate)}
                </span>
              )}
            </button>
          </li>
        )
      })}
    </ul>
  )
}

function SchemaSkeleton() {
  return (
    <div aria-hidden className="grid grid-cols-[280px_minmax(0,1fr)] gap-4 max-lg:grid-cols-1">
      <div className="flex flex-col gap-2">
        {Array.from({ length: 8 }, (_, row) => (
          <Skeleton key={row} className="h-7" />
        ))}
      </div>
      <Skeleton className="h-80 rounded-tile" />
    </div>
  )
}

function keyOf({ schema, name }: DatabaseTable): string {
  return `${schema}\n${name}`
}
