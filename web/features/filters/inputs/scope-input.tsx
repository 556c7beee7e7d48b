'use client'

import { getChart } from '@tidemark/shared/charts/chart-queries'
import type { Tab, Tile } from '@tidemark/shared/dashboards/dashboard'
import { isInScope, type FilterScope } from '@tidemark/shared/filters/filter'
import { useView } from '@/client/workspace/use-view'
import { Select } from '@/ui/fields/select'

interface ScopeInputProps {
  readonly scope: FilterScope
  readonly tabs: readonly Tab[]
  readonly tiles: readonly Tile[]
  readonly onChange: (scope: FilterScope) => void
}

const tabPart = 'tab '

/** The input for a filter's tiles: all, those of a tab, or chosen ones. */
export function ScopeInput({ scope, tabs, tiles, onChange }: ScopeInputProps) {
  const named = useView(
    (view) =>
      tiles.flatMap((tile) => {
        const chart = tile.content.kind === 'chart' ? getChart(view, tile.content.chartId) : undefined
        return chart === undefined ? [] : [{ tile, name: chart.name }]
      }),
    [tiles],
  )
  const chosen = scope.kind === 'tab' ? `${tabPart}${scope.tabId}` : scope.kind
  const isKnown = scope.kind !== 'tab' || tabs.some((tab) => tab.id === scope.tabId)
  const choose = (value: string) => {
    const tab = tabs.find(({ id }) => value === `${tabPart}${id}`)
    if (tab !== undefined) return onChange({ kind: 'tab', tabId: tab.id })
    if (value === 'all') return onChange({ kind: 'all' })
    onChange({ kind: 'tiles', tileIds: tiles.filter((tile) => isInScope({ scope }, tile)).map(({ id }) => id) })
  }
  return (
    <div className="flex flex-col gap-2">
      <Select
        label="Applies to"
        value={chosen}
        options={[
          { value: 'all', label: 'All tiles' },
          ...tabs.map((tab) => ({ value: `${tabPart}${tab.id}`, label: `The tab “${tab.name}”` })),
          ...(isKnown ? [] : [{ value: chosen, label: 'A tab that no longer exists' }]),
          { value: 'tiles', label: 'Chosen tiles' },
        ]}
        onChange={choose}
      />
      {scope.kind === 'tiles' && (
        <div
          role="group"
          aria-label="Tiles"
          className="flex max-h-44 flex-col overflow-y-auto rounded-control border border-line p-1"
        >
          {named.map(({ tile, name }) => (
            <label
              key={tile.id}
              className="flex min-h-7 items-center gap-2 rounded-row px-1.5 hover:bg-hover touch:min-h-11 has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent"
            >
              <input
                type="checkbox"
                checked={scope.tileIds.includes(tile.id)}
                onChange={(event) =>
                  onChange({
                    kind: 'tiles',
                    tileIds: event.target.checked
                      ? [...scope.tileIds, tile.id]
                      : scope.tileIds.filter((id) => id !== tile.id),
                  })
                }
                className="shrink-0 accent-accent outline-none"
              />
              <span className="truncate">{name}</span>
            </label>
          ))}
        </div>
      )}
    </div>
  )
}
