import type { IncomingMessage, ServerResponse } from 'node:http'
import type { EmbedError } from '@tidemark/shared/public-links/embed'
import { pageLanguageOf } from '@tidemark/shared/public-links/page-language'
import { passwordForm, plainPage } from './plain-page'
import { passwordWords, plainWords } from './plain-words'
import { localeOf, lookOf } from './public-address'

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
export function setPageHeaders(response: ServerResponse, embedders: readonly string[] | 'any' | null): void {
  const ancestors = embedders === 'any' ? '*' : embedders?.join(' ') || "'none'"
  const scripts = embedders === null ? [] : ["script-src 'self'"]
  response.setHeader('content-security-policy', [...policy, ...scripts, `frame-ancestors ${ancestors}`].join('; '))
  // A page that isolates itself shows only frames that say this.
  if (embedders !== null) response.setHeader('cross-origin-resource-policy', 'cross-origin')
  response.setHeader('x-robots-tag', 'noindex, nofollow')
  response.setHeader('cache-control', 'no-store')
}

const statuses: Readonly<Record<EmbedError, number>> = {
  unknown: 404,
  expired: 410,
  stopped: 410,
  busy: 429,
  failed: 503,
  'too-long': 414,
  method: 405,
  'has-password': 403,
  'needs-signature': 403,
  'signature-refused': 403,
  'token-expired': 403,
  'signed-value-refused': 403,
}

/** Errors whose texts advise readers of a link; those of another site have none. */
const linkErrors: ReadonlySet<EmbedError> = new Set(['unknown', 'expired', 'stopped'])

/**
 * Answers with a plain page in the reader's language. Any site may show it in a frame, since a link that is unknown has no
 * list of sites, and nothing of a link or workspace is on it.
 */
export function sendPlain(request: IncomingMessage, response: ServerResponse, which: EmbedError): void {
  const look = lookOf(request)
  const language = pageLanguageOf(localeOf(request))
  const words = plainWords[which][language]
  if (look !== null) setPageHeaders(response, 'any')
  response.writeHead(statuses[which], { ...htmlHeaders, ...(which === 'busy' ? { 'retry-after': '60' } : {}) })
  response.end(
    plainPage({
      language,
      ...(look !== null && linkErrors.has(which) ? { ...words, text: '' } : words),
      frame: look === null ? undefined : { error: which, theme: look.theme },
    }),
  )
}

/** Asks for a link's password. problem: why it is asked for again; waitMs: how long no other is taken. */
export function sendPasswordForm(
  request: IncomingMessage,
  response: ServerResponse,
  problem: 'wrong' | { readonly waitMs: number } | null,
): void {
  const language = pageLanguageOf(localeOf(request))
  const words = passwordWords[language]
  const form = (text: string | null) => plainPage({ language, ...words, form: passwordForm(language, text) })
  if (problem === null || problem === 'wrong') {
    response.writeHead(401, htmlHeaders)
    return void response.end(form(problem === null ? null : words.wrong))
  }
  const seconds = Math.ceil(problem.waitMs / 1000)
  const [count, unit] = seconds < 100 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute']
  const wait = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(count)
  response.writeHead(429, { ...htmlHeaders, 'retry-after': String(seconds) })
  response.end(form(words.tooMany(wait)))
}
