import type { DesktopApi, TeamDesktopApi } from '@tidemark/shared/ipc/desktop-api'

declare global {
  interface Window {
    /** Set by the desktop app's preload script; absent in browsers. */
    readonly tidemarkDesktop?: TeamDesktopApi & Partial<DesktopApi>
  }
}

/** Returns the desktop app around this page; null in a browser. On a team's server it has fewer members. */
export function getDesktop(): TeamDesktopApi | null {
  return typeof window === 'undefined' ? null : (window.tidemarkDesktop ?? null)
}

/** Returns the desktop app's full API, which only pages of this computer's own server get; null elsewhere. */
export function getLocalDesktop(): DesktopApi | null {
  const desktop = typeof window === 'undefined' ? undefined : window.tidemarkDesktop
  // The preload script of local profiles exposes all members at once.
  return desktop?.readOpenedFile === undefined ? null : (desktop as DesktopApi)
}
