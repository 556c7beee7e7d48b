/** How the theme is chosen. */
export const themeChoices = ['system', 'light', 'dark'] as const
export type ThemeChoice = (typeof themeChoices)[number]

export const themeCookie = 'tidemark-theme'
export const sidebarCookie = 'tidemark-sidebar'
export const collapsedFoldersCookie = 'tidemark-collapsed-folders'
export const collapsedSectionsCookie = 'tidemark-collapsed-sections'

/** This browser's preferences that the server needs for a correct first paint. */
export interface ShellPreferences {
  readonly theme: ThemeChoice
  readonly isSidebarOpen: boolean
  readonly collapsedFolders: readonly string[]
  /** The headings on dashboards whose sections are closed. */
  readonly collapsedSections: readonly string[]
}

const maxCollapsed = 100

/** Reads the preferences from cookies; absent or invalid ones have their defaults. */
export function readShellPreferences(getCookie: (name: string) => string | undefined): ShellPreferences {
  const theme = getCookie(themeCookie)
  return {
    theme: themeChoices.find((choice) => choice === theme) ?? 'system',
    isSidebarOpen: getCookie(sidebarCookie) !== 'collapsed',
    collapsedFolders: parseCollapsed(getCookie(collapsedFoldersCookie) ?? ''),
    collapsedSections: parseCollapsed(getCookie(collapsedSectionsCookie) ?? ''),
  }
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
export function saveCollapsed(kind: 'collapsedFolders' | 'collapsedSections', ids: readonly string[]): string {
  const text = ids.slice(-maxCollapsed).join('.')
  saveCookie(kind === 'collapsedFolders' ? collapsedFoldersCookie : collapsedSectionsCookie, text)
  return text
}

function saveCookie(name: string, value: string): void {
  document.cookie = `${name}=${value}; Path=/; Max-Age=31536000; SameSite=Strict`
}
