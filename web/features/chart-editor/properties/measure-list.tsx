'use client'

import { columnLabel } from '@tidemark/shared/query/field'
import { ArrowDown, ArrowUp, PanelLeft, PanelRight, Plus, X } from 'lucide-react'
import type { ChartVisual } from '@tidemark/shared/charts/chart-visual'
import { withMeasure } from '@tidemark/shared/charts/suggest-axes'
import type { ResultData } from '@tidemark/shared/query/run-query'
import { chartTypeIcon } from '@/features/content/chart-type-icon'
import { fieldTypeIcon } from '@/features/result-grid/field-icon'
import { IconButton } from '@/ui/buttons/icon-button'
import { Menu, MenuItem, MenuSeparator } from '@/ui/popups/menu'
import { ColumnField } from './column-field'
import { drawMeasureAs, freeMeasures, markOfMeasure, moveMeasure, replaceMeasure, toggleAxis } from './visual-controls'

export interface MeasureListProps {
  readonly visual: ChartVisual
  readonly data: ResultData | null
  readonly onChange: (change: Partial<ChartVisual>, label: string) => void
}

const marks = [
  { value: 'bar', label: 'Draw as bars' },
  { value: 'line', label: 'Draw as a line' },
  { value: 'area', label: 'Draw as an area' },
] as const

/** The measures of a chart: to add, change, reorder and remove; in a combo also the mark and axis of each. */
export function MeasureList({ visual, data, onChange }: MeasureListProps) {
  const free = freeMeasures(data?.fields ?? [], visual)
  const isCombo = visual.type === 'combo'
  const isPivot = visual.type === 'pivot'
  const title = isPivot || visual.type === 'row' ? 'Measures' : 'Y axis'
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5">
      <legend className="sr-only">{title}</legend>
      <div className="flex h-4 items-center justify-between">
        <span aria-hidden className="text-small font-medium text-muted">
          {title}
        </span>
        {data !== null && free.length > 0 && (
          <Menu label="Add a measure" align="end" trigger={<IconButton icon={Plus} label="Add a measure" size="sm" />}>
            {free.map((field) => (
              <MenuItem
                key={field.name}
                icon={fieldTypeIcon(field.type)}
                onSelect={() => onChange(withMeasure(visual, field.name, data), 'Add measure')}
              >
                {columnLabel(field.name)}
              </MenuItem>
            ))}
          </Menu>
        )}
      </div>
      {visual.y.length === 0 && (
        <ColumnField
          label="Measure"
          value={null}
          emptyText={isPivot ? 'All numbers' : 'Number of rows'}
          data={data}
          onChange={(column) => column !== null && onChange({ y: [column] }, 'Choose measure')}
        />
      )}
      {visual.y.map((name, index) => {
        const mark = markOfMeasure(visual, name)
        const isRight = visual.secondAxis.includes(name)
        return (
          <div key={name} className="flex items-center gap-0.5">
            <div className="min-w-0 flex-1">
              <ColumnField
                label={`Measure ${index + 1}`}
                value={name}
                data={data}
                note={
                  isCombo && data?.fields.some((field) => field.name === name)
                    ? `${mark}${isRight ? ', right' : ''}`
                    : undefined
                }
                onChange={(column) => onChange(replaceMeasure(visual, index, column), 'Change measure')}
              >
                <MenuSeparator />
                {isCombo && (
                  <>
                    {marks.map(({ value, label }) => {
                      const drawn = value === mark ? null : drawMeasureAs(visual, name, value)
                      return (
                        value !== mark && (
                          <MenuItem
                            key={value}
                            icon={chartTypeIcon(value)}
                            disabled={drawn === null}
                            onSelect={() => drawn !== null && onChange(drawn, 'Change mark')}
                          >
                            {label}
                          </MenuItem>
                        )
                      )
                    })}
                    <MenuItem
                      icon={isRight ? PanelLeft : PanelRight}
                      onSelect={() => onChange(toggleAxis(visual, name), 'Change axis')}
                    >
                      {isRight ? 'Use the left axis' : 'Use the right axis'}
                    </MenuItem>
                  </>
                )}
                <MenuItem
                  icon={ArrowUp}
                  disabled={index === 0}
                  onSelect={() => onChange(moveMeasure(visual, index, -1), 'Reorder measures')}
                >
                  Move up
                </MenuItem>
                <MenuItem
                  icon={ArrowDown}
                  disabled={index === visual.y.length - 1}
                  onSelect={() => onChange(moveMeasure(visual, index, 1), 'Reorder measures')}
                >
                  Move down
                </MenuItem>
              </ColumnField>
            </div>
            <IconButton
              icon={X}
              size="sm"
              label={`Remove ${columnLabel(name)}`}
              onClick={() => onChange(replaceMeasure(visual, index, null), 'Remove measure')}
            />
          </div>
        )
      })}
    </fieldset>
  )
}
