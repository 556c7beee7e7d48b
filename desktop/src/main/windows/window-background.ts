import { nativeTheme } from 'electron'

const grounds = { light: '#f9fafb', dark: '#0c1117' } as const

/** Returns the colour of a window before its page has painted: the page's background, so that nothing flashes. */
export function windowBackground(): string {
  return nativeTheme.shouldUseDarkColors ? grounds.dark : grounds.light
}
