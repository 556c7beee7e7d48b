'use client'

import { Sigma } from 'lucide-react'
import { useState } from 'react'
import { newId } from '@tidemark/shared/base/ids'
import { functionsFor } from '@tidemark/shared/builder/check-question'
import { measureLabel } from '@tidemark/shared/builder/part-labels'
import { isAdditive, type QuestionMeasure } from '@tidemark/shared/builder/question'
import { useView } from '@/client/workspace/use-view'
import { Chip } from '@/ui/buttons/chip'
import { lazyPart, useLazyPart } from '@/ui/lazy-part'
import { Popover } from '@/ui/popups/popover'
import { Select } from '@/ui/fields/select'
import { TextField } from '@/ui/fields/text-field'
import { AddPart } from './add-part'
import { calledPart } from './column-groups'
import { ExpressionForm, expressionFormWidth } from './expression/lazy-expression-form'
import { LabelField } from './label-field'
import { metricPicks, metricsOf, MetricOfMeasure, SaveAsMetric } from './metric-parts'
import { measurePicks, type NewMeasure } from './measure-picks'
import { PickList } from '@/features/commands/pick-list'
import { QuestionStep } from './question-step'
import { functionNames } from './question-words'
import { withPart, type StepProps } from './step-props'

/** The step that chooses the measures of each group, or of all rows. */
export function MeasureStep({ connectionId, question, before, read, problems, isMetric, onChange }: StepProps) {
  const { measures } = question
  const metrics = useView(
    (view) => (isMetric ? [] : metricsOf(view, { connectionId, question })),
    [isMetric, connectionId, question],
  )
  const add = (added: NewMeasure) => {
    const measure: QuestionMeasure = { id: newId(), ...added }
    onChange(`Measure ${measureLabel(measure)}`, { measures: [...measures, measure] })
  }
  return (
    <QuestionStep title="Measure" problems={problems}>
      {measures.map((measure) => (
        <MeasureChip
          key={measure.id}
          measure={measure}
          read={read}
          {...{ connectionId, question, before, isMetric }}
          onChange={(next) =>
            onChange(`Measure ${measureLabel(next ?? measure)}`, {
              measures: withPart(measures, measure.id, next),
              ...(next === null
                ? {
                    sort: question.sort.filter(({ by }) => by.kind !== 'part' || by.id !== measure.id),
                    ...(question.measureFilters === undefined
                      ? {}
                      : { measureFilters: question.measureFilters.filter((filter) => filter.measure !== measure.id) }),
                  }
                : {}),
            })
          }
        />
      ))}
      {(!isMetric || measures.length === 0) && (
        <AddPart label="Add a measure" text="Measure">
          {(close) => {
            const pick = (measure: NewMeasure) => {
              close()
              add(measure)
            }
            return (
              <PickList
                label="Find what to measure"
                emptyText="Nothing to measure has this name."
                groups={[...metricPicks(metrics, pick), ...measurePicks(read, pick)]}
              />
            )
          }}
        </AddPart>
      )}
      {(!isMetric || measures.length === 0) && (
        <AddPart label="Add a custom measure" text="Custom measure" width={expressionFormWidth}>
          {(close) => (
            <ExpressionForm
              label="Expression"
              level="measure"
              read={read}
              stored={null}
              name={null}
              placeholder="sum(price * quantity) / count()"
              onDone={(expression) => {
                close()
                add({ fn: 'expression', column: null, expression, percentile: 90, show: 'value', label: '' })
              }}
            />
          )}
        </AddPart>
      )}
    </QuestionStep>
  )
}

const showNames = { value: 'The value', 'running-total': 'Running total', share: 'Share of the total' } as const
const shows = ['value', 'running-total', 'share'] as const

interface MeasureChipProps extends Pick<StepProps, 'read' | 'connectionId' | 'question' | 'before' | 'isMetric'> {
  readonly measure: QuestionMeasure
  readonly onChange: (next: QuestionMeasure | null) => void
}

const saveMetricDialog = lazyPart(() => import('./save-metric-dialog'))

function MeasureChip({ measure, read, connectionId, question, before, isMetric, onChange }: MeasureChipProps) {
  const called = calledPart(read, measure)
  const label = measureLabel(called)
  const [isSaving, setSaving] = useState(false)
  const SaveMetricDialog = useLazyPart(saveMetricDialog, isSaving)
  return (
    <>
      <Popover
        label={label}
        width={measure.fn === 'expression' && measure.metric === undefined ? expressionFormWidth : undefined}
        trigger={
          <Chip
            icon={Sigma}
            aria-label={`Measure: ${label}`}
            onRemove={() => onChange(null)}
            removeLabel={`Remove ${label}`}
          >
            {label}
          </Chip>
        }
      >
        {(close) => (
          <div className="flex flex-col gap-3">
            {measure.metric !== undefined ? (
              <MetricOfMeasure measure={measure} onChange={onChange} />
            ) : measure.fn === 'expression' ? (
              <ExpressionForm
                label="Expression"
                level="measure"
                read={read}
                stored={measure.expression ?? null}
                name={null}
                placeholder="sum(price * quantity) / count()"
                onDone={(expression) => {
                  close()
                  onChange({ ...measure, expression })
                }}
              />
            ) : (
              <Select
                label={called.column?.name ?? 'Rows'}
                value={measure.fn}
                options={functionsFor(measure.column?.type ?? null).map((fn) => ({
                  value: fn,
                  label: functionNames[fn],
                }))}
                onChange={(fn) => onChange({ ...measure, fn, show: isAdditive(fn) ? measure.show : 'value' })}
              />
            )}
            {measure.metric === undefined && measure.fn === 'percentile' && (
              <TextField
                label="Percentile"
                type="number"
                min={0}
                max={100}
                step="any"
                value={measure.percentile}
                onChange={({ target }) =>
                  Number.isFinite(target.valueAsNumber) &&
                  onChange({ ...measure, percentile: Math.min(100, Math.max(0, target.valueAsNumber)) })
                }
              />
            )}
            {isAdditive(measure.fn) && !isMetric && (
              <Select
                label="Show"
                value={measure.show}
                options={shows.map((show) => ({ value: show, label: showNames[show] }))}
                onChange={(show) => onChange({ ...measure, show })}
              />
            )}
            <LabelField
              value={measure.label}
              standard={measureLabel({ ...called, label: '' })}
              onChange={(next) => onChange({ ...measure, label: next })}
              onDone={close}
            />
            {!isMetric && measure.metric === undefined && (
              <SaveAsMetric
                onOpen={() => {
                  close()
                  setSaving(true)
                }}
              />
            )}
          </div>
        )}
      </Popover>
      {SaveMetricDialog && isSaving && (
        <SaveMetricDialog
          {...{ measure, connectionId, question, before, read }}
          onSaved={onChange}
          onClose={() => setSaving(false)}
        />
      )}
    </>
  )
}
