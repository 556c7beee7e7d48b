'use client'

import { Dialog } from '@base-ui/react/dialog'
import { Command } from 'cmdk'
import { Search } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { navigate, useLocation } from '@/client/page/navigation'
import { commandGroups } from '@tidemark/shared/ipc/app-commands'
import { listFlags } from '@tidemark/shared/flags/flag-queries'
import { usePageEnvironment, useTeamSession } from '@/client/page/page-environment'
import { useSelector } from '@/client/page/use-selector'
import { useView } from '@/client/workspace/use-view'
import { useActor } from '@/client/workspace/workspace-client'
import { Kbd } from '@/ui/buttons/kbd'
import { keyOfPage } from '@/features/favourites/list-opened'
import { useLastOpened, useToggledRows, useSidebarOpen } from '@/features/preferences/shell-preferences-context'
import { shellState$ } from '@/features/preferences/shell-state'
import { performCommand } from '@/features/commands/use-shortcuts'
import {
  commandEntries,
  contentEntries,
  draftEntries,
  recentOf,
  settingsEntries,
  type PaletteEntry,
} from './palette-entries'
import { rankEntries } from '@/features/commands/rank-entries'
import { useAllCommands } from '@/features/commands/use-commands'
import { useCommandContext } from '@/features/commands/use-command-context'

const maxShown = 60
const maxRecentShown = 5

/** Finds any dashboard, chart, dataset, folder or setting and runs any command, by a few letters. */
export default function CommandPalette() {
  const isOpen = useSelector(() => shellState$.isPaletteOpen.get())
  return (
    <Dialog.Root open={isOpen} onOpenChange={setOpen}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-50 animate-[fade-in_120ms_ease-out] bg-shade" />
        <Dialog.Popup className="fixed top-[12vh] left-1/2 z-50 flex max-h-[min(480px,76vh)] w-[600px] max-w-[calc(100vw-24px)] -translate-x-1/2 animate-[fade-in_120ms_ease-out] flex-col overflow-hidden rounded-tile border border-line bg-raised text-text shadow-pop outline-none">
          <Dialog.Title className="sr-only">Search or run a command</Dialog.Title>
          <PaletteBody isOpen={isOpen} />
          <Dialog.Close className="sr-only">Close</Dialog.Close>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** isOpen: false while it closes. */
function PaletteBody({ isOpen }: { readonly isOpen: boolean }) {
  const [query, setQuery] = useState('')
  const [chosenIds] = useState(readRecentIds)
  const opened = useLastOpened()
  const openKey = keyOfPage(useLocation().pathname)
  const recentIds = useMemo(() => recentOf(opened, chosenIds, openKey), [opened, chosenIds, openKey])
  const commands = useAllCommands()
  const context = useCommandContext()
  const content = useView(contentEntries, [])
  const { role } = useActor()
  const isTeam = useTeamSession() !== null
  const { isDesktopApp } = usePageEnvironment()
  const [, setToggled] = useToggledRows()
  const [, setSidebarOpen] = useSidebarOpen()
  const drafts = useView(draftEntries, [])
  const hasFlags = useView((view) => listFlags(view).length > 0, [])
  const mayDraft = context.mayEdit && context.mayAsk
  const entries = useMemo(
    () => [
      ...commandEntries(commands, context),
      ...content,
      ...settingsEntries(role, { isTeam, isDesktopApp, hasFlags }),
      ...(mayDraft ? drafts : []),
    ],
    [commands, context, content, drafts, mayDraft, role, isTeam, isDesktopApp, hasFlags],
  )
  const groups = groupEntries(entries, query, recentIds)
  const runWhenGone = useRunWhenGone(isOpen)

  const choose = (entry: PaletteEntry) => {
    rememberRecent(entry.id)
    setOpen(false)
    const { does } = entry
    switch (does.kind) {
      case 'open':
        return navigate(does.href)
      case 'run':
        if (does.command.onBarePage) return runWhenGone(() => performCommand(does.command, context))
        return performCommand(does.command, context)
      case 'reveal':
        return runWhenGone(() => {
          setSidebarOpen(true)
          for (const id of [does.folderId, ...does.around]) setToggled(id, false)
          shellState$.isSheetOpen.set(matchMedia('(width < 48rem)').matches)
          shellState$.revealedId.set(does.folderId)
        })
    }
  }

  return (
    <Command label="Search or run a command" shouldFilter={false} loop className="flex min-h-0 flex-col">
      <div className="flex items-center gap-2.5 border-b border-line px-3.5">
        <Search aria-hidden className="text-muted" />
        <Command.Input
          autoFocus
          value={query}
          onValueChange={setQuery}
          placeholder="Search or run…"
          className="h-12 min-w-0 flex-1 bg-transparent text-[15px] outline-none max-md:text-[16px]"
        />
        <Kbd keys="escape" className="text-muted max-md:hidden" />
      </div>
      <Command.List className="min-h-0 flex-1 scroll-py-2 overflow-y-auto p-1.5">
        {groups.length === 0 && (
          <div role="presentation" className="px-6 py-9 text-center">
            <p className="text-tile">Nothing matches “{query.trim()}”</p>
            <p className="mt-1 text-muted">Try fewer letters, a folder’s name, or a table’s name.</p>
          </div>
        )}
        {groups.map(({ heading, entries }) => (
          <Command.Group
            key={heading}
            heading={heading}
            className="[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-caption [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-muted"
          >
            {entries.map((entry) => (
              <Command.Item
                key={entry.id}
                value={`${heading}/${entry.id}`}
                onSelect={() => choose(entry)}
                className="flex h-9 cursor-default items-center gap-2.5 rounded-row px-2.5 data-[selected=true]:bg-hover touch:h-11"
              >
                <entry.icon aria-hidden className="text-muted" />
                <span className="min-w-0 flex-1 truncate">{entry.title}</span>
                {entry.kind !== '' && <span className="max-w-44 truncate text-small text-muted">{entry.kind}</span>}
                {entry.shortcut && <Kbd keys={entry.shortcut} className="text-muted max-md:hidden" />}
              </Command.Item>
            ))}
          </Command.Group>
        ))}
      </Command.List>
    </Command>
  )
}

/** Takes what is to be done once that in which it is called has left the document, however long its closing takes; opening it again forgets it. */
function useRunWhenGone(isOpen: boolean): (run: () => void) => void {
  const waiting = useRef<() => void>(undefined)
  useEffect(() => {
    if (isOpen) waiting.current = undefined
  }, [isOpen])
  // A layout effect would end while it still stands there.
  useEffect(() => () => waiting.current?.(), [])
  return useCallback((run) => {
    waiting.current = run
  }, [])
}

/** Without a query the recent things, then everything by kind; with one a single list, best first. */
function groupEntries(entries: readonly PaletteEntry[], query: string, recentIds: readonly string[]) {
  if (query.trim() !== '') {
    const found = rankEntries(entries, query, recentIds, maxShown)
    return found.length === 0 ? [] : [{ heading: 'Results', entries: found }]
  }
  const recent = new Map(recentIds.map((id, index) => [id, index]))
  const recentEntries = entries
    .filter(({ id }) => recent.has(id))
    .sort((a, b) => (recent.get(a.id) ?? 0) - (recent.get(b.id) ?? 0))
    .slice(0, maxRecentShown)
  // Pages add their commands as they come; their groups keep their order.
  const groups = new Map<string, PaletteEntry[]>(commandGroups.map((group) => [group, []]))
  for (const entry of entries.filter((entry) => !recentEntries.includes(entry)).slice(0, maxShown)) {
    groups.set(entry.group, [...(groups.get(entry.group) ?? []), entry])
  }
  return [
    ...(recentEntries.length === 0 ? [] : [{ heading: 'Recent', entries: recentEntries }]),
    ...[...groups].filter(([, inside]) => inside.length > 0).map(([heading, inside]) => ({ heading, entries: inside })),
  ]
}

function setOpen(isOpen: boolean): void {
  shellState$.isPaletteOpen.set(isOpen)
}

const storageKey = 'tidemark-recent'
const maxRecent = 30

/** Ids of what was opened or run from this browser, the latest first. Empty where the browser keeps nothing. */
function readRecentIds(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]')
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : []
  } catch {
    // Storage is denied in some private windows, and its text may be anybody's: then nothing is recent.
    return []
  }
}

function rememberRecent(id: string): void {
  const ids = [id, ...readRecentIds().filter((other) => other !== id)].slice(0, maxRecent)
  try {
    localStorage.setItem(storageKey, JSON.stringify(ids))
  } catch (error) {
    console.info('the list of recent things could not be kept', error)
  }
}
