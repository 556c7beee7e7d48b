import { useId } from 'react'
import { chartTypes } from '@tidemark/shared/charts/chart-types'
import { chartTypeIds, type ChartType } from '@tidemark/shared/charts/chart-visual'
import { chartTypeIcon } from '@/features/content/chart-type-icon'
import { tooltipProps } from '@/ui/popups/tooltip'
import { chosenWithin, useEarlyInput } from '@/ui/fields/use-early-input'

/** The types of chart as one group of radio buttons: arrow keys go from one to the next. */
export function ChartTypePicker({
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
      <div className="grid grid-cols-5 gap-1.5">
        {chartTypeIds.map((type) => {
          const Icon = chartTypeIcon(type)
          return (
            <label
              key={type}
              {...tooltipProps(chartTypes[type].name)}
              className="relative flex h-10 items-center justify-center rounded-control border border-line bg-surface text-muted shadow-tile transition-colors hover:bg-hover hover:text-text has-checked:border-accent has-checked:bg-accent-soft has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-accent touch:h-11"
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
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
