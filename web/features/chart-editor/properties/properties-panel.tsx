'use client'

import { useSyncExternalStore, type ReactNode, useId } from 'react'
import { groupNames } from '@tidemark/shared/builder/part-labels'
import type { Chart } from '@tidemark/shared/charts/chart'
import { type ChartVisual, chartTypeIds, type ChartType } from '@tidemark/shared/charts/chart-visual'
import type { VisualControl } from '@tidemark/shared/charts/chart-type-definition'
import { chartTypes } from '@tidemark/shared/charts/chart-types'
import type { ResultData } from '@tidemark/shared/query/run-query'
import { getWorkspace } from '@tidemark/shared/workspaces/workspace-queries'
import { useMutate } from '@/client/workspace/use-mutate'
import { useView } from '@/client/workspace/use-view'
import { reportProblem } from '@/features/messages/report-problem'
import { Select } from '@/ui/fields/select'
import { ColumnField } from './column-field'
import { LiveField } from '@/features/charts/live-field'
import { FormatFields } from '@/features/charts/format-fields'
import { MeasureList } from './measure-list'
import { changeType, replaceMeasure } from './visual-controls'
import { chartTypeIcon } from '@/features/content/chart-type-icon'
import { chosenWithin, useEarlyInput } from '@/ui/fields/use-early-input'

export interface PropertiesPanelProps {
  readonly chart: Chart
  /** The result from which columns are chosen; null until there is one. */
  readonly data: ResultData | null
  /**
   * Defined while the question is newer than that result: a type is then chosen without columns, which follow with the
   * answer.
   */
  readonly onTypeAhead?: (() => void) | undefined
}

/** Everything that determines how a chart is drawn. Each change is saved at once as an undo step. */
export function PropertiesPanel({ chart, data, onTypeAhead }: PropertiesPanelProps) {
  const mutate = useMutate()
  const { visual, query } = chart
  const groupedBy = query.kind === 'builder' ? groupNames(query.question) : []
  const change = (next: Partial<ChartVisual>, label: string, actionId?: string) => {
    mutate(
      'updateChart',
      { id: chart.id, visual: next },
      { label, ...(actionId === undefined ? {} : { actionId }) },
    ).catch(reportProblem)
  }
  return (
    <div className="flex flex-col gap-4 p-4">
      <ChartTypePicker
        value={visual.type}
        onChange={(type) => {
          onTypeAhead?.()
          const next = onTypeAhead === undefined ? changeType(visual, type, data ?? noData, groupedBy) : { type }
          change(next, `Draw as ${chartTypes[type].name.toLowerCase()}`)
        }}
      />
      {chartTypes[visual.type].controls.map((control) => (
        <VisualControlField key={control} control={control} visual={visual} data={data} onChange={change} />
      ))}
      <LiveField
        label="Description"
        value={chart.description}
        maxLength={500}
        placeholder="What is measured, and its unit"
        onChange={(description, actionId) =>
          void mutate('updateChart', { id: chart.id, description }, { label: 'Describe chart', actionId }).catch(
            reportProblem,
          )
        }
      />
    </div>
  )
}

const noData: ResultData = { fields: [], columns: [], rowCount: 0 }

interface VisualControlFieldProps {
  readonly control: VisualControl
  readonly visual: ChartVisual
  readonly data: ResultData | null
  readonly onChange: (change: Partial<ChartVisual>, label: string, actionId?: string) => void
}

function VisualControlField({ control, visual, data, onChange }: VisualControlFieldProps) {
  switch (control) {
    case 'x':
      return (
        <Labelled label={chartTypes[visual.type].xLabel}>
          <ColumnField
            label={chartTypes[visual.type].xLabel}
            value={visual.x}
            data={data}
            emptyText="None"
            onChange={(x) => onChange({ x }, 'Change x axis')}
          />
        </Labelled>
      )
    case 'measures':
      return <MeasureList visual={visual} data={data} onChange={onChange} />
    case 'measure':
      return (
        <Labelled label={chartTypes[visual.type].measureLabel ?? 'Measure'}>
          <ColumnField
            label="Measure"
            value={visual.y[0] ?? null}
            data={data}
            emptyText="Number of rows"
            onChange={(column) =>
              onChange(
                visual.y.length === 0 ? { y: column === null ? [] : [column] } : replaceMeasure(visual, 0, column),
                'Change measure',
              )
            }
          />
        </Labelled>
      )
    case 'color':
      return (
        <Labelled label={chartTypes[visual.type].colorLabel ?? 'Colour'}>
          <ColumnField
            label={chartTypes[visual.type].colorLabel ?? 'Colour'}
            value={visual.color}
            data={data}
            emptyText="None"
            onChange={(color) => onChange({ color }, 'Change colour')}
          />
        </Labelled>
      )
    case 'detail':
      return (
        <Labelled label={chartTypes[visual.type].detailLabel ?? 'Detail'}>
          <ColumnField
            label={chartTypes[visual.type].detailLabel ?? 'Detail'}
            value={visual.detail}
            data={data}
            emptyText="None"
            onChange={(detail) => onChange({ detail }, 'Change detail')}
          />
        </Labelled>
      )
    case 'size':
      return (
        <Labelled label="Size">
          <ColumnField
            label="Size"
            value={visual.size}
            data={data}
            emptyText="None"
            onChange={(size) => onChange({ size }, 'Change size')}
          />
        </Labelled>
      )
    case 'stack':
      return (
        <Select
          label="Stack"
          value={visual.stack}
          options={[
            { value: 'none', label: visual.type === 'area' ? 'Overlapping' : 'Side by side' },
            { value: 'stacked', label: 'Stacked' },
            { value: 'percent', label: 'Stacked to 100%' },
          ]}
          onChange={(stack) => onChange({ stack }, 'Change stacking')}
        />
      )
    case 'missing':
      return (
        <Select
          label="Missing values"
          value={visual.missing}
          options={[
            { value: 'auto', label: 'Automatic' },
            { value: 'gap', label: 'Leave a gap' },
            { value: 'zero', label: 'Count as zero' },
            { value: 'connect', label: 'Connect the line' },
          ]}
          onChange={(missing) => onChange({ missing }, 'Change missing values')}
        />
      )
    case 'sort':
      return (
        <Select
          label="Sort"
          value={visual.sort}
          options={[
            { value: 'auto', label: 'Automatic' },
            { value: 'value', label: 'By value' },
            { value: 'x', label: 'By name' },
            { value: 'none', label: 'As in the result' },
          ]}
          onChange={(sort) => onChange({ sort }, 'Change sorting')}
        />
      )
    case 'bins':
      return (
        <Select
          label="Bins"
          value={visual.bins === null ? 'auto' : String(visual.bins)}
          options={[
            'auto',
            ...new Set([
              '5',
              '8',
              '10',
              '15',
              '20',
              '30',
              '40',
              '60',
              ...(visual.bins === null ? [] : [String(visual.bins)]),
            ]),
          ].map((value) => ({
            value,
            label: value === 'auto' ? 'Automatic' : value,
          }))}
          onChange={(bins) => onChange({ bins: bins === 'auto' ? null : Number(bins) }, 'Change bins')}
        />
      )
    case 'goodDirection':
      return (
        <Select
          label="Better when"
          value={visual.goodDirection}
          options={[
            { value: 'up', label: 'Higher' },
            { value: 'down', label: 'Lower' },
          ]}
          onChange={(goodDirection) => onChange({ goodDirection }, 'Change good direction')}
        />
      )
    case 'timeZone':
      return (
        <TimeZoneField value={visual.timeZone} onChange={(timeZone) => onChange({ timeZone }, 'Change time zone')} />
      )
    case 'format':
      return (
        <FormatFields
          format={visual.format}
          onChange={(format, label, actionId) => onChange({ format }, label, actionId)}
        />
      )
    case 'titles':
      return (
        <div className="grid grid-cols-2 gap-2">
          <LiveField
            label="X title"
            value={visual.xTitle}
            maxLength={120}
            placeholder="Automatic"
            onChange={(xTitle, actionId) => onChange({ xTitle }, 'Change axis title', actionId)}
          />
          <LiveField
            label="Y title"
            value={visual.yTitle}
            maxLength={120}
            placeholder="Automatic"
            onChange={(yTitle, actionId) => onChange({ yTitle }, 'Change axis title', actionId)}
          />
        </div>
      )
  }
}

function Labelled({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <span aria-hidden className="text-small font-medium text-muted">
        {label}
      </span>
      {children}
    </div>
  )
}

const ofWorkspace = 'workspace'
const subscribeToNothing = () => () => undefined
const emptyZones: readonly string[] = []
const noZones = () => emptyZones
let knownZones: readonly string[] | null = null
const runtimeZones = () => (knownZones ??= Intl.supportedValuesOf('timeZone'))

function TimeZoneField({
  value,
  onChange,
}: {
  readonly value: string | null
  readonly onChange: (zone: string | null) => void
}) {
  const workspaceZone = useView((view) => getWorkspace(view)?.timeZone ?? 'UTC', [])
  // The list differs between runtimes, so the browser's own is shown only after hydration.
  const zones = useSyncExternalStore(subscribeToNothing, runtimeZones, noZones)
  const names = [...new Set(['UTC', ...(value === null ? [] : [value]), ...zones])]
  return (
    <Select
      label="Time zone"
      value={value ?? ofWorkspace}
      options={[
        { value: ofWorkspace, label: `${workspaceZone} (workspace)` },
        ...names.map((name) => ({ value: name, label: name.replaceAll('_', ' ') })),
      ]}
      onChange={(zone) => onChange(zone === ofWorkspace ? null : zone)}
    />
  )
}

/** The chart types as one group of radio buttons, which arrow keys go through. */
function ChartTypePicker({
  value,
  onChange,
}: {
  readonly value: ChartType
  readonly onChange: (type: ChartType) => void
}) {
  const name = useId()
  const holder = useEarlyInput<HTMLFieldSetElement>((fieldset) => {
    const text = chosenWithin(fieldset)
    const chosen = chartTypeIds.find((type) => type === text)
    if (chosen !== undefined && chosen !== value) onChange(chosen)
  })
  return (
    <fieldset ref={holder}>
      <legend className="pb-2 text-small font-medium text-muted">Chart</legend>
      <div className="grid grid-cols-4 gap-1">
        {chartTypeIds.map((type) => {
          const Icon = chartTypeIcon(type)
          return (
            <label
              key={type}
              className="relative flex h-13 flex-col items-center justify-center gap-0.5 rounded-control border border-line bg-surface text-muted shadow-tile transition-colors hover:bg-hover hover:text-text has-checked:border-accent has-checked:bg-accent-soft has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-accent"
            >
              <input
                type="radio"
                name={name}
                autoComplete="off"
                value={type}
                aria-label={chartTypes[type].name}
                checked={type === value}
                onChange={() => onChange(type)}
                className="absolute inset-0 size-full cursor-pointer appearance-none rounded-control outline-none"
              />
              <Icon aria-hidden />
              <span aria-hidden className="text-caption">
                {chartTypes[type].name}
              </span>
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
