'use client'

import { Check, Search } from 'lucide-react'
import { useId, useState, type KeyboardEvent } from 'react'
import type { Chart } from '@tidemark/shared/charts/chart'
import { listCharts } from '@tidemark/shared/charts/chart-queries'
import { useView } from '@/client/workspace/use-view'
import { chartTypeIcon } from '@/features/content/chart-type-icon'
import { classNames } from '@/ui/class-names'
import { Button } from '@/ui/buttons/button'
import { Dialog } from '@/ui/popups/dialog'
import { TextField } from '@/ui/fields/text-field'

export interface ExistingChartDialogProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly isAllowed: boolean
  /** Charts that are on the tab already; they can be added again. */
  readonly usedChartIds: ReadonlySet<string>
  readonly onChoose: (chart: Chart) => void
}

/** Finds charts of the workspace to put on the dashboard, one after the other. */
export default function ExistingChartDialog(props: ExistingChartDialogProps) {
  const { open, onOpenChange, isAllowed, usedChartIds, onChoose } = props
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      isAllowed={isAllowed}
      title="Add existing charts"
      description="Each goes to the first place that has room for it."
      width={480}
      actions={
        <Button variant="primary" onClick={() => onOpenChange(false)}>
          Done
        </Button>
      }
    >
      <ChartPicker usedChartIds={usedChartIds} onChoose={onChoose} />
    </Dialog>
  )
}

function ChartPicker({ usedChartIds, onChoose }: Pick<ExistingChartDialogProps, 'usedChartIds' | 'onChoose'>) {
  const charts = useView(listCharts, [])
  const [search, setSearch] = useState('')
  const [activeIndex, setActiveIndex] = useState(0)
  const [added, setAdded] = useState('')
  const listId = useId()
  const found = matchingCharts(charts, search)
  const active = Math.min(activeIndex, found.length - 1)

  const choose = (chart: Chart) => {
    onChoose(chart)
    setAdded(`Added “${chart.name}”.`)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const chart = found[active]
    if (event.key === 'ArrowDown') setActiveIndex(Math.min(active + 1, found.length - 1))
    else if (event.key === 'ArrowUp') setActiveIndex(Math.max(active - 1, 0))
    else if (event.key === 'Enter' && chart !== undefined) {
      choose(chart)
      // What is typed next is another search.
      event.currentTarget.select()
    } else return
    event.preventDefault()
  }
  return (
    <>
      <TextField
        label="Search charts"
        hideLabel
        icon={Search}
        placeholder="Search charts"
        value={search}
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={found.length > 0 ? `${listId}-${active}` : undefined}
        onChange={(event) => {
          setSearch(event.target.value)
          setActiveIndex(0)
        }}
        onKeyDown={onKeyDown}
      />
      <ul id={listId} role="listbox" aria-label="Charts" className="mt-2 h-72 overflow-y-auto">
        {found.map((chart, index) => {
          const Icon = chartTypeIcon(chart.visual.type)
          return (
            <li
              key={chart.id}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === active}
              ref={index === active ? scrollIntoView : undefined}
              onPointerMove={() => setActiveIndex(index)}
              // The field keeps the focus, for the next search.
              onMouseDown={(event) => event.preventDefault()}
              // Not twice for who clicks twice.
              onClick={({ detail }) => detail < 2 && choose(chart)}
              className={classNames(
                'flex min-h-9 cursor-pointer items-center gap-2.5 rounded-row px-2 py-1 touch:min-h-11',
                index === active && 'bg-hover',
              )}
            >
              <Icon aria-hidden className="text-muted" />
              <span className="min-w-0 flex-1">
                <span className="block truncate font-medium">{chart.name}</span>
                {chart.description !== '' && (
                  <span className="block truncate text-small text-muted">{chart.description}</span>
                )}
              </span>
              {usedChartIds.has(chart.id) && (
                <span className="inline-flex items-center gap-1 text-small text-muted">
                  <Check aria-hidden className="!size-3.5" />
                  On this tab
                </span>
              )}
            </li>
          )
        })}
        {found.length === 0 && (
          <li className="px-2 py-6 text-center text-muted">
            {charts.length === 0
              ? 'There are no charts yet. Make one with Add, New chart.'
              : `No chart matches “${search.trim()}”.`}
          </li>
        )}
      </ul>
      <p role="status" className="sr-only">
        {added}
      </p>
    </>
  )
}

/** Charts that have every word in their name or description; those that have them in the name come first. */
function matchingCharts(charts: readonly Chart[], search: string): readonly Chart[] {
  const words = search.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  const hasAll = (text: string) => words.every((word) => text.toLocaleLowerCase().includes(word))
  const byName = charts.filter((chart) => hasAll(chart.name))
  return [
    ...byName,
    ...charts.filter((chart) => !byName.includes(chart) && hasAll(`${chart.name} ${chart.description}`)),
  ]
}

function scrollIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' })
}
