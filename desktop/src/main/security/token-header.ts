import type { Session } from 'electron'

const tokenHeader = 'x-tidemark-token'

/**
 * Adds the launch token to requests of this session to the server's origin and removes it from all others: a redirect
 * to another origin would otherwise carry it along. Pages never see it. origin: called per request; null while there is
 * no server.
 */
export function setupTokenHeader(session: Session, token: string, origin: () => string | null): void {
  session.webRequest.onBeforeSendHeaders({ urls: ['<all_urls>'] }, ({ url, requestHeaders }, answer) => {
    const headers = Object.fromEntries(
      Object.entries(requestHeaders).filter(([name]) => name.toLowerCase() !== tokenHeader),
    )
    if (URL.canParse(url) && new URL(url).origin === origin()) headers[tokenHeader] = token
    answer({ requestHeaders: headers })
  })
}
