'use client'

import { useState } from 'react'
import { newId } from '@tidemark/shared/base/ids'
import { columnValuesItem } from '@tidemark/shared/builder/column-values'
import type { Question, QuestionColumn, QuestionCondition, QuestionFilter } from '@tidemark/shared/builder/question'
import { signOfRead, type ReadTable } from '@tidemark/shared/builder/suggest-join'
import { mapTest, testWords } from '@tidemark/shared/builder/test-words'
import type { NumberSign } from '@tidemark/shared/query/number-sign'
import { shownNumber } from '@tidemark/shared/query/signed-number'
import type { RunItem } from '@tidemark/shared/query/run-query'
import { fieldTypeIcon } from '@/features/result-grid/field-icon'
import { Chip } from '@/ui/buttons/chip'
import { Popover } from '@/ui/popups/popover'
import { Select } from '@/ui/fields/select'
import { AddPart } from '../add-part'
import { calledColumn, columnGroups } from '../column-groups'
import { withCondition, withoutCondition } from '../expression/computed-step'
import { ExpressionForm, expressionFormWidth } from '../expression/lazy-expression-form'
import { FilterForm } from './filter-form'
import { PickList } from '../pick-list'
import { QuestionStep } from '../question-step'
import { withPart, type StepProps } from '../step-props'

const matchOptions = [
  { value: 'all', label: 'All of' },
  { value: 'any', label: 'Any of' },
] as const

/** Which rows are asked: conditions, and groups of them, all or any of which must hold. */
export function FilterStep({ connectionId, question, before, read, problems, isMetric, onChange }: StepProps) {
  const { filter } = question
  const change = (label: string, next: Question['filter']) => onChange(label, { filter: next })
  const valuesOf = (column: QuestionColumn) => columnValuesItem(question, connectionId, column, before)
  const setItems = (label: string, items: QuestionFilter['items']) => change(label, { ...filter, items })
  return (
    <QuestionStep title="Filter" problems={problems}>
      {filter.items.length > 1 && (
        <MatchSelect value={filter.match} onChange={(match) => change('Match filters', { ...filter, match })} />
      )}
      {filter.items.map((item) =>
        item.kind === 'condition' ? (
          <ConditionChip
            key={item.id}
            condition={item}
            sign={signOfRead(read, item.column)}
            name={calledColumn(read, item.column).name}
            valuesOf={valuesOf}
            onChange={(next) =>
              onChange(`Filter by ${item.column.name}`, {
                filter: { ...filter, items: withPart(filter.items, item.id, next) },
                ...(next === null ? withoutCondition(question, item) : {}),
              })
            }
          />
        ) : (
          <span
            key={item.id}
            role="group"
            aria-label={`${item.match === 'all' ? 'All' : 'Any'} of these filters`}
            className="flex flex-wrap items-center gap-1.5 rounded-tile border border-line bg-sunken p-1.5"
          >
            <MatchSelect
              value={item.match}
              onChange={(match) => setItems('Match filters', withPart(filter.items, item.id, { ...item, match }))}
            />
            {item.items.map((condition) => (
              <ConditionChip
                key={condition.id}
                condition={condition}
                sign={signOfRead(read, condition.column)}
                name={calledColumn(read, condition.column).name}
                valuesOf={valuesOf}
                onChange={(next) => {
                  const items = withPart(item.items, condition.id, next)
                  const group = items.length === 0 ? null : { ...item, items }
                  setItems(`Filter by ${condition.column.name}`, withPart(filter.items, item.id, group))
                }}
              />
            ))}
            <AddCondition
              read={read}
              valuesOf={valuesOf}
              label="Add a filter to the group"
              text={item.match === 'any' ? 'Or' : 'And'}
              onAdd={(condition) =>
                setItems(
                  `Filter by ${condition.column.name}`,
                  withPart(filter.items, item.id, { ...item, items: [...item.items, condition] }),
                )
              }
            />
          </span>
        ),
      )}
      <AddCondition
        read={read}
        valuesOf={valuesOf}
        label="Add a filter"
        text="Filter"
        onAdd={(condition) => setItems(`Filter by ${condition.column.name}`, [...filter.items, condition])}
      />
      {!isMetric && (
        <AddPart label="Add a custom filter" text="Custom filter" width={expressionFormWidth}>
          {(close) => (
            <ExpressionForm
              label="Condition"
              level="row"
              isCondition
              read={read}
              stored={null}
              name={null}
              placeholder="price > 10 and city is not null"
              onDone={(expression) => {
                close()
                onChange(`Filter by ${expression.text}`, withCondition(question, expression))
              }}
            />
          )}
        </AddPart>
      )}
      {filter.items.length > 0 && (
        <AddCondition
          read={read}
          valuesOf={valuesOf}
          label="Add a group of filters"
          text="Group"
          onAdd={(condition) =>
            setItems('Add a group of filters', [
              ...filter.items,
              { kind: 'group', id: newId(), match: filter.match === 'all' ? 'any' : 'all', items: [condition] },
            ])
          }
        />
      )}
    </QuestionStep>
  )
}

function MatchSelect({
  value,
  onChange,
}: {
  readonly value: 'all' | 'any'
  readonly onChange: (match: 'all' | 'any') => void
}) {
  return (
    <Select
      label="Which filters must hold"
      hideLabel
      className="w-24"
      value={value}
      options={matchOptions}
      onChange={onChange}
    />
  )
}

/** The query for the values of a column. */
type ValuesOfColumn = (column: QuestionColumn) => RunItem | null

function ConditionChip({
  condition,
  name,
  sign,
  valuesOf,
  onChange,
}: {
  readonly condition: QuestionCondition
  /** The column as people call it. */
  readonly name: string
  readonly sign: NumberSign | undefined
  readonly valuesOf: ValuesOfColumn
  readonly onChange: (next: QuestionCondition | null) => void
}) {
  const { column, test } = condition
  const words = testWords(
    mapTest(test, (text) => shownNumber(text, sign)),
    column.type,
  )
  return (
    <Popover
      label={`Filter ${name}`}
      trigger={
        <Chip
          icon={fieldTypeIcon(column.type)}
          aria-label={`${name} ${words}`}
          onRemove={() => onChange(null)}
          removeLabel={`Remove the filter of ${name}`}
        >
          {name} <span className="text-muted">{words}</span>
        </Chip>
      }
    >
      {(close) => (
        <FilterForm
          column={column}
          sign={sign}
          valuesFrom={valuesOf(column)}
          test={test}
          onDone={(next) => {
            close()
            onChange({ ...condition, test: next })
          }}
        />
      )}
    </Popover>
  )
}

function AddCondition({
  read,
  valuesOf,
  label,
  text,
  onAdd,
}: {
  readonly read: readonly ReadTable[]
  readonly valuesOf: ValuesOfColumn
  readonly label: string
  readonly text: string
  readonly onAdd: (condition: QuestionCondition) => void
}) {
  return (
    <AddPart label={label} text={text}>
      {(close) => (
        <NewCondition
          read={read}
          valuesOf={valuesOf}
          onAdd={(condition) => {
            close()
            onAdd(condition)
          }}
        />
      )}
    </AddPart>
  )
}

/** First the column, then what is asked of it. */
function NewCondition({
  read,
  valuesOf,
  onAdd,
}: {
  readonly read: readonly ReadTable[]
  readonly valuesOf: ValuesOfColumn
  readonly onAdd: (condition: QuestionCondition) => void
}) {
  const [column, setColumn] = useState<QuestionColumn | null>(null)
  if (column === null)
    return (
      <PickList label="Find a column" emptyText="No column has this name." groups={columnGroups(read, setColumn)} />
    )
  return (
    <FilterForm
      column={column}
      sign={signOfRead(read, column)}
      valuesFrom={valuesOf(column)}
      test={null}
      onDone={(test) => onAdd({ kind: 'condition', id: newId(), column, test })}
    />
  )
}
