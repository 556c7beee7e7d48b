import { observable } from '@legendapp/state'
import type { ThemeChoice } from './shell-preferences'

interface ShellState {
  /** null until changed here: then what the page was rendered with holds. */
  readonly isSidebarOpen: boolean | null
  readonly theme: ThemeChoice | null
  /** Ids joined by dots, as the cookie holds them. */
  readonly collapsedFolders: string | null
  /** The sidebar over the page, on a narrow screen. */
  readonly isSheetOpen: boolean
  readonly isPaletteOpen: boolean
  readonly isShortcutsOpen: boolean
  readonly isCreatingWorkspace: boolean
  readonly isSigningOut: boolean
  /** The row of the tree whose name is being edited, and the one being moved. */
  readonly renamingId: string | null
  readonly movingId: string | null
  /** The row of the tree that is to be shown and to have the focus. */
  readonly revealedId: string | null
  /** The id of a thing just made: its page opens with its name to be typed over. */
  readonly unnamedId: string | null
  /** The id of the thing whose access dialog is open. */
  readonly accessId: string | null
}

/** The open parts of the frame around the pages. Only the browser writes it. */
export const shellState$ = observable<ShellState>({
  isSidebarOpen: null,
  theme: null,
  collapsedFolders: null,
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
