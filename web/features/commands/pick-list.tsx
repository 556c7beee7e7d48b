'use client'

import { Command } from 'cmdk'
import { Check, Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { classNames } from '@/ui/class-names'
import { rankPicks, type PickGroup } from './rank-picks'

/** A list to search and choose from: arrows move, Enter takes. */
export function PickList({
  label,
  groups,
  emptyText,
  isEmptiedByPick = false,
}: {
  readonly label: string
  readonly groups: readonly PickGroup[]
  readonly emptyText: string
  /** True for a list that stays open and loses what was picked, so that the next search begins anew. */
  readonly isEmptiedByPick?: boolean
}) {
  const [query, setQuery] = useState('')
  const [withHidden, setWithHidden] = useState(false)
  const hiddenCount = groups.reduce((sum, { items }) => sum + items.filter(({ isHidden }) => isHidden).length, 0)
  const offersHidden = hiddenCount > 0 && !withHidden && query.trim() === ''
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
        {rankPicks(groups, query, withHidden).map((group) => (
          <Command.Group
            key={group.title}
            heading={group.title}
            className="[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-1.5 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-caption [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-muted"
          >
            {group.items.map((item) => (
              <Command.Item
                key={item.key}
                value={item.key}
                onSelect={() => {
                  if (isEmptiedByPick) setQuery('')
                  item.onPick()
                }}
                className={classNames(
                  'flex min-h-8 cursor-pointer items-center gap-2 rounded-row px-2 text-body select-none touch:min-h-11',
                  'data-[selected=true]:bg-hover',
                )}
              >
                {item.icon && <item.icon aria-hidden className="text-muted" />}
                <span className="min-w-0 flex-1">
                  <span className="block truncate">{item.label}</span>
                  {item.about !== undefined && (
                    <span title={item.about} className="block truncate pb-0.5 text-small text-muted">
                      {item.about}
                    </span>
                  )}
                </span>
                {item.isHidden && <EyeOff aria-label="Hidden" className="size-3.5! text-muted" />}
                {item.note !== undefined && (
                  <span className="max-w-[45%] shrink-0 truncate text-small text-muted">{item.note}</span>
                )}
                {item.isChosen && <Check aria-hidden className="text-accent" />}
              </Command.Item>
            ))}
          </Command.Group>
        ))}
        {offersHidden && (
          <Command.Item
            value="show-hidden"
            onSelect={() => setWithHidden(true)}
            className="flex min-h-8 cursor-pointer items-center gap-2 rounded-row px-2 text-small text-muted select-none touch:min-h-11 data-[selected=true]:bg-hover"
          >
            <Eye aria-hidden className="size-3.5!" />
            {hiddenCount === 1 ? 'Show the hidden column' : `Show ${hiddenCount} hidden columns`}
          </Command.Item>
        )}
      </Command.List>
    </Command>
  )
}
