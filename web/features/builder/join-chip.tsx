'use client'

import { Merge, Plus, X } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { JoinKind, QuestionColumn, QuestionJoin } from '@tidemark/shared/builder/question'
import { columnOf, suggestJoin, type ReadTable } from '@tidemark/shared/builder/suggest-join'
import { canBeJoined } from '@tidemark/shared/query/field'
import { Button } from '@/ui/buttons/button'
import { Chip } from '@/ui/buttons/chip'
import { IconButton } from '@/ui/buttons/icon-button'
import { Popover } from '@/ui/popups/popover'
import { Select } from '@/ui/fields/select'
import { mostPairs, nextPair, type JoinPair } from './join-pairs'

interface JoinChipProps {
  readonly join: QuestionJoin
  readonly read: readonly ReadTable[]
  /** The tables that the left side can be of. */
  readonly before: readonly ReadTable[]
  readonly onChange: (next: QuestionJoin | null) => void
}

/** A joined table: how, and along which pairs of columns. */
export function JoinChip({ join, read, before, onChange }: JoinChipProps) {
  const own = read.find((table) => table.join === join.id)
  const title = own?.table.title ?? join.table.name
  const [first, second] = before
  const soFar = first !== undefined && second === undefined ? first.table.title : 'the tables so far'
  const isCross = join.kind === 'cross'
  const pairs = join.on.map(({ left, right }) => `${left.name} = ${right.name}`)
  /** The pair of which a column is still to be chosen. */
  const [begun, setBegun] = useState<BegunPair | null>(null)
  const unfinished = isCross ? null : (begun ?? (pairs.length === 0 ? {} : null))
  const addPair = () => {
    const next = own === undefined ? null : nextPair(before, own.table, join)
    if (next === null) setBegun({})
    else onChange({ ...join, on: [...join.on, next] })
  }
  const pairsFor = (kind: JoinKind) => {
    if (kind === 'cross') return []
    if (join.on.length > 0 || own === undefined) return join.on
    const pair = suggestJoin(before, own.table, join.id)
    return pair === null ? [] : [pair]
  }
  const replace = (at: number, pair: JoinPair) => onChange({ ...join, on: join.on.with(at, pair) })
  return (
    <Popover
      label={`How ${title} is joined`}
      trigger={
        <Chip
          icon={Merge}
          aria-label={
            isCross
              ? `Join ${title}, every row with every row`
              : `Join ${title} on ${pairs.join(' and ') || 'columns to choose'}`
          }
          onRemove={() => onChange(null)}
          removeLabel={`Take ${title} out`}
        >
          {title}
          <span className="text-muted">
            {isCross ? ' × every row' : ` on ${pairs[0] ?? 'which columns?'}`}
            {pairs.length > 1 && ` and ${pairs.length - 1} more`}
          </span>
        </Chip>
      }
    >
      <div className="-m-1 flex max-h-[70dvh] flex-col gap-3 overflow-y-auto p-1">
        <Select
          label="Rows without a match"
          value={join.kind}
          options={[
            { value: 'left', label: `Keep those of ${soFar}` },
            { value: 'inner', label: 'Leave them out' },
            { value: 'right', label: `Keep those of ${title}` },
            { value: 'full', label: 'Keep those of both' },
            { value: 'cross', label: 'Every row with every row' },
          ]}
          hint={isCross ? pairedWords(before, own) : undefined}
          onChange={(kind) => onChange({ ...join, kind, on: pairsFor(kind) })}
        />
        {join.on.map((pair, at) => (
          <PairFields
            // oxlint-disable-next-line react/no-array-index-key -- a pair is its place: two may be equal for a while
            key={at}
            pair={pair}
            number={pairs.length > 1 ? at + 1 : null}
            before={before}
            own={own}
            title={title}
            onChange={({ left = pair.left, right = pair.right }) => replace(at, { left, right })}
            onRemove={() => onChange({ ...join, on: join.on.toSpliced(at, 1) })}
          />
        ))}
        {unfinished !== null && (
          <PairFields
            pair={unfinished}
            number={pairs.length === 0 ? null : pairs.length + 1}
            before={before}
            own={own}
            title={title}
            onChange={({ left, right }) => {
              const isWhole = left !== undefined && right !== undefined
              setBegun(isWhole ? null : { left, right })
              if (isWhole) onChange({ ...join, on: [...join.on, { left, right }] })
            }}
            onRemove={() => setBegun(null)}
          />
        )}
        {unfinished === null && !isCross && pairs.length < mostPairs && (
          <Button size="sm" icon={Plus} className="self-start" onClick={addPair}>
            And another column
          </Button>
        )}
      </div>
    </Popover>
  )
}

/** A cross join of more rows is warned of. */
const manyPairs = 1_000_000
const counts = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })

/** How many pairs of rows a cross join has, as far as it is known. */
function pairedWords(before: readonly ReadTable[], own: ReadTable | undefined): ReactNode {
  const left = before.length === 1 ? before[0]?.table.rowCount : null
  const right = own?.table.rowCount
  if (typeof left !== 'number' || typeof right !== 'number')
    return 'Each row is paired with each row: of large tables that is a great many.'
  const words = `${counts.format(left)} × ${counts.format(right)} rows are ${counts.format(left * right)} pairs`
  if (left * right <= manyPairs) return `${words}, before filters.`
  return <span className="text-warn">{words}, before filters: it may take long.</span>
}

/** Two columns that must be equal, either of them still to be chosen. */
interface BegunPair {
  readonly left?: JoinPair['left'] | undefined
  readonly right?: JoinPair['right'] | undefined
}

interface PairFieldsProps {
  readonly pair: BegunPair
  /** Its place among several; null for the only one, which cannot be removed. */
  readonly number: number | null
  readonly before: readonly ReadTable[]
  readonly own: ReadTable | undefined
  readonly title: string
  readonly onChange: (next: BegunPair) => void
  readonly onRemove: () => void
}

function PairFields({ pair, number, before, own, title, onChange, onRemove }: PairFieldsProps) {
  const owns = own === undefined ? [] : [own]
  const isLater = number !== null && number > 1
  const suffix = isLater ? ` (${number})` : ''
  const { left, right } = pair
  return (
    <div className={isLater ? 'flex flex-col gap-3 border-t border-line pt-3' : 'flex flex-col gap-3'}>
      <div className="flex items-end gap-2">
        <Select
          className="flex-1"
          label={isLater ? `And where${suffix}` : 'Where'}
          value={left === undefined ? '' : keyOf(left)}
          options={sideOptions(before, left, right)}
          onChange={(key) => {
            const chosen = columnFor(before, key)
            if (chosen !== undefined) onChange({ ...pair, left: chosen })
          }}
        />
        {number !== null && (
          <IconButton icon={X} label={`Remove ${left?.name ?? '…'} = ${right?.name ?? '…'}`} onClick={onRemove} />
        )}
      </div>
      <Select
        label={`equals the column of ${title}${suffix}`}
        value={right === undefined ? '' : keyOf(right)}
        options={sideOptions(owns, right, left)}
        onChange={(key) => {
          const chosen = columnFor(owns, key)
          if (chosen !== undefined) onChange({ ...pair, right: chosen })
        }}
      />
    </div>
  )
}

function keyOf({ join, name }: Pick<JoinPair['left'], 'join' | 'name'>): string {
  return JSON.stringify([join, name])
}

/** The columns of one side; those that never equal the one of the other side cannot be chosen. */
function sideOptions(
  tables: readonly ReadTable[],
  chosen: QuestionColumn | undefined,
  other: QuestionColumn | undefined,
) {
  const columns = tables.flatMap(({ join, table }) =>
    table.columns.map(({ name, type }) => ({
      value: keyOf({ join, name }),
      label: tables.length > 1 ? `${table.title}: ${name}` : name,
      disabled: other !== undefined && !canBeJoined(type, other.type),
    })),
  )
  return chosen === undefined ? [{ value: '', label: 'Choose a column' }, ...columns] : columns
}

function columnFor(tables: readonly ReadTable[], key: string) {
  for (const { join, table } of tables)
    for (const column of table.columns) if (keyOf({ join, name: column.name }) === key) return columnOf(join, column)
  return undefined
}
