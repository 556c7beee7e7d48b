'use client'

import { Boxes, Plus, Table2 } from 'lucide-react'
import { newId } from '@tidemark/shared/base/ids'
import { emptyQuestion } from '@tidemark/shared/builder/question'
import { isOfStage } from '@tidemark/shared/builder/stages/question-stages'
import { isSameTable } from '@tidemark/shared/builder/same-table'
import { columnsSince, sourceOf, suggestJoin, type BuilderTable } from '@tidemark/shared/builder/suggest-join'
import { matchedUnion } from '@tidemark/shared/builder/unions/match-union'
import { unitedColumns } from '@tidemark/shared/builder/unions/united-columns'
import { Chip } from '@/ui/buttons/chip'
import { Popover } from '@/ui/popups/popover'
import { AddPart } from './add-part'
import { JoinChip } from './join-chip'
import { PickList } from '@/features/commands/pick-list'
import type { PickItem } from '@/features/commands/rank-picks'
import { QuestionStep } from './question-step'
import { columnsWithJoin, columnsWithoutJoin } from './shown-rows'
import { withPart, type StepProps } from './step-props'
import { UnionChip } from './union-chip'

/** More of them are in the list of tables. */
const mostDeclared = 3

/** The table that is asked, and the tables joined to it. */
export function DataStep({ question, read, own, tables, problems, isMetric, onChange }: StepProps) {
  const { source, unions = [], joins } = question
  const current = tables.find(({ table }) => source !== null && isSameTable(table, source))
  const added = source === null || current === undefined ? [] : columnsSince(source, current)
  const belonging = declaredTables(read, tables)
  /** Offered with one press, as long as they are few. */
  const declared = isMetric
    ? []
    : belonging.filter((table) => !read.some((one) => one.table === table)).slice(0, mostDeclared)
  /** Which columns of it may be read can have changed since. */
  const readAnew = (table: BuilderTable) => {
    const next = sourceOf(table)
    if (next.columns?.join('\n') !== source?.columns?.join('\n')) onChange(`Read ${table.title} anew`, { source: next })
  }
  const join = (joined: BuilderTable) => {
    const id = newId()
    const on = suggestJoin(read, joined, id)
    onChange(`Join ${joined.title}`, {
      joins: [...joins, { id, kind: 'left', table: joined.table, on: on === null ? [] : [on] }],
      ...columnsWithJoin(question, read, { join: id, table: joined }),
    })
  }
  /** The table that rows are read of first, before those of others. */
  const first = own ?? read.find(({ join: of }) => of === null)?.table
  const columnsBefore = (at: number) => unitedColumns({ unions: unions.slice(0, at) }) ?? first?.columns ?? []
  const unite = (added: BuilderTable) =>
    onChange(`Append the rows of ${added.title}`, {
      unions: [...unions, matchedUnion(newId(), added, columnsBefore(unions.length))],
    })
  const choices = (
    <Popover
      label="Choose a table"
      trigger={
        <Chip
          icon={source?.model === undefined ? Table2 : Boxes}
          dashed={source === null}
          aria-label={`Table: ${current?.title ?? source?.name ?? 'none'}`}
        >
          {current?.title ?? source?.name ?? 'Choose a table'}
        </Chip>
      }
    >
      {(close) => (
        <TableList
          label="Find a table"
          current={current}
          groups={byKind(tables)}
          onPick={(table) => {
            close()
            if (table === current) readAnew(table)
            else
              onChange(`Ask ${table.title}`, {
                ...emptyQuestion,
                source: sourceOf(table),
                ...(question.unions === undefined ? {} : { unions: [] }),
                ...(question.expressions === undefined ? {} : { expressions: [] }),
                ...(question.measureFilters === undefined ? {} : { measureFilters: [] }),
                ...(question.steps === undefined ? {} : { steps: [] }),
              })
          }}
        />
      )}
    </Popover>
  )
  return (
    <QuestionStep title="Data" problems={problems}>
      {source !== null && isOfStage(source) ? (
        <span className="text-small text-muted">The result of {source.name.toLowerCase()}</span>
      ) : (
        choices
      )}
      {current !== undefined && added.length > 0 && (
        <Chip
          dashed
          icon={Plus}
          title={added.join(', ')}
          aria-label={`Read ${added.length === 1 ? added[0] : `${added.length} new columns`} of ${current.title} too`}
          onClick={() => readAnew(current)}
        >
          {added.length === 1 ? added[0] : `${added.length} new columns`}
        </Chip>
      )}
      {unions.map((part, index) => {
        const added = tables.find(({ table }) => isSameTable(table, part.table))
        const title = added?.title ?? part.table.name
        return (
          <UnionChip
            key={part.id}
            union={part}
            title={title}
            beforeTitle={index === 0 ? (first?.title ?? source?.name ?? '') : 'Rows before'}
            before={columnsBefore(index)}
            added={added?.columns ?? []}
            onChange={(next) =>
              onChange(next === null ? `Take the rows of ${title} out` : `Change the rows of ${title}`, {
                unions: withPart(unions, part.id, next),
              })
            }
          />
        )
      })}
      {joins.map((part, index) => (
        <JoinChip
          key={part.id}
          join={part}
          read={read}
          before={read.slice(0, index + 1)}
          onChange={(next) =>
            onChange(next === null ? `Take ${part.table.name} out` : `Change how ${part.table.name} is joined`, {
              joins: withPart(joins, part.id, next),
              ...(next === null ? columnsWithoutJoin(question, read, part.id) : {}),
            })
          }
        />
      ))}
      {declared.map((table) => (
        <Chip
          key={keyOf(table)}
          dashed
          icon={Plus}
          aria-label={`Join ${table.title}, which belongs to it`}
          onClick={() => join(table)}
        >
          {table.title}
        </Chip>
      ))}
      {source !== null && (tables.length > 1 || isOfStage(source)) && !isMetric && (
        <AddPart label="Join a table" text="Join">
          {(close) => (
            <TableList
              label="Find a table to join"
              current={current}
              groups={[
                ...(belonging.length === 0 ? [] : [{ title: 'Belong to it', tables: belonging }]),
                ...byKind(tables.filter((table) => !belonging.includes(table))),
              ]}
              onPick={(table) => {
                close()
                join(table)
              }}
            />
          )}
        </AddPart>
      )}
      {source !== null && first !== undefined && !isMetric && (
        <AddPart label="Append rows of a table" text="Append rows">
          {(close) => (
            <>
              <p className="-m-3 mb-3 border-b border-line px-3 py-2 text-small text-muted">
                A union: the rows of another table or model follow these, column under column.
              </p>
              <TableList
                label="Find a table to append"
                current={current}
                groups={byKind(tables)}
                onPick={(table) => {
                  close()
                  unite(table)
                }}
              />
            </>
          )}
        </AddPart>
      )}
    </QuestionStep>
  )
}

const isModel = ({ table }: BuilderTable) => table.model !== undefined
const iconOf = (table: BuilderTable) => (isModel(table) ? Boxes : Table2)
const keyOf = ({ table: { schema, name, model } }: BuilderTable) => model ?? `${schema ?? ''}.${name}`

const counts = new Intl.NumberFormat('en', { notation: 'compact' })

interface TableGroup {
  readonly title: string
  readonly tables: readonly BuilderTable[]
}

/** Offers tables to pick one of. current: the one that is asked. */
function TableList({
  label,
  groups,
  current,
  onPick,
}: {
  readonly label: string
  readonly groups: readonly TableGroup[]
  readonly current: BuilderTable | undefined
  readonly onPick: (table: BuilderTable) => void
}) {
  const itemOf = (table: BuilderTable): PickItem => ({
    key: keyOf(table),
    label: table.title,
    note:
      table.rowCount === null ? undefined : `${counts.format(table.rowCount)} ${table.rowCount === 1 ? 'row' : 'rows'}`,
    icon: iconOf(table),
    isChosen: table === current,
    onPick: () => onPick(table),
  })
  return (
    <PickList
      label={label}
      emptyText="No table has this name."
      groups={groups.map(({ title, tables }) => ({ title, items: tables.map(itemOf) }))}
    />
  )
}

/** Models first: they are what a team has agreed on. */
function byKind(tables: readonly BuilderTable[]): readonly TableGroup[] {
  const [models, others] = [tables.filter(isModel), tables.filter((table) => !isModel(table))]
  return [
    ...(models.length === 0 ? [] : [{ title: 'Models', tables: models }]),
    ...(others.length === 0 ? [] : [{ title: 'Tables', tables: others }]),
  ]
}

/** The tables that somebody declared to belong to those that are read. */
function declaredTables(read: StepProps['read'], tables: readonly BuilderTable[]): readonly BuilderTable[] {
  const pairs = read.flatMap(({ table }) => table.joins ?? [])
  return tables.filter(({ table }) => pairs.some((pair) => isSameTable(pair.table, table)))
}
