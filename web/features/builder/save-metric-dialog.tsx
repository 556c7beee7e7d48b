'use client'

import { useState } from 'react'
import { newId } from '@tidemark/shared/base/ids'
import { orderBetween } from '@tidemark/shared/base/order'
import { tableOfModel } from '@tidemark/shared/builder/models/model-tables'
import { measureLabel } from '@tidemark/shared/builder/part-labels'
import type { Question, QuestionMeasure } from '@tidemark/shared/builder/question'
import type { ReadTable } from '@tidemark/shared/builder/suggest-join'
import { filterWords } from '@tidemark/shared/builder/test-words'
import { chartIdSchema } from '@tidemark/shared/charts/chart'
import { listCharts } from '@tidemark/shared/charts/chart-queries'
import { defaultVisual } from '@tidemark/shared/charts/chart-visual'
import { maxMetricName, metricIdSchema, metricNameSchema } from '@tidemark/shared/metrics/metric'
import { metricOfMeasure } from '@tidemark/shared/metrics/metric-of-measure'
import { listMetrics } from '@tidemark/shared/metrics/metric-queries'
import { timeInTable } from '@tidemark/shared/metrics/time-in-table'
import { autoFormat } from '@tidemark/shared/query/number-format'
import { navigate } from '@/client/page/navigation'
import { useMayEdit } from '@/client/workspace/use-may-edit'
import { useSyncClient } from '@/client/workspace/workspace-client'
import { Button } from '@/ui/buttons/button'
import { Select } from '@/ui/fields/select'
import { TextField } from '@/ui/fields/text-field'
import { Dialog } from '@/ui/popups/dialog'
import { toast } from '@/ui/popups/toaster'
import { reportProblem } from '../messages/report-problem'

interface SaveMetricDialogProps {
  readonly measure: QuestionMeasure
  readonly connectionId: string
  readonly question: Question
  /** The question whose answer it asks, where it is a further step. */
  readonly before: Question | undefined
  readonly read: readonly ReadTable[]
  /** Takes the measure that is now the metric. */
  readonly onSaved: (measure: QuestionMeasure) => void
  readonly onClose: () => void
}

/** Asks for the name of a metric and the rows it is of, and makes it of a measure. */
export default function SaveMetricDialog(props: SaveMetricDialogProps) {
  const { measure, connectionId, question, before, read, onSaved, onClose } = props
  const client = useSyncClient()
  // In the workspace, also where the question itself is kept by this browser alone.
  const { mutate } = client
  const mayEdit = useMayEdit()
  const [name, setName] = useState(() => measureLabel({ ...measure, show: 'value' }))
  const hasFilter = question.filter.items.length > 0
  const [keepsFilter, setKeepsFilter] = useState(hasFilter)
  const draft = metricOfMeasure(question, measure, read, keepsFilter, before)
  const isNamed = metricNameSchema.safeParse(name).success
  const save = async () => {
    const { view } = client.views.getState()
    const step = { label: `Make a metric of ${name}`, actionId: newId() }
    const id = metricIdSchema.parse(newId())
    const modelId = chartIdSchema.parse(newId())
    const modelName = `Rows of ${name}`.slice(0, maxMetricName)
    if (draft.rows !== null)
      await mutate(
        'createChart',
        {
          id: modelId,
          folderId: null,
          name: modelName,
          description: '',
          query: { kind: 'builder', connectionId, question: draft.rows },
          visual: defaultVisual,
          isModel: true,
          order: orderBetween(listCharts(view).at(-1)?.order ?? null, null),
        },
        step,
      )
    const source = draft.rows === null ? draft.question.source : tableOfModel({ id: modelId, name: modelName })
    await mutate(
      'createMetric',
      {
        id,
        folderId: null,
        name,
        description: '',
        query: { kind: 'builder', connectionId, question: { ...draft.question, source } },
        // Nobody has read the columns of a model that is only made here.
        time: draft.rows === null ? timeInTable(read.find(({ join }) => join === null)?.table, null) : null,
        format: autoFormat,
        goodDirection: 'up',
        order: orderBetween(listMetrics(view).at(-1)?.order ?? null, null),
      },
      step,
    )
    // Over a model it is of other data than this question.
    if (draft.rows === null) onSaved({ ...measure, metric: id, label: measureLabel(measure) })
    toast(`“${name}” is a metric now`, {
      tone: 'good',
      description:
        draft.rows === null
          ? 'Other charts of this data can measure it.'
          : `Charts of the model “${modelName}” can measure it. This one stays as it is.`,
      action: { label: 'Open', onClick: () => navigate(`/metrics/${id}`) },
    })
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      isAllowed={mayEdit}
      title="Save as a metric"
      description={
        draft.rows === null
          ? 'Every chart of this data can then measure the same, and changes with it.'
          : before === undefined
            ? 'It reads joined, added or computed columns. Their rows become a model, and the metric measures that.'
            : 'It measures what the steps before it make. Their answer becomes a model, and the metric measures that.'
      }
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" disabled={!isNamed} onClick={() => void save().catch(reportProblem)}>
            {draft.rows === null ? 'Save metric' : 'Save model and metric'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <TextField
          label="Name"
          value={name}
          maxLength={maxMetricName}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {hasFilter && (
          <>
            <Select
              label="Rows"
              value={keepsFilter ? 'filtered' : 'all'}
              options={[
                { value: 'filtered', label: 'Those of this question' },
                { value: 'all', label: 'All rows of the data' },
              ]}
              onChange={(next) => setKeepsFilter(next === 'filtered')}
            />
            {keepsFilter && <p className="text-small text-muted">Where {filterWords(question.filter)}</p>}
          </>
        )}
      </div>
    </Dialog>
  )
}
