'use client'

import { Merge, Plus, X } from 'lucide-react'
import type { QuestionJoin } from '@tidemark/shared/builder/question'
import { columnOf, type ReadTable } from '@tidemark/shared/builder/suggest-join'
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
  const pairs = join.on.map(({ left, right }) => `${left.name} = ${right.name}`)
  const more = own === undefined || pairs.length >= mostPairs ? null : nextPair(before, own.table, join)
  const replace = (at: number, pair: JoinPair) => onChange({ ...join, on: join.on.with(at, pair) })
  return (
    <Popover
      label={`How ${title} is joined`}
      trigger={
        <Chip
          icon={Merge}
          aria-label={`Join ${title} on ${pairs.join(' and ')}`}
          onRemove={() => onChange(null)}
          removeLabel={`Take ${title} out`}
        >
          {title}
          <span className="text-muted">
            {` on ${pairs[0] ?? ''}`}
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
            { value: 'left', label: 'Keep them' },
            { value: 'inner', label: 'Leave them out' },
          ]}
          onChange={(kind) => onChange({ ...join, kind })}
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
            onChange={(next) => replace(at, next)}
            onRemove={() => onChange({ ...join, on: join.on.toSpliced(at, 1) })}
          />
        ))}
        {more !== null && (
          <Button
            size="sm"
            icon={Plus}
            className="self-start"
            onClick={() => onChange({ ...join, on: [...join.on, more] })}
          >
            And another column
          </Button>
        )}
      </div>
    </Popover>
  )
}

interface PairFieldsProps {
  readonly pair: JoinPair
  /** Its place among several; null for the only one, which cannot be removed. */
  readonly number: number | null
  readonly before: readonly ReadTable[]
  readonly own: ReadTable | undefined
  readonly title: string
  readonly onChange: (next: JoinPair) => void
  readonly onRemove: () => void
}

function PairFields({ pair, number, before, own, title, onChange, onRemove }: PairFieldsProps) {
  const owns = own === undefined ? [] : [own]
  const isLater = number !== null && number > 1
  const suffix = isLater ? ` (${number})` : ''
  return (
    <div className={isLater ? 'flex flex-col gap-3 border-t border-line pt-3' : 'flex flex-col gap-3'}>
      <div className="flex items-end gap-2">
        <Select
          className="flex-1"
          label={isLater ? `And where${suffix}` : 'Where'}
          value={keyOf(pair.left)}
          options={sideOptions(before)}
          onChange={(key) => {
            const left = columnFor(before, key)
            if (left !== undefined) onChange({ ...pair, left })
          }}
        />
        {number !== null && (
          <IconButton icon={X} label={`Remove ${pair.left.name} = ${pair.right.name}`} onClick={onRemove} />
        )}
      </div>
      <Select
        label={`equals the column of ${title}${suffix}`}
        value={keyOf(pair.right)}
        options={sideOptions(owns)}
        onChange={(key) => {
          const right = columnFor(owns, key)
          if (right !== undefined) onChange({ ...pair, right })
        }}
      />
    </div>
  )
}

function keyOf({ join, name }: Pick<JoinPair['left'], 'join' | 'name'>): string {
  return JSON.stringify([join, name])
}

function sideOptions(tables: readonly ReadTable[]) {
  return tables.flatMap(({ join, table }) =>
    table.columns.map(({ name }) => ({
      value: keyOf({ join, name }),
      label: tables.length > 1 ? `${table.title}: ${name}` : name,
    })),
  )
}

function columnFor(tables: readonly ReadTable[], key: string) {
  for (const { join, table } of tables)
    for (const column of table.columns) if (keyOf({ join, name: column.name }) === key) return columnOf(join, column)
  return undefined
}
