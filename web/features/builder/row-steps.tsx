'use client'

import { isGroupable } from '@tidemark/shared/query/field'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useState } from 'react'
import { newId } from '@tidemark/shared/base/ids'
import { groupLabel, measureLabel } from '@tidemark/shared/builder/part-labels'
import type { Question, QuestionColumn, QuestionSort } from '@tidemark/shared/builder/question'
import { fieldTypeIcon } from '@/features/result-grid/field-icon'
import { Chip } from '@/ui/buttons/chip'
import { TextField } from '@/ui/fields/text-field'
import { AddPart } from './add-part'
import { calledColumn, calledPart, columnGroups } from './column-groups'
import { PickList } from './pick-list'
import type { PickGroup } from './rank-picks'
import { QuestionStep } from './question-step'
import { withPart, type StepProps } from './step-props'

/** Which columns the rows have, where they are not summed up. */
export function ColumnStep({ question, read, problems, onChange }: StepProps) {
  const { columns, source } = question
  const all = source?.columns === undefined ? 'All columns' : 'All readable columns'
  return (
    <QuestionStep title="Columns" problems={problems}>
      {columns.length === 0 && <span className="text-small text-muted">{all}</span>}
      {columns.map((column, index) => (
        <Chip
          key={`${column.join} ${column.name}`}
          icon={fieldTypeIcon(column.type)}
          onRemove={() => onChange(`Leave ${column.name} out`, { columns: columns.filter((_, at) => at !== index) })}
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
            groups={columnGroups(read, (column) => {
              close()
              const isThere = columns.some(({ join, name }) => join === column.join && name === column.name)
              if (!isThere) onChange(`Show ${column.name}`, { columns: [...columns, column] })
            })}
          />
        )}
      </AddPart>
    </QuestionStep>
  )
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
