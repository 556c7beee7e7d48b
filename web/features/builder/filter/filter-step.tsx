'use client'

import { useState } from 'react'
import { newId } from '@tidemark/shared/base/ids'
import { columnValuesItem } from '@tidemark/shared/builder/column-values'
import type {
  Question,
  QuestionColumn,
  QuestionCondition,
  QuestionFilter,
  QuestionFilterLeaf,
} from '@tidemark/shared/builder/question'
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
import { SaveAsSegment, SegmentChip, segmentPicks, useReadSegments, type ReadSegment } from './segment-parts'
import { PickList } from '@/features/commands/pick-list'
import { QuestionStep } from '../question-step'
import { withPart, type StepProps } from '../step-props'

const matchOptions = [
  { value: 'all', label: 'All of' },
  { value: 'any', label: 'Any of' },
] as const

/** Which rows are asked: conditions, and groups of them, all or any of which must hold. */
export function FilterStep(props: StepProps) {
  const { connectionId, question, before, read, problems, isMetric, isSegment, onChange } = props
  const { filter } = question
  const found = useReadSegments(connectionId, read)
  const segments = isSegment ? noSegments : found
  const change = (label: string, next: Question['filter']) => onChange(label, { filter: next })
  const valuesOf = (column: QuestionColumn) => columnValuesItem(question, connectionId, column, before)
  const setItems = (label: string, items: QuestionFilter['items']) => change(label, { ...filter, items })
  return (
    <QuestionStep title="Filter" problems={problems}>
      {filter.items.length > 1 && (
        <MatchSelect value={filter.match} onChange={(match) => change('Match filters', { ...filter, match })} />
      )}
      {filter.items.map((item) =>
        item.kind !== 'group' ? (
          <LeafChip
            key={item.id}
            leaf={item}
            read={read}
            valuesOf={valuesOf}
            onChange={(next) =>
              onChange(`Filter by ${leafName(item)}`, {
                filter: { ...filter, items: withPart(filter.items, item.id, next) },
                ...(next === null && item.kind === 'condition' ? withoutCondition(question, item) : {}),
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
            {item.items.map((leaf) => (
              <LeafChip
                key={leaf.id}
                leaf={leaf}
                read={read}
                valuesOf={valuesOf}
                onChange={(next) => {
                  const items = withPart(item.items, leaf.id, next)
                  const group = items.length === 0 ? null : { ...item, items }
                  setItems(`Filter by ${leafName(leaf)}`, withPart(filter.items, item.id, group))
                }}
              />
            ))}
            <AddLeaf
              read={read}
              segments={segments}
              valuesOf={valuesOf}
              label="Add a filter to the group"
              text={item.match === 'any' ? 'Or' : 'And'}
              onAdd={(leaf) =>
                setItems(
                  `Filter by ${leafName(leaf)}`,
                  withPart(filter.items, item.id, { ...item, items: [...item.items, leaf] }),
                )
              }
            />
          </span>
        ),
      )}
      <AddLeaf
        read={read}
        segments={segments}
        valuesOf={valuesOf}
        label="Add a filter"
        text="Filter"
        onAdd={(leaf) => setItems(`Filter by ${leafName(leaf)}`, [...filter.items, leaf])}
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
        <AddLeaf
          read={read}
          segments={segments}
          valuesOf={valuesOf}
          label="Add a group of filters"
          text="Group"
          onAdd={(leaf) =>
            setItems('Add a group of filters', [
              ...filter.items,
              { kind: 'group', id: newId(), match: filter.match === 'all' ? 'any' : 'all', items: [leaf] },
            ])
          }
        />
      )}
      {!isMetric && <SaveAsSegment {...{ connectionId, question, read, onChange }} />}
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

const noSegments: readonly ReadSegment[] = []

function leafName(leaf: QuestionFilterLeaf): string {
  return leaf.kind === 'segment' ? leaf.name : leaf.column.name
}

interface LeafChipProps {
  readonly leaf: QuestionFilterLeaf
  readonly read: readonly ReadTable[]
  readonly valuesOf: ValuesOfColumn
  readonly onChange: (next: QuestionFilterLeaf | null) => void
}

function LeafChip({ leaf, read, valuesOf, onChange }: LeafChipProps) {
  if (leaf.kind === 'segment') return <SegmentChip item={leaf} onRemove={() => onChange(null)} />
  return (
    <ConditionChip
      condition={leaf}
      sign={signOfRead(read, leaf.column)}
      name={calledColumn(read, leaf.column).name}
      valuesOf={valuesOf}
      onChange={onChange}
    />
  )
}

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

interface NewLeafProps {
  readonly read: readonly ReadTable[]
  readonly segments: readonly ReadSegment[]
  readonly valuesOf: ValuesOfColumn
  readonly onAdd: (leaf: QuestionFilterLeaf) => void
}

function AddLeaf({ label, text, onAdd, ...props }: NewLeafProps & { readonly label: string; readonly text: string }) {
  return (
    <AddPart label={label} text={text}>
      {(close) => (
        <NewLeaf
          {...props}
          onAdd={(leaf) => {
            close()
            onAdd(leaf)
          }}
        />
      )}
    </AddPart>
  )
}

/** A segment; or first the column, then what is asked of it. */
function NewLeaf({ read, segments, valuesOf, onAdd }: NewLeafProps) {
  const [column, setColumn] = useState<QuestionColumn | null>(null)
  if (column === null)
    return (
      <PickList
        label={segments.length === 0 ? 'Find a column' : 'Find a segment or column'}
        emptyText={segments.length === 0 ? 'No column has this name.' : 'Nothing has this name.'}
        groups={[...segmentPicks(segments, onAdd), ...columnGroups(read, setColumn)]}
      />
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
