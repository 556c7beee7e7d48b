import type { ChartVisual } from '@tidemark/shared/charts/chart-visual'
import { Select } from '@/ui/fields/select'

interface RegionsFieldProps {
  readonly visual: Pick<ChartVisual, 'type' | 'regions' | 'detail'>
  readonly onChange: (change: Partial<ChartVisual>, label: string) => void
}

/** Chooses the areas of a map, unless its shapes come with the result. */
export function RegionsField({ visual: { type, regions, detail }, onChange }: RegionsFieldProps) {
  if (type === 'map' && detail !== null) return null
  return (
    <Select
      label="Map"
      value={regions}
      options={[
        { value: 'auto', label: type === 'map' ? 'What the places name' : 'Where the points lie' },
        { value: 'countries', label: type === 'map' ? 'Countries' : 'The world' },
        { value: 'us-states', label: type === 'map' ? 'States of the USA' : 'The USA' },
      ]}
      onChange={(chosen) => onChange({ regions: chosen }, 'Change map')}
    />
  )
}
