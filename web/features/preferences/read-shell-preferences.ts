import { openedCookieOf, parseOpened } from '@/client/page/last-opened'
import { parseVisits, visitsCookieOf } from '@/client/page/last-visit'
import {
  collapsedSectionsCookie,
  parseCollapsed,
  sidebarCookie,
  stepsCookieOf,
  themeChoices,
  themeCookie,
  toggledRowsCookie,
  type ShellPreferences,
} from './shell-preferences'

/**
 * Reads the preferences from cookies; absent or invalid ones have their defaults. databaseName: of the person and workspace,
 * null where there is none.
 */
export function readShellPreferences(
  getCookie: (name: string) => string | undefined,
  databaseName: string | null,
): ShellPreferences {
  const theme = getCookie(themeCookie)
  return {
    theme: themeChoices.find((choice) => choice === theme) ?? 'system',
    isSidebarOpen: getCookie(sidebarCookie) !== 'collapsed',
    toggledRows: parseCollapsed(getCookie(toggledRowsCookie) ?? ''),
    collapsedSections: parseCollapsed(getCookie(collapsedSectionsCookie) ?? ''),
    ...readOwn(getCookie, databaseName),
  }
}

function readOwn(
  getCookie: (name: string) => string | undefined,
  databaseName: string | null,
): Pick<ShellPreferences, 'opened' | 'visits' | 'areStepsDismissed'> {
  if (databaseName === null) return { opened: [], visits: null, areStepsDismissed: false }
  return {
    opened: parseOpened(getCookie(openedCookieOf(databaseName)) ?? ''),
    visits: parseVisits(getCookie(visitsCookieOf(databaseName)) ?? ''),
    areStepsDismissed: getCookie(stepsCookieOf(databaseName)) === 'dismissed',
  }
}
