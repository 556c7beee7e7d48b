'use client'

import { Command } from 'cmdk'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { classNames } from '@/ui/class-names'
import { rankPicks, type PickGroup } from './rank-picks'

/** A list to search and choose from: arrows move, Enter takes. */
export function PickList({
  label,
  groups,
  emptyText,
}: {
  readonly label: string
  readonly groups: readonly PickGroup[]
  readonly emptyText: string
}) {
  const [query, setQuery] = useState('')
  return (
    <Command label={label} shouldFilter={false} className="-m-3 flex max-h-[320px] flex-col">
      <Command.Input
        autoFocus
        value={query}
        onValueChange={setQuery}
        placeholder={label}
        className="h-10 shrink-0 border-b border-line bg-transparent px-3 text-body outline-none placeholder:text-muted touch:h-11 touch:text-[16px]"
      />
      <Command.List className="min-h-0 flex-1 overflow-y-auto p-1.5">
        <Command.Empty className="px-2 py-3 text-small text-muted">{emptyText}</Command.Empty>
        {rankPicks(groups, query).map((group) => (
          <Command.Group
            key={group.title}
            heading={group.title}
            className="[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-1.5 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-caption [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-muted"
          >
            {group.items.map((item) => (
              <Command.Item
                key={item.key}
                value={item.key}
                onSelect={item.onPick}
                className={classNames(
                  'flex min-h-8 cursor-pointer items-center gap-2 rounded-row px-2 text-body select-none touch:min-h-11',
                  'data-[selected=true]:bg-hover',
                )}
              >
                {item.icon && <item.icon aria-hidden className="text-muted" />}
                <span className="min-w-0 flex-1 truncate">{item.label}</span>
                {item.note !== undefined && <span className="shrink-0 text-small text-muted">{item.note}</span>}
                {item.isChosen && <Check aria-hidden className="text-accent" />}
              </Command.Item>
            ))}
          </Command.Group>
        ))}
      </Command.List>
    </Command>
  )
}
