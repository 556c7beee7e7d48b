'use client'

import { canBeJoined } from '@tidemark/shared/query/field'
import { Equal, Merge, Plus, X } from 'lucide-react'
import { useMemo, useState, type ReactNode } from 'react'
import { newId } from '@tidemark/shared/base/ids'
import { isSameTable } from '@tidemark/shared/builder/same-table'
import { suggestJoin, type BuilderColumn, type BuilderTable } from '@tidemark/shared/builder/suggest-join'
import type { QuestionTable } from '@tidemark/shared/builder/question'
import { declaredPair } from '@tidemark/shared/tables/described-tables'
import { joinsOfTable, sourceOfTable } from '@tidemark/shared/tables/table-queries'
import { tableIdOf, type TableSource } from '@tidemark/shared/tables/table-source'
import { useMutate } from '@/client/workspace/use-mutate'
import { useView } from '@/client/workspace/use-view'
import { useSyncClient } from '@/client/workspace/workspace-client'
import { reportProblem } from '@/features/messages/report-problem'
import { Button } from '@/ui/buttons/button'
import { IconButton } from '@/ui/buttons/icon-button'
import { Select } from '@/ui/fields/select'
import { useBuilderTables } from '../use-builder-tables'
import { useMayDescribe } from './use-table-settings'

interface TableJoinsSectionProps {
  readonly source: TableSource
  readonly connectionId: string
  readonly table: QuestionTable
}

/** A column of this table, and the one of another that it equals. */
interface Pair {
  readonly column: string
  readonly other: BuilderTable
  readonly otherColumn: string
}

/** The declared joins of a table, suggested ones, and a form to declare one. */
export function TableJoinsSection({ source, connectionId, table }: TableJoinsSectionProps) {
  const { tables } = useBuilderTables(connectionId)
  const { views } = useSyncClient()
  const mutate = useMutate()
  const mayDescribe = useMayDescribe(source)
  const [isAdding, setIsAdding] = useState(false)
  const own = tables.find((one) => isSameTable(one.table, table))
  const joins = useView((view) => [...joinsOfTable(view, source)], [tableIdOf(source)])
  const declared = useView(
    (view) => joins.map((join) => ({ join, pair: declaredPair(view, source, join) })),
    [joins, tableIdOf(source)],
  )
  const suggested = useMemo(
    () => (own === undefined || !mayDescribe ? [] : suggestions(own, tables)),
    [own, tables, mayDescribe],
  )
  const declare = ({ column, other, otherColumn }: Pair) => {
    const to = sourceOfTable(views.getState().view, connectionId, other.table)
    setIsAdding(false)
    if (to === undefined) return
    const args = { id: newId(), source, column, other: to, otherColumn }
    void mutate('declareJoin', args, { label: `Declare the join with ${other.title}` }).catch(reportProblem)
  }
  const titleOf = (of: QuestionTable) => tables.find((one) => isSameTable(one.table, of))?.title ?? of.name
  if (!mayDescribe && declared.length === 0) return null
  return (
    <section aria-label="Joins">
      <div className="mb-2 flex min-h-[30px] items-center justify-between gap-3">
        <h2 className="text-tile">Joins</h2>
        {mayDescribe && own !== undefined && tables.length > 1 && !isAdding && (
          <Button size="sm" icon={Plus} onClick={() => setIsAdding(true)}>
            Declare a join
          </Button>
        )}
      </div>
      <div className="divide-y divide-line rounded-tile border border-line bg-surface shadow-tile">
        {declared.length === 0 && !isAdding && (
          <p className="px-3.5 py-3 text-muted">No joins declared yet. The builder offers declared joins first.</p>
        )}
        {declared.map(({ join, pair }) => (
          <JoinLine
            key={join.id}
            column={pair?.column ?? join.column}
            other={pair === null ? 'a table that is gone' : titleOf(pair.table)}
            otherColumn={pair?.otherColumn ?? join.otherColumn}
          >
            {mayDescribe && (
              <IconButton
                icon={X}
                label={`Remove the join with ${pair === null ? 'a table that is gone' : titleOf(pair.table)}`}
                onClick={() =>
                  void mutate('removeJoin', { id: join.id, source: join.source }, { label: 'Remove a join' }).catch(
                    reportProblem,
                  )
                }
              />
            )}
          </JoinLine>
        ))}
        {suggested.map((pair) => (
          <JoinLine
            key={`${pair.other.table.schema ?? ''}.${pair.other.table.name}`}
            isSuggested
            column={pair.column}
            other={pair.other.title}
            otherColumn={pair.otherColumn}
          >
            <Button
              size="sm"
              aria-label={`Declare that ${pair.column} equals ${pair.otherColumn} of ${pair.other.title}`}
              onClick={() => declare(pair)}
            >
              Declare
            </Button>
          </JoinLine>
        ))}
        {isAdding && own !== undefined && (
          <JoinForm own={own} tables={tables} onDeclare={declare} onCancel={() => setIsAdding(false)} />
        )}
      </div>
    </section>
  )
}

interface JoinLineProps {
  readonly column: string
  readonly other: string
  readonly otherColumn: string
  readonly isSuggested?: boolean
  readonly children: ReactNode
}

function JoinLine({ column, other, otherColumn, isSuggested = false, children }: JoinLineProps) {
  return (
    <div className="flex min-h-10 items-center gap-2 px-3.5 py-1.5">
      <Merge aria-hidden className={isSuggested ? 'shrink-0 text-faint' : 'shrink-0 text-muted'} />
      <p className="flex min-w-0 flex-1 flex-wrap items-center gap-x-1.5">
        <span className="min-w-0 truncate font-mono text-code">{column}</span>
        <Equal aria-label="equals" className="size-3! text-muted" />
        <span className="min-w-0 truncate">
          {other}: <span className="font-mono text-code">{otherColumn}</span>
        </span>
        {isSuggested && <span className="text-small text-muted">suggested by the column names</span>}
      </p>
      {children}
    </div>
  )
}

/** Suggestions are looked for among so many tables; more of them are declared by hand. */
const mostSearched = 200
const mostSuggested = 5

/** The tables that seem to belong to this one and are not declared yet. */
function suggestions(own: BuilderTable, tables: readonly BuilderTable[]): readonly Pair[] {
  const isDeclared = (other: BuilderTable) => own.joins?.some(({ table }) => isSameTable(table, other.table)) === true
  return tables
    .slice(0, mostSearched)
    .filter((other) => other !== own && !isDeclared(other))
    .flatMap((other): Pair[] => {
      const found = suggestJoin([{ join: null, table: own }], other, 'other')
      return found === null ? [] : [{ column: found.left.name, other, otherColumn: found.right.name }]
    })
    .slice(0, mostSuggested)
}

function JoinForm({
  own,
  tables,
  onDeclare,
  onCancel,
}: {
  readonly own: BuilderTable
  readonly tables: readonly BuilderTable[]
  readonly onDeclare: (pair: Pair) => void
  readonly onCancel: () => void
}) {
  const others = tables.filter((table) => table !== own)
  const [at, setAt] = useState(0)
  const other = others[at]
  const first = other === undefined ? null : suggestJoin([{ join: null, table: own }], other, 'other')
  const [column, setColumn] = useState<string | null>(null)
  const [otherColumn, setOtherColumn] = useState<string | null>(null)
  const left = column ?? first?.left.name ?? ''
  const leftType = own.columns.find(({ name }) => name === left)?.type
  // A column of another kind never equals it.
  const fitting = (other?.columns ?? []).filter(({ type }) => leftType !== undefined && canBeJoined(leftType, type))
  const wanted = otherColumn ?? (column === null ? first?.right.name : undefined)
  const right = fitting.find(({ name }) => name === wanted)?.name ?? ''
  const choices = (columns: readonly BuilderColumn[], chosen: string) => [
    ...(chosen === '' ? [{ value: '', label: 'Choose a column' }] : []),
    ...columns.map(({ name, label }) => ({ value: name, label: label === undefined ? name : `${label} (${name})` })),
  ]
  return (
    <form
      aria-label="Declare a join"
      className="grid items-end gap-3 px-3.5 py-3 sm:grid-cols-2 lg:grid-cols-[1fr_1fr_1fr_auto]"
      onSubmit={(event) => {
        event.preventDefault()
        if (other !== undefined && left !== '' && right !== '') onDeclare({ column: left, other, otherColumn: right })
      }}
    >
      <Select label="Its column" value={left} options={choices(own.columns, left)} onChange={setColumn} />
      <Select
        label="equals, of the table"
        value={String(at)}
        options={others.map(({ title }, index) => ({ value: String(index), label: title }))}
        onChange={(index) => {
          setAt(Number(index))
          setColumn(null)
          setOtherColumn(null)
        }}
      />
      <Select
        label="the column"
        value={right}
        options={
          left !== '' && fitting.length === 0
            ? [{ value: '', label: 'No column of that type' }]
            : choices(fitting, right)
        }
        onChange={setOtherColumn}
      />
      <div className="flex gap-2">
        <Button type="submit" variant="primary" disabled={right === ''}>
          Declare
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  )
}
