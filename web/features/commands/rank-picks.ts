import { rankEntries } from './rank-entries'
import type { LucideIcon } from 'lucide-react'

export interface PickGroup {
  readonly title: string
  readonly items: readonly PickItem[]
}

export interface PickItem {
  /** Told apart from all others of the list. */
  readonly key: string
  readonly label: string
  readonly note?: string | undefined
  /** A line below it. */
  readonly about?: string | undefined
  readonly icon?: LucideIcon | undefined
  /** Words that find it beside its label and the title of its group. */
  readonly keywords?: string | undefined
  /** Shown once something is typed that finds it, as one of very many. */
  readonly isSearchedOnly?: boolean | undefined
  /** Shown when somebody asks for what is hidden, or types what finds it. */
  readonly isHidden?: boolean | undefined
  readonly isChosen?: boolean | undefined
  readonly onPick: () => void
}

/**
 * The groups with what fits the text typed, best first: the group that has the best fit leads. The title of a group is a
 * keyword of its items. An empty text leaves all in their order, without those that are for searching only, or hidden unless
 * these are wanted.
 */
export function rankPicks(groups: readonly PickGroup[], query: string, withHidden = false): readonly PickGroup[] {
  if (query.trim() === '')
    return groups.map((group) => ({
      ...group,
      items: group.items.filter(
        ({ isSearchedOnly, isHidden }) => isSearchedOnly !== true && (withHidden || isHidden !== true),
      ),
    }))
  const entries = groups.flatMap((group) =>
    group.items.map((item) => ({
      id: item.key,
      title: item.label,
      keywords: `${group.title} ${item.keywords ?? ''}`,
      item,
      group,
    })),
  )
  const found = new Map<PickGroup, PickItem[]>()
  for (const { group, item } of rankEntries(entries, query, [], entries.length))
    found.set(group, [...(found.get(group) ?? []), item])
  return [...found].map(([group, items]) => ({ ...group, items }))
}
