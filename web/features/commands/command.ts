import type { LucideIcon } from 'lucide-react'
import type { CommandGroup } from '@tidemark/shared/ipc/app-commands'
import type { Mutate } from '@/client/workspace/change-target'
import type { ThemeChoice } from '../preferences/shell-preferences'

/** The context of a command, shared by native menus and the palette. */
export interface CommandContext {
  readonly pathname: string
  readonly navigate: (href: string) => void
  readonly mutate: Mutate
  readonly undo: () => Promise<void>
  readonly redo: () => Promise<void>
  /** The step that undo would undo; null if there is none. */
  readonly undoLabel: string | null
  readonly redoLabel: string | null
  readonly theme: ThemeChoice
  readonly setTheme: (theme: ThemeChoice) => void
  readonly isSidebarOpen: boolean
  readonly setSidebarOpen: (isOpen: boolean) => void
  readonly filterSidebar: () => void
  readonly setPaletteOpen: (isOpen: boolean) => void
  readonly setShortcutsOpen: (isOpen: boolean) => void
  readonly createDashboard: () => Promise<void>
  readonly startQuestion: () => void
  readonly createFolder: () => Promise<void>
  readonly createMetric: () => Promise<void>
  readonly createSegment: () => Promise<void>
  readonly importDashboard: () => Promise<void>
  readonly syncNow: () => void
  /** True if the person may create and change charts and dashboards. */
  readonly mayEdit: boolean
  /** True if the person may ask questions of their own. */
  readonly mayAsk: boolean
  /** True if the workspace may have other people. */
  readonly isTeam: boolean
}

/**
 * An action that a person can run by name or by key.
 *
 * shortcut: such as `mod+k` or `g h`, see shortcuts.ts. when: returns true if it makes sense now; absent means always.
 * inFields: its shortcut also works while typing in a field, although it has no modifier or the field uses it.
 * onBarePage: it captures the page, so the palette must be closed first.
 */
export interface Command {
  readonly id: string
  readonly title: string | ((context: CommandContext) => string)
  readonly group: CommandGroup
  readonly icon?: LucideIcon | undefined
  readonly keywords?: string | undefined
  readonly shortcut?: string | undefined
  readonly inFields?: boolean | undefined
  readonly onBarePage?: boolean | undefined
  readonly when?: ((context: CommandContext) => boolean) | undefined
  readonly run: (context: CommandContext) => void | Promise<void>
}

export function commandTitle(command: Command, context: CommandContext): string {
  return typeof command.title === 'string' ? command.title : command.title(context)
}

export function isAvailable(command: Command, context: CommandContext): boolean {
  return command.when === undefined || command.when(context)
}
