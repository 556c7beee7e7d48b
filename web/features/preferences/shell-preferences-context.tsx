'use client'

import { useSelector } from '@/client/page/use-selector'
import { parseOpened } from '@/client/page/last-opened'
import { createContext, use, useCallback, useMemo } from 'react'
import {
  dataThemeOf,
  parseCollapsed,
  saveCollapsed,
  saveSidebar,
  saveTheme,
  type ShellPreferences,
  type ThemeChoice,
} from './shell-preferences'
import { shellState$ } from './shell-state'

/** The preferences of a browser that has chosen nothing. */
export const defaultShellPreferences: ShellPreferences = {
  theme: 'system',
  isSidebarOpen: true,
  toggledRows: [],
  collapsedSections: [],
  opened: [],
  visits: null,
  areStepsDismissed: false,
}

/** The preferences that the page was rendered with; the shell provides them. */
export const InitialPreferencesContext = createContext(defaultShellPreferences)

/** Returns the current theme and a function that changes it, also for later pages from the server. */
export function useTheme(): readonly [theme: ThemeChoice, setTheme: (theme: ThemeChoice) => void] {
  const initial = use(InitialPreferencesContext)
  const chosen = useSelector(() => shellState$.theme.get())
  return [chosen ?? initial.theme, setTheme]
}

export function useSidebarOpen(): readonly [isOpen: boolean, setOpen: (isOpen: boolean) => void] {
  const initial = use(InitialPreferencesContext)
  const chosen = useSelector(() => shellState$.isSidebarOpen.get())
  return [chosen ?? initial.isSidebarOpen, setSidebarOpen]
}

/** Returns the rows of the sidebar that are not in their initial state, and a function that changes one. */
export function useToggledRows(): readonly [toggled: ReadonlySet<string>, setToggled: SetCollapsed] {
  return useCollapsed('toggledRows')
}

/** The keys of what this person opened in this browser, the last first. */
export function useLastOpened(): readonly string[] {
  const initial = use(InitialPreferencesContext)
  const chosen = useSelector(() => shellState$.opened.get())
  return useMemo(() => (chosen === null ? initial.opened : parseOpened(chosen)), [chosen, initial])
}

/** The same of the sections of dashboards, by the ids of their headings. */
export function useCollapsedSections(): readonly [collapsed: ReadonlySet<string>, setCollapsed: SetCollapsed] {
  return useCollapsed('collapsedSections')
}

function useCollapsed(
  kind: 'toggledRows' | 'collapsedSections',
): readonly [collapsed: ReadonlySet<string>, setCollapsed: SetCollapsed] {
  const initial = use(InitialPreferencesContext)[kind]
  const chosen = useSelector(() => shellState$[kind].get())
  const collapsed = useMemo(() => new Set(chosen === null ? initial : parseCollapsed(chosen)), [chosen, initial])
  const setCollapsed = useCallback(
    (id: string, isCollapsed: boolean) => {
      const known = shellState$[kind].peek()
      const others = (known === null ? initial : parseCollapsed(known)).filter((other) => other !== id)
      shellState$[kind].set(saveCollapsed(kind, isCollapsed ? [...others, id] : others))
    },
    [initial, kind],
  )
  return [collapsed, setCollapsed]
}

function setTheme(theme: ThemeChoice): void {
  shellState$.theme.set(theme)
  saveTheme(theme)
  const dataTheme = dataThemeOf(theme)
  if (dataTheme === undefined) delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = dataTheme
}

function setSidebarOpen(isOpen: boolean): void {
  shellState$.isSidebarOpen.set(isOpen)
  saveSidebar(isOpen)
}

export type SetCollapsed = (id: string, isCollapsed: boolean) => void
