'use client'

import { useEffect, useState, type ReactNode } from 'react'
import { useLocation } from '@/client/page/navigation'
import { declareStatePaths } from '@/client/observability/report-sources'
import { useSelector } from '@/client/page/use-selector'
import { lazyPart, preloadParts, useLazyPart } from '@/ui/lazy-part'
import { Toaster } from '@/ui/popups/toaster'
import { TooltipLayer } from '@/ui/popups/tooltip'
import { useAllCommands } from '@/features/commands/use-commands'
import { useCommandContext } from '@/features/commands/use-command-context'
import { TopBarStatus } from '@/features/page/top-bar'
import { StatusChip } from '../sync-status/status-chip'
import { Notices } from './notices'
import { readShellPreferences, type ShellPreferences } from '@/features/preferences/shell-preferences'
import { InitialPreferencesContext, useSidebarOpen } from '@/features/preferences/shell-preferences-context'
import { shellState$ } from '@/features/preferences/shell-state'
import { Sidebar } from './sidebar'
import { TeamDialogs } from '../dialogs/team-dialogs'
import { useDesktop } from './use-desktop'
import { useRoleNotice } from './use-role-notice'
import { useShortcuts } from '@/features/commands/use-shortcuts'

export interface ShellProps {
  /** This browser's choices as its cookies say, so that the first paint is right; defaults when absent. */
  readonly preferences?: ShellPreferences | undefined
  readonly children: ReactNode
}

const defaultPreferences = readShellPreferences(() => undefined)
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
export function Shell({ preferences = defaultPreferences, children }: ShellProps) {
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
  useEffect(() => {
    shellState$.isSheetOpen.set(false)
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
      <div className="@container min-w-0 flex-1">
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
      <Notices />
      <Toaster />
      <TooltipLayer />
    </>
  )
}
