import { app, shell, type Session, type WebContents } from 'electron'
import { judgeNavigation } from './navigation-rules'

/** Refuses every permission and device to pages of this session. */
export function setupSession(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  session.setPermissionCheckHandler(() => false)
  session.setDevicePermissionHandler(() => false)
}

/** Keeps every page of the app on its own origin; https links open in the system's browser, everything else nowhere. */
export function setupNavigation(ownOrigin: string): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.on('will-attach-webview', (event) => event.preventDefault())
    contents.on('will-navigate', (event) => follow(event, event.url))
    contents.on('will-redirect', (event) => follow(event, event.url))
    contents.on('will-frame-navigate', (event) => follow(event, event.url))
    contents.setWindowOpenHandler(({ url }) => {
      openOutside(url)
      return { action: 'deny' }
    })
  })

  function follow(event: { preventDefault(): void }, url: string): void {
    if (judgeNavigation(url, ownOrigin) === 'here') return
    event.preventDefault()
    openOutside(url)
  }

  function openOutside(url: string): void {
    if (judgeNavigation(url, ownOrigin) === 'in-browser') void shell.openExternal(url)
  }
}

/** Ends the app when its window's page fails to load, with what to do. */
export function reportLoadFailure(contents: WebContents, report: (description: string) => void): void {
  contents.on('did-fail-load', (_event, _code, description, _url, isMainFrame) => {
    if (isMainFrame) report(description)
  })
}
