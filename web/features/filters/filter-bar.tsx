'use client'

import { CalendarDays, Hash, ListFilter, MousePointerClick, Plus, Search, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { effectiveValue, type Filter } from '@tidemark/shared/filters/filter'
import type { FilterKind } from '@tidemark/shared/filters/filter-value'
import { usePageEnvironment } from '@/client/page/page-environment'
import { Button } from '@/ui/buttons/button'
import { Chip } from '@/ui/buttons/chip'
import { IconButton } from '@/ui/buttons/icon-button'
import { classNames } from '@/ui/class-names'
import { lazyComponent } from '@/ui/lazy-part'
import { Popover } from '@/ui/popups/popover'
import { filterChipId } from './filter-chip-id'
import { filterValueText, refusedText } from './filter-value-text'
import { useSigns, useTypes, type DashboardFilters } from './use-dashboard-filters'

const FilterPanel = lazyComponent(() => import('./filter-panel'))

export interface FilterBarProps {
  readonly dashboard: DashboardFilters
  /** The dashboard's filters that affect what is shown. */
  readonly filters: readonly Filter[]
  /** The end of the row. */
  readonly children?: ReactNode
  /** null if the person may only choose values. */
  readonly onEdit: ((filter: Filter | null) => void) | null
}

export const filterIcons: Readonly<Record<FilterKind, LucideIcon>> = {
  time: CalendarDays,
  category: ListFilter,
  number: Hash,
  search: Search,
}

/** The filters of a dashboard in one row that wraps: a chip each, which opens its values. */
export function FilterBar({ dashboard, filters, onEdit, children }: FilterBarProps) {
  const { chosen, byMarks, refused, base, calendar, days, choose, clearAll } = dashboard
  const { locale } = usePageEnvironment()
  const signs = useSigns(dashboard, filters)
  const types = useTypes(dashboard, filters)
  const setCount = filters.filter(
    (filter) => filter.isRequired !== true && effectiveValue(filter, chosen) !== null,
  ).length
  return (
    <section aria-label="Filters" className="flex flex-wrap items-center gap-1.5">
      {filters.map((filter, index) => {
        const value = effectiveValue(filter, chosen)
        return (
          <Popover
            key={filter.id}
            label={`Filter ${filter.name}`}
            width={filter.kind === 'time' ? 324 : filter.kind === 'category' ? 300 : 280}
            trigger={
              <Chip
                id={filterChipId(filter.id)}
                icon={byMarks.has(filter.id) ? MousePointerClick : filterIcons[filter.kind]}
                title={byMarks.has(filter.id) ? 'Chosen in a chart' : undefined}
                dashed={value === null}
                onRemove={value === null || filter.isRequired === true ? undefined : () => choose(filter, null)}
                removeLabel={`Clear the filter ${filter.name}`}
                // On paper and presented there is nothing to choose.
                className={classNames('max-sm:max-w-full', value === null && 'print:hidden')}
              >
                {value === null ? (
                  filter.isRequired === true ? (
                    <span className="text-warn">{`${filter.name}: choose a value`}</span>
                  ) : (
                    `${filter.name}: All`
                  )
                ) : (
                  <>
                    <span className="text-muted">{`${filter.name}: `}</span>
                    <span className="font-medium">
                      {filterValueText(value, locale, signs[index], types[index], days.get(filter.id)?.last)}
                    </span>
                  </>
                )}
              </Chip>
            }
          >
            {(close) => (
              <FilterPanel
                filter={filter}
                chosen={chosen}
                base={base}
                calendar={calendar}
                choose={choose}
                close={close}
                onEdit={onEdit}
              />
            )}
          </Popover>
        )
      })}
      {setCount > 1 && (
        <Button variant="ghost" size="sm" onClick={clearAll} className="px-2 print:hidden">
          Clear all
        </Button>
      )}
      {onEdit !== null && (
        <IconButton icon={Plus} size="sm" label="Add filter" className="print:hidden" onClick={() => onEdit(null)} />
      )}
      {children}
      {refused.length > 0 && (
        <ul role="status" className="w-full text-small text-warn">
          {refused.map((filter) => (
            <li key={filter.id} className="wrap-anywhere">
              {refusedText(filter)}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
