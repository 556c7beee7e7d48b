'use client'

import { comboLines, type ChartVisual } from '@tidemark/shared/charts/chart-visual'
import { Select } from '@/ui/fields/select'
import { TypedNumberField } from './typed-number-field'

const scales = [
  { value: 'linear', label: 'Linear' },
  { value: 'log', label: 'Logarithmic' },
] as const

export interface AxisFieldsProps {
  readonly visual: ChartVisual
  readonly onChange: (change: Partial<ChartVisual>, label: string, actionId?: string) => void
}

/** The scale and the ends of the axis of values, or of both. */
export function AxisRangeFields({ visual, onChange }: AxisFieldsProps) {
  const axis = visual.type === 'row' ? 'Value' : visual.type === 'combo' ? 'Left' : 'Y'
  const { hasLeft, hasRight } = axesOf(visual)
  return (
    <>
      {hasLeft && (
        <AxisFields
          axis={axis}
          scale={visual.yScale}
          from={visual.yMin}
          to={visual.yMax}
          onScale={(yScale) => onChange({ yScale }, 'Change axis scale')}
          onFrom={(yMin, actionId) => onChange({ yMin }, 'Change axis range', actionId)}
          onTo={(yMax, actionId) => onChange({ yMax }, 'Change axis range', actionId)}
        />
      )}
      {hasRight && (
        <AxisFields
          axis="Right"
          scale={visual.rightScale}
          from={visual.rightMin}
          to={visual.rightMax}
          onScale={(rightScale) => onChange({ rightScale }, 'Change axis scale')}
          onFrom={(rightMin, actionId) => onChange({ rightMin }, 'Change axis range', actionId)}
          onTo={(rightMax, actionId) => onChange({ rightMax }, 'Change axis range', actionId)}
        />
      )}
    </>
  )
}

/** Returns which axes of values a chart has. Beside shares of a whole, all else is on the right one. */
function axesOf({ type, y, secondAxis, stack, lines, areas }: ChartVisual) {
  if (type !== 'combo') return { hasLeft: true, hasRight: false }
  const rightCount = y.filter((name) => secondAxis.includes(name)).length
  const areBesideShares = stack === 'percent' && y.length > 1 && comboLines({ lines, y }).length + areas.length > 0
  return { hasLeft: y.length === 0 || rightCount < y.length, hasRight: rightCount > 0 || areBesideShares }
}

interface OneAxisProps {
  readonly axis: string
  readonly scale: ChartVisual['yScale']
  readonly from: string
  readonly to: string
  readonly onScale: (scale: ChartVisual['yScale']) => void
  readonly onFrom: (from: string, actionId?: string) => void
  readonly onTo: (to: string, actionId?: string) => void
}

function AxisFields({ axis, scale, from, to, onScale, onFrom, onTo }: OneAxisProps) {
  return (
    <>
      <Select label={`${axis} scale`} value={scale} options={scales} onChange={onScale} />
      <div className="grid grid-cols-2 items-start gap-2">
        <TypedNumberField label={`${axis} from`} value={from} placeholder="Automatic" onChange={onFrom} />
        <TypedNumberField label={`${axis} to`} value={to} placeholder="Automatic" onChange={onTo} />
      </div>
    </>
  )
}

export function XScaleField({ visual, onChange }: AxisFieldsProps) {
  return (
    <Select
      label="X scale"
      value={visual.xScale}
      options={scales}
      onChange={(xScale) => onChange({ xScale }, 'Change axis scale')}
    />
  )
}

/** How the labels along both axes of a chart are written. */
export function TickLabelsField({ visual, onChange }: AxisFieldsProps) {
  const isRow = visual.type === 'row'
  return (
    <div className="grid grid-cols-2 gap-2">
      <Select
        label={isRow ? 'Row names' : 'X labels'}
        value={isRow && visual.tickLabels !== 'hidden' ? 'auto' : visual.tickLabels}
        options={[
          { value: 'auto', label: isRow ? 'Shown' : 'Automatic' },
          // Names beside rows are always level.
          ...(isRow
            ? []
            : ([
                { value: 'slanted', label: 'Slanted' },
                { value: 'upright', label: 'Upright' },
              ] as const)),
          { value: 'hidden', label: 'Hidden' },
        ]}
        onChange={(tickLabels) => onChange({ tickLabels }, 'Change axis labels')}
      />
      <Select
        label={isRow ? 'Value labels' : 'Y labels'}
        value={visual.yTickLabels}
        options={[
          { value: 'auto', label: 'Shown' },
          { value: 'hidden', label: 'Hidden' },
        ]}
        onChange={(yTickLabels) => onChange({ yTickLabels }, 'Change axis labels')}
      />
    </div>
  )
}

/** Which marks have their value written on them. */
export function ValueLabelsField({ visual, onChange }: AxisFieldsProps) {
  return (
    <Select
      label="Values on marks"
      value={visual.valueLabels}
      options={[
        { value: 'auto', label: 'Automatic' },
        { value: 'all', label: 'All that fit' },
        { value: 'off', label: 'None' },
      ]}
      onChange={(valueLabels) => onChange({ valueLabels }, 'Change value labels')}
    />
  )
}
