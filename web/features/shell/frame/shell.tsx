'use client'

import { useEffect, useState, useSyncExternalStore, type ReactNode, useRef } from 'react'
import { useLocation } from '@/client/page/navigation'
import { declareStatePaths } from '@/client/observability/report-sources'
import { useSelector } from '@/client/page/use-selector'
import { lazyPart, preloadParts, useLazyPart } from '@/ui/lazy-part'
import { Toaster, rightsToastId, toast } from '@/ui/popups/toaster'
import { TooltipLayer } from '@/ui/popups/tooltip'
import { useAllCommands } from '@/features/commands/use-commands'
import { useCommandContext } from '@/features/commands/use-command-context'
import { TopBarStatus } from '@/features/page/top-bar'
import { StatusChip } from '../sync-status/status-chip'
import { type ShellPreferences } from '@/features/preferences/shell-preferences'
import {
  defaultShellPreferences,
  InitialPreferencesContext,
  useSidebarOpen,
} from '@/features/preferences/shell-preferences-context'
import { shellState$ } from '@/features/preferences/shell-state'
import { focusContentOnceLost } from './focus-content'
import { Sidebar } from './sidebar'
import { TeamDialogs } from '../dialogs/team-dialogs'
import { DataCommands } from '../palette/data-commands'
import { useShortcuts } from '@/features/commands/use-shortcuts'
import { RotateCw, X } from 'lucide-react'
import { useIsUpdateReady } from '@/client/page/app-update'
import { useOfflineStart } from '@/client/offline/offline-start'
import { useLeaveFields } from '@/client/page/use-leave-fields'
import { listOverwrittenTexts } from '@tidemark/shared/sync/overwritten-text'
import { useTeamSession } from '@/client/page/page-environment'
import { useLocalStorageState, useSyncStatus } from '@/client/workspace/use-sync-status'
import { useView } from '@/client/workspace/use-view'
import { Button } from '@/ui/buttons/button'
import { Callout } from '@/ui/callout'
import { IconButton } from '@/ui/buttons/icon-button'
import { useNotePages } from './use-note-pages'
import { useReload } from './use-reload'
import { areNoticesOn, onNoticesChanged } from '@/features/alerts/notice-choice'
import { getDesktop } from '@/client/page/desktop-bridge'
import { reportCaught } from '@/client/observability/report-caught'
import type { Command, CommandContext } from '@/features/commands/command'
import type { DesktopBridge } from './desktop-bridge'
import { useActor } from '@/client/workspace/workspace-client'
import { roleWords } from '@/features/members/role-words'

export interface ShellProps {
  /** This browser's choices as its cookies say, so that the first paint is right; defaults when absent. */
  readonly preferences?: ShellPreferences | undefined
  readonly children: ReactNode
}

const commandPalette = lazyPart(() => import('../palette/command-palette'))
const shortcutsDialog = lazyPart(() => import('../shortcuts/shortcuts-dialog'))

/** The state of the frame that error reports may hold. */
const reportedState = {
  'shell.isSidebarOpen': () => shellState$.isSidebarOpen.peek(),
  'shell.theme': () => shellState$.theme.peek(),
  'shell.isSheetOpen': () => shellState$.isSheetOpen.peek(),
  'shell.isPaletteOpen': () => shellState$.isPaletteOpen.peek(),
  'shell.isShortcutsOpen': () => shellState$.isShortcutsOpen.peek(),
}

/**
 * The frame around every page: sidebar, content, and what lies over them. The content scrolls in `#content`; a page begins
 * with a TopBar, and one that fills the window takes `h-dvh`.
 */
export function Shell({ preferences = defaultShellPreferences, children }: ShellProps) {
  useEffect(() => preloadParts(), [])
  useEffect(() => declareStatePaths(reportedState), [])
  return (
    <InitialPreferencesContext value={preferences}>
      <Frame>{children}</Frame>
      <Overlays />
    </InitialPreferencesContext>
  )
}

function Frame({ children }: { readonly children: ReactNode }) {
  const [isSidebarOpen] = useSidebarOpen()
  const isSheetOpen = useSelector(() => shellState$.isSheetOpen.get())
  const { pathname } = useLocation()
  const lastPathname = useRef(pathname)
  useEffect(() => {
    shellState$.isSheetOpen.set(false)
    if (lastPathname.current === pathname) return
    lastPathname.current = pathname
    return focusContentOnceLost()
  }, [pathname])
  return (
    <div className="group/shell flex h-dvh print:h-auto" data-sidebar={isSidebarOpen ? 'open' : 'collapsed'}>
      <a
        href="#content"
        className="top-2 left-2 z-[90] rounded-control border border-line bg-raised px-3 py-2 shadow-pop not-focus:sr-only focus:fixed"
      >
        Skip to the content
      </a>
      <Sidebar />
      {isSheetOpen && (
        <div
          aria-hidden
          className="fixed inset-0 z-30 bg-shade md:hidden"
          onClick={() => shellState$.isSheetOpen.set(false)}
        />
      )}
      {/* A panel that stays open beside the page takes its room from it where there is enough. */}
      <div className="@container min-w-0 flex-1 xl:in-data-beside:mr-[380px] print:mr-0!">
        <main
          id="content"
          tabIndex={-1}
          inert={isSheetOpen}
          className="relative flex h-dvh scroll-pt-14 scroll-pb-1 flex-col overflow-y-auto outline-none touch:scroll-pt-16 print:h-auto print:overflow-visible"
        >
          <TopBarStatus value={<StatusChip />}>{children}</TopBarStatus>
        </main>
      </div>
    </div>
  )
}

function Overlays() {
  const commands = useAllCommands()
  const context = useCommandContext()
  useShortcuts(commands, context)
  useDesktop(commands, context)
  useRoleNotice()
  useNotePages()
  const isPaletteOpen = useSelector(() => shellState$.isPaletteOpen.get())
  const isShortcutsOpen = useSelector(() => shellState$.isShortcutsOpen.get())
  // Once used, they stay mounted so that closing hands the focus back.
  const [used, setUsed] = useState({ palette: false, shortcuts: false })
  if ((isPaletteOpen && !used.palette) || (isShortcutsOpen && !used.shortcuts)) {
    setUsed({ palette: used.palette || isPaletteOpen, shortcuts: used.shortcuts || isShortcutsOpen })
  }
  const Palette = useLazyPart(commandPalette, used.palette)
  const Shortcuts = useLazyPart(shortcutsDialog, used.shortcuts)
  return (
    <>
      {Palette && <Palette />}
      {Shortcuts && <Shortcuts />}
      <TeamDialogs />
      <DataCommands />
      <ShownAlerts />
      <Notices />
      <Toaster />
      <TooltipLayer />
    </>
  )
}

const alertWatcher = lazyPart(() => import('@/features/alerts/alert-watcher'))
const overwrittenNotices = lazyPart(() => import('./overwritten-notices'))
const noLongerMember = lazyPart(() => import('@/features/members/no-longer-member'))
const sessionEnded = lazyPart(() => import('@/features/accounts/session-ended'))

/** Shows what one’s alerts tell, in browsers where that is wanted. */
function ShownAlerts() {
  const isOn = useSyncExternalStore(onNoticesChanged, areNoticesOn, () => false)
  const AlertWatcher = useLazyPart(alertWatcher, isOn)
  return AlertWatcher && <AlertWatcher />
}

/** Notices about this browser and this build, over the bottom of the page. */
function Notices() {
  useOfflineStart()
  useLeaveFields()
  const isUpdateReady = useIsUpdateReady()
  const storage = useLocalStorageState()
  const reload = useReload()
  const [isStorageSeen, setStorageSeen] = useState(false)
  const isStorageShown = storage === 'memory' && !isStorageSeen
  const { kind } = useSyncStatus()
  const SessionEnded = useLazyPart(sessionEnded, kind === 'signed-out')
  const NoLongerMember = useLazyPart(noLongerMember, kind === 'removed')
  // Only somebody else can replace a text.
  const isTeam = useTeamSession() !== null
  const isOverwritten = useView(listOverwrittenTexts, []).length > 0 && isTeam
  const OverwrittenNotices = useLazyPart(overwrittenNotices, isOverwritten)
  const hasOwnParts = [SessionEnded, NoLongerMember, isOverwritten ? OverwrittenNotices : null].some((part) => part)
  if (!isUpdateReady && !isStorageShown && !hasOwnParts) return null
  return (
    <aside
      aria-label="Notices"
      className="pointer-events-none fixed inset-x-3 bottom-3 z-40 flex flex-col items-center gap-2 *:pointer-events-auto *:w-full *:max-w-lg *:shadow-pop print:hidden"
    >
      {isOverwritten && OverwrittenNotices && <OverwrittenNotices />}
      {SessionEnded && <SessionEnded />}
      {NoLongerMember && <NoLongerMember />}
      {isStorageShown && (
        <Callout
          tone="warn"
          title="This browser does not let Tidemark store data"
          action={<IconButton icon={X} label="Close this notice" onClick={() => setStorageSeen(true)} />}
        >
          Changes are sent to the server as you make them; what it has not received is lost when this tab closes. Allow
          site data for this address, or leave private browsing.
        </Callout>
      )}
      {isUpdateReady && (
        <Callout
          tone="info"
          title="A new version is ready"
          action={
            <Button size="sm" icon={RotateCw} onClick={reload}>
              Reload
            </Button>
          }
        >
          You can keep using this one as long as you like.
        </Callout>
      )}
    </aside>
  )
}

/** Joins this page to the desktop app, when it is in one. */
function useDesktop(commands: readonly Command[], context: CommandContext): void {
  const latest = useRef({ commands, context })
  const bridge = useRef<DesktopBridge | null>(null)
  useEffect(() => {
    latest.current = { commands, context }
    bridge.current?.update(latest.current)
  }, [commands, context])
  useEffect(() => {
    const desktop = getDesktop()
    if (desktop === null) return
    let isStopped = false
    import('./desktop-bridge').then(({ connectDesktop }) => {
      if (!isStopped) bridge.current = connectDesktop(desktop, latest.current)
    }, reportCaught)
    return () => {
      isStopped = true
      bridge.current?.stop()
      bridge.current = null
    }
  }, [])
}

/** Notifies a person that their role was changed: the page changes with it. */
function useRoleNotice(): void {
  const { role } = useActor()
  const known = useRef(role)
  useEffect(() => {
    if (role === known.current) return
    known.current = role
    const article = role === 'viewer' ? 'a' : 'an'
    toast(`You are now ${article} ${roleWords[role].name.toLowerCase()} of this workspace`, { id: rightsToastId })
  }, [role])
}
