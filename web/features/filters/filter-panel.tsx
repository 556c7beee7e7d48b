'use client'

import { Pencil, RotateCcw } from 'lucide-react'
import { useRef, useState } from 'react'
import { effectiveValue, type ChosenValues, type Filter } from '@tidemark/shared/filters/filter'
import type { FilterCalendar } from '@tidemark/shared/filters/filter-conditions'
import { Button } from '@/ui/buttons/button'
import { FilterInput } from './filter-input'
import type { Choose } from './use-dashboard-filters'

interface FilterPanelProps {
  readonly filter: Filter
  readonly chosen: ChosenValues
  /** The values of the view that is shown. */
  readonly base: ChosenValues
  readonly calendar: FilterCalendar
  readonly choose: Choose
  readonly close: () => void
  readonly onEdit: ((filter: Filter) => void) | null
}

/** The panel of a filter's chip: its values and, for editors, a button to change the filter itself. */
export default function FilterPanel({ filter, chosen, base, calendar, choose, close, onEdit }: FilterPanelProps) {
  const hasChosen = useRef(false)
  // The address follows a moment later; values ticked meanwhile must add to those shown here.
  const [value, setValue] = useState(() => effectiveValue(filter, chosen))
  const preset = effectiveValue(filter, base)
  const isOwn = preset !== null && JSON.stringify(effectiveValue(filter, chosen)) !== JSON.stringify(preset)
  return (
    <div className="flex flex-col gap-3">
      <FilterInput
        label={filter.name}
        kind={filter.kind}
        of={filter}
        isRequired={filter.isRequired === true}
        value={value}
        calendar={calendar}
        onChange={(next) => {
          setValue(next)
          choose(filter, next, hasChosen.current)
          hasChosen.current = true
        }}
        onDone={close}
      />
      {(isOwn || onEdit !== null) && (
        <div className="-mx-3 -mb-3 flex flex-wrap justify-between gap-1 border-t border-line px-2 py-1.5">
          {isOwn ? (
            <Button
              variant="ghost"
              size="sm"
              icon={RotateCcw}
              onClick={() => {
                setValue(preset)
                choose(filter, undefined)
              }}
            >
              {Object.hasOwn(base, filter.id) ? 'Value of the view' : 'Default'}
            </Button>
          ) : (
            <span />
          )}
          {onEdit !== null && (
            <Button
              variant="ghost"
              size="sm"
              icon={Pencil}
              onClick={() => {
                close()
                onEdit(filter)
              }}
            >
              Edit filter
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
