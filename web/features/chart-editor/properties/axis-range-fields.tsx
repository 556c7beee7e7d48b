'use client'

import type { ChartVisual } from '@tidemark/shared/charts/chart-visual'
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

/** The scale and the ends of the axis of values. */
export function AxisRangeFields({ visual, onChange }: AxisFieldsProps) {
  const axis = visual.type === 'row' ? 'Value' : visual.type === 'combo' ? 'Left' : 'Y'
  return (
    <>
      <Select
        label={`${axis} scale`}
        value={visual.yScale}
        options={scales}
        onChange={(yScale) => onChange({ yScale }, 'Change axis scale')}
      />
      <div className="grid grid-cols-2 items-start gap-2">
        <TypedNumberField
          label={`${axis} from`}
          value={visual.yMin}
          placeholder="Automatic"
          onChange={(yMin, actionId) => onChange({ yMin }, 'Change axis range', actionId)}
        />
        <TypedNumberField
          label={`${axis} to`}
          value={visual.yMax}
          placeholder="Automatic"
          onChange={(yMax, actionId) => onChange({ yMax }, 'Change axis range', actionId)}
        />
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
