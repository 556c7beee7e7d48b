'use client'

import type { ChartVisual } from '@tidemark/shared/charts/chart-visual'
import type { ResultData } from '@tidemark/shared/query/run-query'
import { Select } from '@/ui/fields/select'

export interface CompareFieldProps {
  readonly visual: ChartVisual
  readonly data: ResultData | null
  readonly onChange: (change: Partial<ChartVisual>, label: string) => void
}

/** The choice of what a chart is compared with; says why nothing is. */
export function CompareField({ visual, data, onChange }: CompareFieldProps) {
  const { compare } = visual
  const refusal =
    compare !== 'none' && data?.compared !== undefined && 'refusal' in data.compared ? data.compared.refusal : ''
  return (
    <Select
      label="Compare with"
      value={compare}
      options={[
        { value: 'none', label: 'Nothing' },
        { value: 'period', label: 'The period before' },
        { value: 'year', label: 'The same days a year ago' },
      ]}
      hint={refusal === '' ? undefined : `Nothing is compared: ${refusal}.`}
      onChange={(next) => onChange({ compare: next }, 'Change comparison')}
    />
  )
}
