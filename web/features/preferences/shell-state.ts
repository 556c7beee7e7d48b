import { observable } from '@legendapp/state'
import type { ThemeChoice } from './shell-preferences'

interface ShellState {
  /** null until changed here: until then the value with which the page was rendered applies. */
  readonly isSidebarOpen: boolean | null
  readonly theme: ThemeChoice | null
  /** Ids joined by dots, as in the cookie. */
  readonly collapsedFolders: string | null
  readonly collapsedSections: string | null
  /** True if the sidebar is open over the page, on a narrow screen. */
  readonly isSheetOpen: boolean
  readonly isPaletteOpen: boolean
  readonly isShortcutsOpen: boolean
  readonly isCreatingWorkspace: boolean
  readonly isSigningOut: boolean
  /** The row of the tree whose name is being edited, and the one being moved. */
  readonly renamingId: string | null
  readonly movingId: string | null
  /** The row of the tree to scroll to and focus. */
  readonly revealedId: string | null
  /** The id of a thing just created: its page opens with the name being edited. */
  readonly unnamedId: string | null
  /** The id of the thing whose access dialog is open. */
  readonly accessId: string | null
}

/** The state of the frame around the pages. Only the browser writes it. */
export const shellState$ = observable<ShellState>({
  isSidebarOpen: null,
  theme: null,
  collapsedFolders: null,
  collapsedSections: null,
  isSheetOpen: false,
  isPaletteOpen: false,
  isShortcutsOpen: false,
  isCreatingWorkspace: false,
  isSigningOut: false,
  renamingId: null,
  movingId: null,
  revealedId: null,
  unnamedId: null,
  accessId: null,
})
