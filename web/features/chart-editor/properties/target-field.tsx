'use client'

import type { ChartVisual, Target } from '@tidemark/shared/charts/chart-visual'
import { isNumericType } from '@tidemark/shared/query/field'
import type { ResultData } from '@tidemark/shared/query/run-query'
import { cellNumber } from '@tidemark/shared/charts/plot/read-columns'
import { valueScale } from '@tidemark/shared/charts/plot/numbers/value-scale'
import { typedNumber } from '@tidemark/shared/charts/plot/numbers/typed-number'
import { Select } from '@/ui/fields/select'
import type { GoalMetrics } from './use-goal-metrics'
import { ColumnField } from './column-field'
import { TypedNumberField } from './typed-number-field'

interface TargetFieldProps {
  readonly visual: ChartVisual
  readonly data: ResultData | null
  readonly goalMetrics: GoalMetrics
  readonly onChange: (change: Partial<ChartVisual>, label: string, actionId?: string) => void
}

const noTarget = 'none'
/** Begins the values of options that are metrics. */
const ofMetric = 'metric/'

/** A round number beyond the first value, to begin with. */
function roundGoal({ y: [measure] }: ChartVisual, data: ResultData | null): number {
  const column = data?.columns[data.fields.findIndex(({ name }) => name === measure)]
  const value = cellNumber(column?.[0] ?? null)
  if (value === null || value <= 0) return 100
  return valueScale([value], { zero: 'always', count: 5, whole: false }).domain[1]
}

/** The goal of the measure: none, a number, a column with one for each row, or a metric, which becomes a column. */
export function TargetField({ visual, data, goalMetrics, onChange }: TargetFieldProps) {
  const { target } = visual
  const change = (next: Target | null, actionId?: string) => onChange({ target: next }, 'Change goal', actionId)
  const firstNumber = data?.fields.findLast(({ type }) => isNumericType(type))?.name ?? data?.fields[0]?.name
  const choose = (kind: string) => {
    const metric = goalMetrics.metrics.find(({ id }) => `${ofMetric}${id}` === kind)
    if (metric !== undefined) goalMetrics.onChoose(metric.id)
    else if (kind === noTarget) change(null)
    else if (kind === 'number') change({ kind, value: roundGoal(visual, data) })
    else if (firstNumber !== undefined) change({ kind: 'column', column: firstNumber })
  }
  return (
    <div className="flex flex-col gap-2">
      <Select<string>
        label="Goal"
        value={target?.kind ?? noTarget}
        options={[
          { value: noTarget, label: 'None' },
          { value: 'number', label: 'A number' },
          { value: 'column', label: 'A column', disabled: firstNumber === undefined },
          ...goalMetrics.metrics.map(({ id, name }) => ({ value: `${ofMetric}${id}`, label: `The metric ${name}` })),
        ]}
        onChange={choose}
      />
      {target?.kind === 'number' && (
        <TypedNumberField
          label="Goal number"
          hideLabel
          value={String(target.value)}
          onChange={(text, actionId) => {
            const value = typedNumber(text)
            if (value !== null) change({ kind: 'number', value }, actionId)
          }}
        />
      )}
      {target?.kind === 'column' && (
        <ColumnField
          label="Goal column"
          value={target.column}
          data={data}
          onChange={(column) => change(column === null ? null : { kind: 'column', column })}
        />
      )}
    </div>
  )
}
