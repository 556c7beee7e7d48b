import type { IncomingMessage, ServerResponse } from 'node:http'
import type { EmbedError } from '@tidemark/shared/public-links/embed'
import { passwordForm, plainPage } from './plain-page'

const policy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "img-src 'self'",
  "font-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
]

export const htmlHeaders = {
  'content-type': 'text/html; charset=utf-8',
  vary: 'accept-encoding, accept-language, cookie',
}

/** Sets the headers of a public page. embedders: the sites that may show it in a frame; null for a page that has no frame. */
export function setPageHeaders(response: ServerResponse, embedders: readonly string[] | null): void {
  const ancestors = embedders === null || embedders.length === 0 ? "'none'" : embedders.join(' ')
  const scripts = embedders === null ? [] : ["script-src 'self'"]
  response.setHeader('content-security-policy', [...policy, ...scripts, `frame-ancestors ${ancestors}`].join('; '))
  // A page that isolates itself shows only frames that say this.
  if (embedders !== null) response.setHeader('cross-origin-resource-policy', 'cross-origin')
  response.setHeader('x-robots-tag', 'noindex, nofollow')
  response.setHeader('cache-control', 'no-store')
}

const plainPages = {
  unknown: {
    status: 404,
    title: 'This link does not work',
    text: 'It was never made, or was taken back. Ask whoever gave it to you for another.',
  },
  expired: {
    status: 410,
    title: 'This link has expired',
    text: 'It was made for a limited time. Ask whoever gave it to you for another.',
  },
  stopped: {
    status: 410,
    title: 'This link has stopped',
    text: 'What it showed is gone, or whoever made it may not share it any more.',
  },
  busy: { status: 429, title: 'Too many people ask at once', text: 'Load this page again in a minute.' },
  failed: { status: 503, title: 'This page could not be drawn', text: 'Load it again in a moment.' },
  'too-long': {
    status: 414,
    title: 'This address is too long',
    text: 'Open the link as it was given to you, and choose fewer values.',
  },
  method: { status: 405, title: 'This page can only be read', text: 'Open the link in a browser.' },
  'has-password': {
    status: 403,
    title: 'This page has a password',
    text: 'Pages with a password are not shown in others. Open its link instead.',
  },
  'needs-signature': {
    status: 403,
    title: 'This page is part of another',
    text: 'It opens only inside the product that it was made for.',
  },
  'signature-refused': {
    status: 403,
    title: 'This page was not signed as it must be',
    text: 'Whoever made the page around it finds in the documentation of embeds what a signature needs.',
  },
  'token-expired': {
    status: 403,
    title: 'This page was open for long',
    text: 'Load the page around it again.',
  },
  'signed-value-refused': {
    status: 403,
    title: 'This page cannot take what was signed',
    text: 'The signature sets a filter or parameter that is not on this page, or a value that does not fit it.',
  },
} as const satisfies Partial<
  Record<EmbedError, { readonly status: number; readonly title: string; readonly text: string }>
>

export type PlainAnswer = keyof typeof plainPages

/** Answers with a plain page. The policy that is set stays, so that a frame shows why there is no page. */
export function sendPlain(request: IncomingMessage, response: ServerResponse, which: PlainAnswer): void {
  const { status, ...page } = plainPages[which]
  response.writeHead(status, { ...htmlHeaders, ...(which === 'busy' ? { 'retry-after': '60' } : {}) })
  response.end(plainPage({ ...page, ...(isFrame(request) ? { frameError: which } : {}) }))
}

export function sendPasswordForm(response: ServerResponse, status: number, problem: string | null): void {
  response.writeHead(status, htmlHeaders)
  const text = 'Whoever gave you this link has told you its password.'
  response.end(plainPage({ title: 'This page has a password', text, form: passwordForm(problem) }))
}

/** Returns true if a request is for a page in a frame. */
function isFrame({ url = '/' }: IncomingMessage): boolean {
  return url.startsWith('/embed/')
}
