import { app, type Session, type WebContents, shell } from 'electron'
import { judgeNavigation } from './navigation-rules'

/** The permissions of Tidemark's pages: to write text to the clipboard. */
const allowedPermissions: ReadonlySet<string> = new Set(['clipboard-sanitized-write'])

/**
 * Refuses this session's pages every device and every permission except copying. isOwn: tells whether an origin is the
 * server's.
 */
export function setupSession(session: Session, isOwn: (origin: string) => boolean): void {
  session.setPermissionRequestHandler((_contents, permission, answer, { requestingUrl, isMainFrame }) =>
    answer(allowedPermissions.has(permission) && isMainFrame && isOwn(originOf(requestingUrl))),
  )
  session.setPermissionCheckHandler(
    (_contents, permission, origin) => allowedPermissions.has(permission) && isOwn(originOf(origin)),
  )
  session.setDevicePermissionHandler(() => false)
}

/** The facts that the navigation guards need about a page's window. */
export interface GuardedWindow {
  /** The server's origin; null while the window shows a shell page. */
  readonly ownOrigin: string | null
  act(action: string, params: URLSearchParams): void
  /** Begins a sign-in through the identity provider; absent for windows without pages of a server. */
  signIn?(address: string): void
  /** Shows one of its own pages in an additional window; absent for windows without pages of a server. */
  openBeside?(address: string): void
}

/**
 * Keeps every page on its own origin: https links open in the system's browser, everything else is refused. A page
 * whose window is unknown may go nowhere.
 */
export function setupNavigation(windowOf: (contents: WebContents) => GuardedWindow | null): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.on('will-attach-webview', (event) => event.preventDefault())
    contents.on('will-navigate', (event) => judge(event, event.url, event.isMainFrame))
    contents.on('will-redirect', (event) => judge(event, event.url, event.isMainFrame))
    contents.on('will-frame-navigate', (event) => judge(event, event.url, event.isMainFrame))
    contents.setWindowOpenHandler(({ url }) => {
      const window = windowOf(contents)
      const verdict = window === null ? 'refused' : judgeNavigation(url, window.ownOrigin)
      if (verdict === 'here') window?.openBeside?.(url)
      else if (verdict === 'sign-in') window?.signIn?.(url)
      else if (verdict === 'in-browser') safeOpenExternal(url)
      // A window that Electron opened for a page would not be managed by the app.
      return { action: 'deny' }
    })

    function judge(
      event: { preventDefault(): void; readonly defaultPrevented?: boolean },
      url: string,
      isMain: boolean,
    ) {
      if (event.defaultPrevented === true) return
      const window = windowOf(contents)
      const verdict = window === null ? 'refused' : judgeNavigation(url, window.ownOrigin)
      if (verdict === 'here') return
      event.preventDefault()
      if (!isMain || window === null || judged === url) return
      // A main frame's navigation is announced twice: as a navigation and as that of a frame.
      judged = url
      setTimeout(() => (judged = null), 0)
      if (verdict === 'action') {
        const { pathname, searchParams } = new URL(url)
        window.act(pathname.slice(1), searchParams)
      } else if (verdict === 'sign-in') window.signIn?.(url)
      else if (verdict === 'in-browser') safeOpenExternal(url)
    }
    let judged: string | null = null
  })
}

function originOf(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : ''
}

/** Opens an address in the system's browser if it is https without user or password. Returns true if it did. */
export function safeOpenExternal(address: string): boolean {
  if (!URL.canParse(address)) return false
  const url = new URL(address)
  if (url.protocol !== 'https:' || url.username !== '' || url.password !== '') return false
  void shell.openExternal(url.href)
  return true
}
