import { textHash } from '@tidemark/shared/base/text-hash'
import type { Visits } from '@/client/page/last-visit'

/** How the theme is chosen. */
export const themeChoices = ['system', 'light', 'dark'] as const
export type ThemeChoice = (typeof themeChoices)[number]

export const themeCookie = 'tidemark-theme'
export const sidebarCookie = 'tidemark-sidebar'
export const toggledRowsCookie = 'tidemark-collapsed-folders'
export const collapsedSectionsCookie = 'tidemark-collapsed-sections'

/** This browser's preferences that the server needs for a correct first paint. */
export interface ShellPreferences {
  readonly theme: ThemeChoice
  readonly isSidebarOpen: boolean
  /** The rows of the sidebar that are not in their initial state: closed folders and sections, open dashboards. */
  readonly toggledRows: readonly string[]
  /** The headings on dashboards whose sections are closed. */
  readonly collapsedSections: readonly string[]
  /** The keys of what was opened in this browser, the last first, such as `dashboard/<id>`. */
  readonly opened: readonly string[]
  /** The visits to the workspace with this browser; null before the first. */
  readonly visits: Visits | null
  /** True if the list of first steps was put away. */
  readonly areStepsDismissed: boolean
}

const maxCollapsed = 100

/** The name of the cookie that says whether the list of first steps was put away. */
export function stepsCookieOf(databaseName: string): string {
  return `tidemark-steps-${textHash(databaseName)}`
}

export function saveStepsDismissed(databaseName: string): void {
  saveCookie(stepsCookieOf(databaseName), 'dismissed')
}

export function parseCollapsed(text: string): readonly string[] {
  return text.split('.').filter((id) => /^[A-Za-z0-9_-]{1,40}$/.test(id))
}

/** Returns the value of `data-theme` on the root element; undefined follows the system. */
export function dataThemeOf(theme: ThemeChoice): 'light' | 'dark' | undefined {
  return theme === 'system' ? undefined : theme
}

export function saveTheme(theme: ThemeChoice): void {
  saveCookie(themeCookie, theme)
}

export function saveSidebar(isOpen: boolean): void {
  saveCookie(sidebarCookie, isOpen ? 'open' : 'collapsed')
}

/** Stores the last hundred ids, because a cookie has little room; returns the stored text. */
export function saveCollapsed(kind: 'toggledRows' | 'collapsedSections', ids: readonly string[]): string {
  const text = ids.slice(-maxCollapsed).join('.')
  saveCookie(kind === 'toggledRows' ? toggledRowsCookie : collapsedSectionsCookie, text)
  return text
}

function saveCookie(name: string, value: string): void {
  document.cookie = `${name}=${value}; Path=/; Max-Age=31536000; SameSite=Strict`
}
