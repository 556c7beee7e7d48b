import { NextResponse, type NextRequest } from 'next/server'
import { foreignOriginsOfPage, pageReportingMeta } from './server/observability/page-reporting-meta'
import { mustGetServices } from './server/services'

/** Sets the content security policy with a nonce per page; everything else is checked by the host. */
export function proxy(request: NextRequest): NextResponse {
  const nonce = btoa(crypto.randomUUID())
  const settings = mustGetServices().config
  const policy = contentSecurityPolicy(nonce, process.env.NODE_ENV === 'development', foreignOriginsOfPage(settings))
  const headers = new Headers(request.headers)
  // Next reads the nonce for its own scripts from here.
  headers.set('content-security-policy', policy)
  headers.set('x-tidemark-path', request.nextUrl.pathname)
  const response = NextResponse.next({ request: { headers } })
  response.headers.set('content-security-policy', policy)
  // Chromium allows a page to profile itself only if the response has this header.
  if (pageReportingMeta(settings) !== null) response.headers.set('document-policy', 'js-profiling')
  return response
}

// `/api/*` is left out: a proxy in front of a route truncates large bodies silently.
export const config = { matcher: ['/((?!api/|_next/static/|_next/image|icon.svg).*)'] }

function contentSecurityPolicy(nonce: string, isDevelopment: boolean, foreignOrigins: readonly string[]): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ''}`,
    // Charts and the grid are positioned with style attributes, and CodeMirror injects its own style sheet.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    ["connect-src 'self'", ...foreignOrigins].join(' '),
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}
