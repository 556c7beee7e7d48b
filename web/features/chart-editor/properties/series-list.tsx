'use client'

import { ArrowDown, ArrowUp, Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { cssColor } from '@tidemark/shared/charts/plot/colors/chosen-colors'
import { mostSeriesStyles, type ChartVisual, type SeriesStyle } from '@tidemark/shared/charts/chart-visual'
import type { ResultData } from '@tidemark/shared/query/run-query'
import { Button } from '@/ui/buttons/button'
import { IconButton } from '@/ui/buttons/icon-button'
import { Select } from '@/ui/fields/select'
import { Popover } from '@/ui/popups/popover'
import { SeriesColorPicker } from './series-color-picker'
import { moveSeries, styledSeries, withStyle } from './series-names'

export interface SeriesListProps {
  readonly visual: ChartVisual
  readonly data: ResultData | null
  /** True if only colours can be chosen: dots and slices have no order of their own. */
  readonly onlyColors?: boolean
  readonly onChange: (change: Partial<ChartVisual>, label: string, actionId?: string) => void
}

const fewSeries = 8

/** The series of a chart: their order, and each with its colour and whether it is shown. */
export function SeriesList({ visual, data, onlyColors = false, onChange }: SeriesListProps) {
  const [isLong, setLong] = useState(false)
  if (data === null) return null
  const all = styledSeries(visual, data)
  if (all.length === 0) return null
  const shown = isLong ? all : all.slice(0, fewSeries)
  const change = (style: SeriesStyle, label: string, actionId?: string) =>
    onChange({ seriesStyles: withStyle(visual, all, style).slice(0, mostSeriesStyles) }, label, actionId)
  return (
    <>
      {!onlyColors && all.length > 1 && (
        <Select
          label="Order of series"
          value={visual.seriesOrder}
          options={[
            { value: 'auto', label: 'Automatic' },
            { value: 'name', label: 'By name' },
            { value: 'value', label: 'Largest first' },
            { value: 'hand', label: 'By hand' },
          ]}
          onChange={(seriesOrder) =>
            onChange(
              { seriesOrder, ...(seriesOrder === 'hand' ? { seriesStyles: all.map(({ style }) => style) } : {}) },
              'Change series order',
            )
          }
        />
      )}
      <ul aria-label="Series and their colours" className="flex min-w-0 flex-col">
        {shown.map(({ key, label, style }, index) => (
          <li key={key} className="flex h-8 min-w-0 items-center gap-1 touch:h-11">
            <Popover
              label={`Colour of ${label}`}
              width={252}
              trigger={
                <button
                  type="button"
                  aria-label={`Colour of ${label}`}
                  className="flex size-6 shrink-0 items-center justify-center rounded-control hover:bg-hover touch:size-11"
                >
                  <ColorSwatch color={style.color} />
                </button>
              }
            >
              <SeriesColorPicker
                value={style.color}
                onChange={(color, actionId) => change({ ...style, color }, 'Change series colour', actionId)}
              />
            </Popover>
            <span className="min-w-0 flex-1 truncate text-body aria-hidden:text-faint" title={label}>
              {label}
            </span>
            {!onlyColors && (
              <>
                {visual.seriesOrder === 'hand' && (
                  <>
                    <IconButton
                      icon={ArrowUp}
                      size="sm"
                      label={`Move ${label} up`}
                      disabled={index === 0}
                      onClick={() => onChange(moveSeries(all, index, -1), 'Reorder series')}
                    />
                    <IconButton
                      icon={ArrowDown}
                      size="sm"
                      label={`Move ${label} down`}
                      disabled={index === all.length - 1}
                      onClick={() => onChange(moveSeries(all, index, 1), 'Reorder series')}
                    />
                  </>
                )}
                <IconButton
                  icon={style.isHidden ? EyeOff : Eye}
                  size="sm"
                  label={style.isHidden ? `Show ${label}` : `Hide ${label}`}
                  onClick={() =>
                    change({ ...style, isHidden: !style.isHidden }, style.isHidden ? 'Show series' : 'Hide series')
                  }
                />
              </>
            )}
          </li>
        ))}
      </ul>
      {all.length > fewSeries && (
        <Button size="sm" variant="ghost" className="self-start" onClick={() => setLong(!isLong)}>
          {isLong ? 'Show fewer' : `Show all ${all.length}`}
        </Button>
      )}
    </>
  )
}

/** A colour, or a ring for an automatic one. */
function ColorSwatch({ color }: { readonly color: string }) {
  return color === '' ? (
    <span aria-hidden className="size-3 rounded-[3px] border border-dashed border-line-strong" />
  ) : (
    <span
      aria-hidden
      className="size-3 rounded-[3px] forced-color-adjust-none"
      style={{ background: cssColor(color) }}
    />
  )
}
