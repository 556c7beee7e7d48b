'use client'

import type { ChartVisual } from '@tidemark/shared/charts/chart-visual'
import { Select } from '@/ui/fields/select'

export interface TrendFieldsProps {
  readonly visual: ChartVisual
  readonly onChange: (change: Partial<ChartVisual>, label: string) => void
}

const spans = [2, 3, 4, 5, 6, 7, 10, 12, 14, 28, 30, 52, 90, 365]

/** The trend of each series, and how many values an average takes. */
export function TrendFields({ visual, onChange }: TrendFieldsProps) {
  const { trend, trendSpan, type } = visual
  const isScatter = type === 'scatter'
  return (
    <>
      <Select
        label="Trend"
        value={isScatter && trend === 'average' ? 'none' : trend}
        options={[
          { value: 'none', label: 'None' },
          { value: 'linear', label: 'Straight line' },
          ...(isScatter ? [] : [{ value: 'average', label: 'Moving average' } as const]),
        ]}
        onChange={(next) => onChange({ trend: next }, 'Change trend')}
      />
      {trend === 'average' && !isScatter && (
        <Select
          label="Average over"
          value={String(trendSpan)}
          options={[...new Set([...spans, trendSpan])]
            .sort((a, b) => a - b)
            .map((span) => ({ value: String(span), label: `${span} points` }))}
          onChange={(span) => onChange({ trendSpan: Number(span) }, 'Change trend')}
        />
      )}
    </>
  )
}
