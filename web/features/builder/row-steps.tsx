'use client'

import { isGroupable } from '@tidemark/shared/query/field'
import { ArrowDown, ArrowUp, Columns3 } from 'lucide-react'
import { useState } from 'react'
import { newId } from '@tidemark/shared/base/ids'
import { groupLabel, measureLabel } from '@tidemark/shared/builder/part-labels'
import type { Question, QuestionColumn, QuestionSort } from '@tidemark/shared/builder/question'
import type { ReadTable } from '@tidemark/shared/builder/suggest-join'
import { fieldTypeIcon } from '@/features/result-grid/field-icon'
import { Chip } from '@/ui/buttons/chip'
import { Popover } from '@/ui/popups/popover'
import { TextField } from '@/ui/fields/text-field'
import { AddPart } from './add-part'
import { calledColumn, calledPart, columnGroups } from './column-groups'
import { PickList } from '@/features/commands/pick-list'
import type { PickGroup } from '@/features/commands/rank-picks'
import { QuestionStep } from './question-step'
import { columnsOfRead, isSameColumn } from './shown-rows'
import { withPart, type StepProps } from './step-props'

/** Which columns the rows have, where they are not summed up: those of a table that are all shown as one. */
export function ColumnStep({ question, read, problems, onChange }: StepProps) {
  const { columns, source, joins } = question
  const all = source?.columns === undefined ? 'All columns' : 'All readable columns'
  const title = read.find(({ join }) => join === null)?.table.title
  const whole = read.filter((table) => isWhole(table, columns))
  const alone = columns.filter((column) => !whole.some(({ join }) => join === column.join))
  const toggle = (column: QuestionColumn) => {
    const left = columns.filter((one) => !isSameColumn(one, column))
    if (left.length < columns.length) onChange(`Leave ${column.name} out`, { columns: left })
    else onChange(`Show ${column.name}`, { columns: [...columns, column] })
  }
  const leaveTable = ({ join, table }: ReadTable) =>
    onChange(`Leave the columns of ${table.title} out`, { columns: columns.filter((column) => column.join !== join) })
  const picks = (tables: readonly ReadTable[], close?: () => void) =>
    chosenGroups(tables, columns, (column) => {
      close?.()
      toggle(column)
    })
  return (
    <QuestionStep title="Columns" problems={problems}>
      {columns.length === 0 && (
        <span className="text-small text-muted">
          {joins.length === 0 || title === undefined ? all : `${all} of ${title}`}
        </span>
      )}
      {whole.map((one) => (
        <Popover
          key={one.join}
          label={`Columns of ${one.table.title}`}
          trigger={
            <Chip
              icon={Columns3}
              onRemove={() => leaveTable(one)}
              removeLabel={`Leave the columns of ${one.table.title} out`}
            >
              {`All of ${one.table.title}`}
            </Chip>
          }
        >
          <PickList label="Find a column" emptyText="No column has this name." groups={picks([one])} />
        </Popover>
      ))}
      {alone.map((column) => (
        <Chip
          key={`${column.join} ${column.name}`}
          icon={fieldTypeIcon(column.type)}
          onRemove={() => toggle(column)}
          removeLabel={`Leave ${column.name} out`}
        >
          {calledColumn(read, column).name}
        </Chip>
      ))}
      <AddPart label="Add a column" text="Column">
        {(close) => (
          <PickList
            label="Find a column"
            emptyText="No column has this name."
            groups={[
              ...wholeTables(read, whole, (one) => {
                close()
                const others = columns.filter(({ join }) => join !== one.join)
                onChange(`Show all of ${one.table.title}`, {
                  columns: [...others, ...columnsOfRead(one)].slice(0, 200),
                })
              }),
              ...picks(read, close),
            ]}
          />
        )}
      </AddPart>
    </QuestionStep>
  )
}

/** True of a table all of whose columns are shown. Of one alone there is no list. */
function isWhole(one: ReadTable, columns: readonly QuestionColumn[]): boolean {
  const own = columnsOfRead(one)
  return own.length > 1 && own.every((column) => columns.some((shown) => isSameColumn(shown, column)))
}

/** The columns of tables, those that are shown marked. */
function chosenGroups(
  tables: readonly ReadTable[],
  columns: readonly QuestionColumn[],
  onPick: (column: QuestionColumn) => void,
): readonly PickGroup[] {
  const shown = new Set(columns.map(({ join, name }) => `${join ?? ''} ${name}`))
  return columnGroups(tables, onPick).map((group) => ({
    ...group,
    items: group.items.map((item) => ({ ...item, isChosen: shown.has(item.key) })),
  }))
}

/** The tables that can be shown whole, where there are several. */
function wholeTables(
  read: readonly ReadTable[],
  whole: readonly ReadTable[],
  onPick: (table: ReadTable) => void,
): readonly PickGroup[] {
  const tables = read.filter((one) => one.table.columns.length > 1)
  if (tables.length < 2) return []
  const items = tables
    .filter((one) => !whole.includes(one))
    .map((one) => ({
      key: `all ${one.join ?? ''}`,
      label: `All of ${one.table.title}`,
      icon: Columns3,
      onPick: () => onPick(one),
    }))
  return items.length === 0 ? [] : [{ title: 'Tables', items }]
}

/** In which order rows come, and how many of them. */
export function SortStep({ question, read, problems, onChange }: StepProps) {
  const { sort } = question
  const add = (label: string, by: QuestionSort['by'], direction: QuestionSort['direction']) =>
    onChange(`Sort by ${label}`, { sort: [...sort, { id: newId(), by, direction }] })
  return (
    <QuestionStep title="Sort" problems={problems}>
      {sort.map((part) => {
        const label = sortLabel(question, read, part)
        const isUp = part.direction === 'ascending'
        return (
          <Chip
            key={part.id}
            icon={isUp ? ArrowUp : ArrowDown}
            aria-label={`Sorted by ${label}, ${isUp ? 'lowest' : 'highest'} first. Reverse`}
            onClick={() =>
              onChange(`Sort by ${label}`, {
                sort: withPart(sort, part.id, { ...part, direction: isUp ? 'descending' : 'ascending' }),
              })
            }
            onRemove={() => onChange(`Stop sorting by ${label}`, { sort: withPart(sort, part.id, null) })}
            removeLabel={`Stop sorting by ${label}`}
          >
            {label}
          </Chip>
        )
      })}
      <AddPart label="Add a sort order" text="Sort">
        {(close) => (
          <PickList
            label="Find what to sort by"
            emptyText="Nothing has this name."
            groups={sortGroups(question, read, (label, by, direction) => {
              close()
              add(label, by, direction)
            })}
          />
        )}
      </AddPart>
      <LimitField
        key={question.limit}
        limit={question.limit}
        onChange={(limit) => onChange('Limit the rows', { limit })}
      />
    </QuestionStep>
  )
}

function sortLabel({ groups, measures }: Question, read: StepProps['read'], { by }: QuestionSort): string {
  if (by.kind === 'column') return calledColumn(read, by.column).name
  const group = groups.find(({ id }) => id === by.id)
  if (group !== undefined) return groupLabel(calledPart(read, group))
  const measure = measures.find(({ id }) => id === by.id)
  return measure === undefined ? 'something gone' : measureLabel(calledPart(read, measure))
}

function sortGroups(
  { groups, measures }: Question,
  read: StepProps['read'],
  onPick: (label: string, by: QuestionSort['by'], direction: QuestionSort['direction']) => void,
): readonly PickGroup[] {
  if (groups.length + measures.length === 0)
    return columnGroups(
      read,
      (column: QuestionColumn) => onPick(column.name, { kind: 'column', column }, 'ascending'),
      isGroupable,
    )
  const parts = [
    ...groups.map((group) => ({
      id: group.id,
      label: groupLabel(calledPart(read, group)),
      direction: 'ascending' as const,
    })),
    ...measures.map((measure) => ({
      id: measure.id,
      label: measureLabel(calledPart(read, measure)),
      direction: 'descending' as const,
    })),
  ]
  return [
    {
      title: 'Columns of the result',
      items: parts.map(({ id, label, direction }) => ({
        key: id,
        label,
        onPick: () => onPick(label, { kind: 'part', id }, direction),
      })),
    },
  ]
}

function LimitField({
  limit,
  onChange,
}: {
  readonly limit: number | null
  readonly onChange: (limit: number | null) => void
}) {
  const [text, setText] = useState(limit === null ? '' : String(limit))
  const commit = () => {
    const count = Math.round(Number(text))
    const next = text.trim() === '' || !Number.isFinite(count) || count < 1 ? null : Math.min(count, 1_000_000)
    setText(next === null ? '' : String(next))
    if (next !== limit) onChange(next)
  }
  return (
    <span className="ml-auto flex items-center gap-2 text-small text-muted max-sm:ml-0">
      <span aria-hidden>At most</span>
      <TextField
        label="At most how many rows"
        hideLabel
        inputMode="numeric"
        placeholder="all"
        className="w-20"
        value={text}
        onChange={({ target }) => setText(target.value)}
        onBlur={commit}
        onKeyDown={({ key }) => key === 'Enter' && commit()}
      />
      <span aria-hidden>rows</span>
    </span>
  )
}
