'use client'

import { useSelector } from '@/client/page/use-selector'
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

/** The preferences with which the page was rendered; the shell provides them. */
export const InitialPreferencesContext = createContext<ShellPreferences>({
  theme: 'system',
  isSidebarOpen: true,
  collapsedFolders: [],
  collapsedSections: [],
})

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

/** Returns the closed folders of the tree and a function that opens or closes one. */
export function useCollapsedFolders(): readonly [collapsed: ReadonlySet<string>, setCollapsed: SetCollapsed] {
  return useCollapsed('collapsedFolders')
}

/** The same of the sections of dashboards, by the ids of their headings. */
export function useCollapsedSections(): readonly [collapsed: ReadonlySet<string>, setCollapsed: SetCollapsed] {
  return useCollapsed('collapsedSections')
}

function useCollapsed(
  kind: 'collapsedFolders' | 'collapsedSections',
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
