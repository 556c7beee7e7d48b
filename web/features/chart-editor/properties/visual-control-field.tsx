'use client'

import type { VisualControl } from '@tidemark/shared/charts/chart-type-definition'
import { chartTypes } from '@tidemark/shared/charts/chart-types'
import type { ChartVisual } from '@tidemark/shared/charts/chart-visual'
import type { ResultData } from '@tidemark/shared/query/run-query'
import { getWorkspace } from '@tidemark/shared/workspaces/workspace-queries'
import { useView } from '@/client/workspace/use-view'
import { FormatFields } from '@/features/charts/format-fields'
import { LiveField } from '@/features/charts/live-field'
import { Select } from '@/ui/fields/select'
import { useTimeZones, zoneLabel } from '@/ui/fields/time-zones'
import { AnnotationList } from './annotation-list'
import { AxisRangeFields, TickLabelsField, ValueLabelsField, XScaleField } from './axis-range-fields'
import { ColumnField } from './column-field'
import { ColumnList } from './columns/column-list'
import { CompareField } from './compare-field'
import { GoalList } from './goal-list'
import { MeasureList } from './measure-list'
import { RegionsField } from './regions-field'
import { Labelled } from './labelled'
import { PivotHeat, PivotSides, RowTotals, TableGroups, TableTotals } from './pivot-fields'
import { RangesField } from './ranges-field'
import { SeriesList } from './series-list'
import type { GoalMetrics } from './use-goal-metrics'
import { TargetField } from './target-field'
import { TrendFields } from './trend-fields'
import { replaceMeasure } from './visual-controls'

export interface VisualControlFieldProps {
  readonly control: VisualControl
  readonly visual: ChartVisual
  readonly data: ResultData | null
  readonly goalMetrics: GoalMetrics
  readonly onChange: (change: Partial<ChartVisual>, label: string, actionId?: string) => void
}

/** The field of one control of the properties. */
export function VisualControlField({ control, visual, data, goalMetrics, onChange }: VisualControlFieldProps) {
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
    case 'panel':
      return (
        <Labelled label="Panels">
          <ColumnField
            label="Panels"
            value={visual.panel}
            data={data}
            emptyText="None"
            onChange={(panel) => onChange({ panel }, 'Change panels')}
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
    case 'columns':
      return <ColumnList visual={visual} data={data} onChange={onChange} />
    case 'tableTotals':
      return <TableTotals visual={visual} onChange={onChange} />
    case 'rowTotals':
      return <RowTotals visual={visual} data={data} onChange={onChange} />
    case 'tableGroups':
      return <TableGroups visual={visual} data={data} onChange={onChange} />
    case 'pivotSides':
      return <PivotSides visual={visual} data={data} onChange={onChange} />
    case 'pivotHeat':
      return <PivotHeat visual={visual} onChange={onChange} />
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
    case 'regions':
      return <RegionsField visual={visual} onChange={onChange} />
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
    case 'target':
      return <TargetField visual={visual} data={data} goalMetrics={goalMetrics} onChange={onChange} />
    case 'ranges':
      return <RangesField visual={visual} onChange={onChange} />
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
    case 'axisRange':
      return <AxisRangeFields visual={visual} onChange={onChange} />
    case 'xScale':
      return <XScaleField visual={visual} onChange={onChange} />
    case 'tickLabels':
      return <TickLabelsField visual={visual} onChange={onChange} />
    case 'valueLabels':
      return <ValueLabelsField visual={visual} onChange={onChange} />
    case 'series':
      return <SeriesList visual={visual} data={data} onChange={onChange} />
    case 'seriesColors':
      return <SeriesList visual={visual} data={data} onlyColors onChange={onChange} />
    case 'annotations':
      return <AnnotationList visual={visual} data={data} onChange={onChange} />
    case 'goals':
      return <GoalList visual={visual} data={data} onChange={onChange} />
    case 'compare':
      return <CompareField visual={visual} data={data} onChange={onChange} />
    case 'trend':
      return <TrendFields visual={visual} onChange={onChange} />
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

const ofWorkspace = 'workspace'

function TimeZoneField({
  value,
  onChange,
}: {
  readonly value: string | null
  readonly onChange: (zone: string | null) => void
}) {
  const workspaceZone = useView((view) => getWorkspace(view)?.timeZone ?? 'UTC', [])
  const names = useTimeZones(value === null ? [] : [value])
  return (
    <Select
      label="Time zone"
      value={value ?? ofWorkspace}
      options={[
        { value: ofWorkspace, label: `${workspaceZone} (workspace)` },
        ...names.map((name) => ({ value: name, label: zoneLabel(name) })),
      ]}
      onChange={(zone) => onChange(zone === ofWorkspace ? null : zone)}
    />
  )
}
