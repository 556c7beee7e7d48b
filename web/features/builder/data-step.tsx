'use client'

import { Merge, Table2 } from 'lucide-react'
import { newId } from '@tidemark/shared/base/ids'
import { emptyQuestion, type QuestionJoin } from '@tidemark/shared/builder/question'
import {
  columnOf,
  isSameTable,
  suggestJoin,
  type BuilderTable,
  type ReadTable,
} from '@tidemark/shared/builder/suggest-join'
import { Chip } from '@/ui/chip'
import { Popover } from '@/ui/popover'
import { Select } from '@/ui/select'
import { AddPart } from './add-part'
import { PickList, type PickItem } from './pick-list'
import { QuestionStep } from './question-step'
import { withPart, type StepProps } from './step-props'

const counts = new Intl.NumberFormat('en', { notation: 'compact' })

/** The table that is asked, and the tables joined to it. */
export function DataStep({ question, read, tables, problems, onChange }: StepProps) {
  const { source, joins } = question
  const current = tables.find(({ table }) => source !== null && isSameTable(table, source))
  const itemOf = (table: BuilderTable, onPick: () => void): PickItem => ({
    key: `${table.table.schema ?? ''}.${table.table.name}`,
    label: table.title,
    note: table.rowCount === null ? undefined : `${counts.format(table.rowCount)} rows`,
    icon: Table2,
    isChosen: table === current,
    onPick,
  })
  const join = (joined: BuilderTable) => {
    const id = newId()
    const on = suggestJoin(read, joined, id) ?? firstPair(read, joined, id)
    if (on === null) return
    onChange(`Join ${joined.title}`, { joins: [...joins, { id, kind: 'left', table: joined.table, on: [on] }] })
  }
  const choices = (
    <Popover
      label="Choose a table"
      trigger={
        <Chip icon={Table2} dashed={source === null} aria-label={`Table: ${current?.title ?? source?.name ?? 'none'}`}>
          {current?.title ?? source?.name ?? 'Choose a table'}
        </Chip>
      }
    >
      {(close) => (
        <PickList
          label="Find a table"
          emptyText="No table has this name."
          groups={[
            {
              title: 'Tables',
              items: tables.map((table) =>
                itemOf(table, () => {
                  close()
                  if (table !== current) onChange(`Ask ${table.title}`, { ...emptyQuestion, source: table.table })
                }),
              ),
            },
          ]}
        />
      )}
    </Popover>
  )
  return (
    <QuestionStep title="Data" problems={problems}>
      {choices}
      {joins.map((part, index) => (
        <JoinChip
          key={part.id}
          join={part}
          read={read}
          before={read.slice(0, index + 1)}
          onChange={(next) =>
            onChange(next === null ? `Take ${part.table.name} out` : `Change how ${part.table.name} is joined`, {
              joins: withPart(joins, part.id, next),
            })
          }
        />
      ))}
      {source !== null && tables.length > 1 && (
        <AddPart label="Join a table" text="Join">
          {(close) => (
            <PickList
              label="Find a table to join"
              emptyText="No table has this name."
              groups={[
                {
                  title: 'Tables',
                  items: tables.map((table) =>
                    itemOf(table, () => {
                      close()
                      join(table)
                    }),
                  ),
                },
              ]}
            />
          )}
        </AddPart>
      )}
    </QuestionStep>
  )
}

/** Where nothing suggests itself: the first columns, to be changed. */
function firstPair(read: readonly ReadTable[], joined: BuilderTable, id: string): QuestionJoin['on'][number] | null {
  const [left] = read[0]?.table.columns ?? []
  const [right] = joined.columns
  return left === undefined || right === undefined ? null : { left: columnOf(null, left), right: columnOf(id, right) }
}

function JoinChip({
  join,
  read,
  before,
  onChange,
}: {
  readonly join: QuestionJoin
  readonly read: readonly ReadTable[]
  /** The tables that the left side can be of. */
  readonly before: readonly ReadTable[]
  readonly onChange: (next: QuestionJoin | null) => void
}) {
  const own = read.find((table) => table.join === join.id)
  const [pair] = join.on
  const sideOptions = (tables: readonly ReadTable[]) =>
    tables.flatMap(({ join: from, table }) =>
      table.columns.map((column) => ({
        value: JSON.stringify([from, column.name]),
        label: tables.length > 1 ? `${table.title}: ${column.name}` : column.name,
      })),
    )
  const columnFor = (tables: readonly ReadTable[], key: string) => {
    for (const { join: from, table } of tables)
      for (const column of table.columns) if (JSON.stringify([from, column.name]) === key) return columnOf(from, column)
    return undefined
  }
  const title = own?.table.title ?? join.table.name
  const on = pair === undefined ? '' : ` on ${pair.left.name} = ${pair.right.name}`
  return (
    <Popover
      label={`How ${title} is joined`}
      trigger={
        <Chip
          icon={Merge}
          aria-label={`Join ${title}${on}`}
          onRemove={() => onChange(null)}
          removeLabel={`Take ${title} out`}
        >
          {title}
          <span className="text-muted">{on}</span>
        </Chip>
      }
    >
      <div className="flex flex-col gap-3">
        <Select
          label="Rows without a partner"
          value={join.kind}
          options={[
            { value: 'left', label: 'Keep them' },
            { value: 'inner', label: 'Leave them out' },
          ]}
          onChange={(kind) => onChange({ ...join, kind })}
        />
        {pair !== undefined && (
          <>
            <Select
              label="Where"
              value={JSON.stringify([pair.left.join, pair.left.name])}
              options={sideOptions(before)}
              onChange={(key) => {
                const left = columnFor(before, key)
                if (left !== undefined) onChange({ ...join, on: [{ ...pair, left }, ...join.on.slice(1)] })
              }}
            />
            <Select
              label={`equals the column of ${title}`}
              value={JSON.stringify([pair.right.join, pair.right.name])}
              options={own === undefined ? [] : sideOptions([own])}
              onChange={(key) => {
                const right = own === undefined ? undefined : columnFor([own], key)
                if (right !== undefined) onChange({ ...join, on: [{ ...pair, right }, ...join.on.slice(1)] })
              }}
            />
          </>
        )}
      </div>
    </Popover>
  )
}
