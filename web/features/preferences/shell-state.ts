import { observable } from '@legendapp/state'
import type { AlertChoice } from '@tidemark/shared/alerts/alert'
import type { PublicLinkTarget } from '@tidemark/shared/public-links/public-link'
import type { SubscriptionChoice } from '@tidemark/shared/subscriptions/subscription'
import type { ThemeChoice } from './shell-preferences'

/** A thing to download as a document. tileId: of a dashboard, to have it alone. search: the values that are set. */
export interface DownloadTarget {
  readonly kind: 'chart' | 'dashboard'
  readonly id: string
  readonly tileId: string | null
  readonly search: string
}

/** A thing that an admin looks at as somebody else. */
export interface SeenTarget {
  readonly kind: 'chart' | 'dashboard'
  readonly id: string
}

interface ShellState {
  /** null until changed here: until then the value with which the page was rendered applies. */
  readonly isSidebarOpen: boolean | null
  readonly theme: ThemeChoice | null
  /** Ids joined by dots, as in the cookie. */
  readonly toggledRows: string | null
  readonly collapsedSections: string | null
  /** Keys joined by dots, as in the cookie. */
  readonly opened: string | null
  /** The end of the visit before and the beginning of this one; null until known here. */
  readonly visit: { readonly since: number | null; readonly startedAt: number } | null
  readonly areStepsDismissed: boolean
  /** True if the sidebar is open over the page, on a narrow screen. */
  readonly isSheetOpen: boolean
  readonly isPaletteOpen: boolean
  /** True if the field that filters the sidebar is to be focused. */
  readonly isFilterAsked: boolean
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
  /** The thing whose public links are open. */
  readonly publicLinksOf: PublicLinkTarget | null
  /** The thing that somebody is about to send on a schedule. */
  readonly subscribingTo: SubscriptionChoice['target'] | null
  readonly downloading: DownloadTarget | null
  readonly seenAs: SeenTarget | null
  /** The thing for which somebody is about to set an alert. */
  readonly alertOn: AlertChoice['target'] | null
}

/** The state of the frame around the pages. Only the browser writes it. */
export const shellState$ = observable<ShellState>({
  isSidebarOpen: null,
  theme: null,
  toggledRows: null,
  collapsedSections: null,
  opened: null,
  visit: null,
  areStepsDismissed: false,
  isSheetOpen: false,
  isPaletteOpen: false,
  isFilterAsked: false,
  isShortcutsOpen: false,
  isCreatingWorkspace: false,
  isSigningOut: false,
  renamingId: null,
  movingId: null,
  revealedId: null,
  unnamedId: null,
  accessId: null,
  publicLinksOf: null,
  subscribingTo: null,
  downloading: null,
  seenAs: null,
  alertOn: null,
})
