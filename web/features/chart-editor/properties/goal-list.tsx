'use client'

import { Plus, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { mostGoals, type ChartVisual, type Goal } from '@tidemark/shared/charts/chart-visual'
import { goalName } from '@tidemark/shared/charts/plot/overlays/goal-name'
import type { ResultData } from '@tidemark/shared/query/run-query'
import { LiveField } from '@/features/charts/live-field'
import { Button } from '@/ui/buttons/button'
import { IconButton } from '@/ui/buttons/icon-button'
import { Select } from '@/ui/fields/select'
import { useRowKeys } from '@/ui/fields/row-keys'
import { ColumnField } from './column-field'
import { TypedNumberField } from './typed-number-field'

export interface GoalListProps {
  readonly visual: ChartVisual
  readonly data: ResultData | null
  readonly onChange: (change: Partial<ChartVisual>, label: string, actionId?: string) => void
}

const newGoal: Goal = { kind: 'number', value: '', to: '', column: null, label: '' }

/** The lines and bands across a chart: nothing but a button until somebody wants one. */
export function GoalList({ visual, data, onChange }: GoalListProps) {
  const { goals } = visual
  const [added, setAdded] = useState<number | null>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const change = (index: number, part: Partial<Goal>, actionId?: string) =>
    onChange(
      { goals: goals.map((goal, at) => (at === index ? { ...goal, ...part } : goal)) },
      'Change goal line',
      actionId,
    )
  const keys = useRowKeys(goals)
  return (
    <div className="flex min-w-0 flex-col gap-3">
      {goals.map((goal, index) => (
        <fieldset key={keys[index]} className="flex min-w-0 flex-col gap-2 rounded-control border border-line p-2">
          <legend className="sr-only">{`Goal line ${index + 1}: ${goal.label || goalName(goal)}`}</legend>
          <div className="flex items-center gap-1">
            <Select
              label="Lies at"
              hideLabel
              className="min-w-0 flex-1"
              value={goal.kind}
              options={kindsFor(visual)}
              onChange={(kind) => change(index, { kind, value: kind === 'percentile' ? '90' : '', to: '' })}
            />
            <IconButton
              icon={X}
              size="sm"
              label={`Remove ${goal.label || goalName(goal)}`}
              onClick={() => {
                onChange({ goals: goals.filter((_, at) => at !== index) }, 'Remove goal line')
                setAdded(null)
                addButton.current?.focus()
              }}
            />
          </div>
          {goal.kind === 'number' && (
            <div className="grid grid-cols-2 items-start gap-2">
              <TypedNumberField
                label="Value"
                value={goal.value}
                placeholder="Such as 50000"
                autoFocus={added === index}
                onChange={(value, actionId) => change(index, { value }, actionId)}
              />
              <TypedNumberField
                label="Band up to"
                value={goal.to}
                placeholder="None"
                onChange={(to, actionId) => change(index, { to }, actionId)}
              />
            </div>
          )}
          {goal.kind === 'percentile' && (
            <TypedNumberField
              label="Percentile"
              value={goal.value}
              placeholder="0 to 100"
              onChange={(value, actionId) => change(index, { value }, actionId)}
            />
          )}
          {goal.kind === 'column' && (
            <ColumnField
              label="Column of the goal"
              value={goal.column}
              data={data}
              onChange={(column) => change(index, { column })}
            />
          )}
          <LiveField
            label="Label"
            value={goal.label}
            maxLength={60}
            placeholder={goalName(goal)}
            onChange={(label, actionId) => change(index, { label }, actionId)}
          />
        </fieldset>
      ))}
      <Button
        ref={addButton}
        size="sm"
        variant="secondary"
        icon={Plus}
        className="self-start"
        disabled={goals.length >= mostGoals}
        onClick={() => {
          setAdded(goals.length)
          onChange({ goals: [...goals, newGoal] }, 'Add goal line')
        }}
      >
        Add goal line
      </Button>
    </div>
  )
}

/** A scatter plot has no places along x whose column a line could follow. */
function kindsFor({ type }: ChartVisual) {
  const kinds = [
    { value: 'number', label: 'Number or band' },
    { value: 'column', label: 'Column' },
    { value: 'mean', label: 'Mean' },
    { value: 'median', label: 'Median' },
    { value: 'percentile', label: 'Percentile' },
  ] as const
  return type === 'scatter' ? kinds.filter(({ value }) => value !== 'column') : kinds
}
