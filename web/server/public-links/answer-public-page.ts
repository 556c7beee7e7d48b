import type { IncomingMessage, ServerResponse } from 'node:http'
import { toTidemarkError, TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { publicChoices } from '@tidemark/shared/public-links/public-choices'
import { isPublicLinkToken, longestChoices, publicLinkPath } from '@tidemark/shared/public-links/public-link'
import { dashboardIdSchema } from '@tidemark/shared/dashboards/dashboard'
import { imageIdSchema, mediaTypes } from '@tidemark/shared/images/image'
import { createTextBudget } from '../base/text-budget'
import { clientIpHeader, networkOf } from '../base/client-ip'
import type { ImageService } from '../images/image-service'
import type { Logger } from '../observability/log'
import { logFailure } from '../observability/log-failure'
import type { AccountDatabase } from '../store/accounts/account-database'
import type { PasswordHashing } from '../team/accounts/create-auth'
import { countAttempt, forgiveAttempt } from '../team/accounts/sign-in-limit'
import { passCookie, passSeconds, type LinkPasswords } from './link-password'
import { fieldsOfRow, hashOfLinkToken } from './public-link-service'
import type { LinkRights } from './link-rights'
import { passwordForm, plainPage } from './plain-page'
import type { PublicPages } from './public-pages'

export type AnswerPublicPage = (request: IncomingMessage, response: ServerResponse) => Promise<void>

interface PublicAnswerOptions {
  readonly rights: Pick<LinkRights, 'find'>
  readonly pages: PublicPages
  readonly images: Pick<ImageService, 'read'>
  readonly passwords: LinkPasswords
  readonly hashing: Pick<PasswordHashing, 'verify'>
  readonly database: AccountDatabase
  readonly isSecure: boolean
  readonly readFont: () => Promise<Buffer>
  readonly log: Logger
  readonly clock: () => number
}

/** The most requests of an address, drawings for an address, and drawings of a link, each within a minute. */
const perMinute = { requests: 30_000, drawingsOfAddress: 120, drawingsOfLink: 240 } as const
/** Named in `public-page.css`. */
const fontPath = '/p/inter.woff2'
const longestAddress = longestChoices + 1000
const maxBodyBytes = 4096

const policy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "img-src 'self'",
  "font-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Creates what answers `/p/<token>`: the page, its pictures, or one plain page that says why there is none. */
export function createPublicAnswer(options: PublicAnswerOptions): AnswerPublicPage {
  const { log, clock } = options
  const budgets = {
    requests: createTextBudget(perMinute.requests, clock),
    drawingsOfAddress: createTextBudget(perMinute.drawingsOfAddress, clock),
    drawingsOfLink: createTextBudget(perMinute.drawingsOfLink, clock),
  }
  return async (request, response) => {
    try {
      budgets.requests.spend(networkIn(request), 1)
      await answer(options, budgets, request, response)
    } catch (thrown) {
      const error = toTidemarkError(thrown)
      if (error.status >= 500) logFailure(log, thrown, {}, 'A public page was not drawn.')
      if (response.headersSent) return void response.destroy()
      sendPlain(
        response,
        error.status === 429 || error.code === 'queue-full'
          ? 'busy'
          : error.status === 404 || error.code === 'forbidden'
            ? 'unknown'
            : error.status === 413
              ? 'too-long'
              : 'failed',
      )
    }
  }
}

type Budgets = Readonly<
  Record<'requests' | 'drawingsOfAddress' | 'drawingsOfLink', ReturnType<typeof createTextBudget>>
>

async function answer(
  { rights, pages, images, passwords, hashing, database, isSecure, readFont, clock }: PublicAnswerOptions,
  budgets: Budgets,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = 'GET', url = '/' } = request
  if (url.length > longestAddress) return sendPlain(response, 'too-long')
  const address = new URL(url, 'http://localhost')
  const [, , token = '', part, imageId, ...more] = address.pathname.split('/')
  if (address.pathname === fontPath && (method === 'GET' || method === 'HEAD')) {
    response.writeHead(200, { 'content-type': 'font/woff2', 'cache-control': 'public, max-age=86400' })
    response.end(method === 'HEAD' ? undefined : await readFont())
    return
  }
  const isPicture = part === 'images' && imageId !== undefined && more.length === 0
  if (!isPublicLinkToken(token) || (part !== undefined && !isPicture)) return sendPlain(response, 'unknown')
  if (method !== 'GET' && method !== 'HEAD' && method !== 'POST') return sendPlain(response, 'method')
  const found = await rights.find(hashOfLinkToken(token))
  if (found === undefined) return sendPlain(response, 'unknown')
  const { row } = found
  if (row.expires_at !== null && row.expires_at <= clock()) return sendPlain(response, 'expired')
  const actor = await pages.actorOf(found)
  if (actor === null) return sendPlain(response, 'stopped')

  if (method === 'POST') {
    if (row.password === null || isPicture) return sendPlain(response, 'method')
    const password = new URLSearchParams(await bodyOf(request)).get('password') ?? ''
    const attempt = { email: `public-link:${row.id}`, userId: null, ip: ipIn(request) }
    try {
      await countAttempt(database, attempt, clock())
    } catch (thrown) {
      const error = toTidemarkError(thrown)
      if (error.code !== 'too-many-requests') throw thrown
      return sendPasswordForm(response, 429, error.detail ?? error.message)
    }
    if (!(await hashing.verify({ hash: row.password, password })))
      return sendPasswordForm(response, 401, 'That is not the password.')
    await forgiveAttempt(database, attempt)
    const path = publicLinkPath(token)
    const cookie = `${passCookie}=${passwords.passOf(row, clock())}; Path=${path}; HttpOnly; SameSite=Lax; Max-Age=${passSeconds}`
    setHeaders(response)
    response.setHeader('set-cookie', isSecure ? `${cookie}; Secure` : cookie)
    response.writeHead(303, { location: path + address.search }).end()
    return
  }
  if (row.password !== null && !passesIn(request).some((value) => passwords.isPass(row, value, clock())))
    return sendPasswordForm(response, 401, null)

  if (isPicture) {
    if (row.target_kind !== 'dashboard') return sendPlain(response, 'unknown')
    const id = imageIdSchema.safeParse(imageId)
    if (!id.success) return sendPlain(response, 'unknown')
    const image = await images.read(actor, dashboardIdSchema.parse(row.target_id), id.data)
    setHeaders(response)
    // An SVG that is opened by itself runs nothing and is no page of this server.
    response.setHeader('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
    response.setHeader('content-disposition', 'attachment; filename="picture"')
    response.writeHead(200, { 'content-type': mediaTypes[image.type] })
    response.end(method === 'HEAD' ? undefined : image.bytes)
    return
  }
  const page = await pages.get(actor, {
    found,
    token,
    choices: publicChoices({ choices: row.choices, fields: fieldsOfRow(row) }, address.searchParams),
    locale: localeIn(request),
    beforeDrawing: () => {
      budgets.drawingsOfAddress.spend(networkIn(request), 1)
      budgets.drawingsOfLink.spend(row.id, 1)
    },
  })
  if (method === 'GET') pages.countUse(row.id)
  setHeaders(response)
  const isGzipped = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '')
  const bytes = isGzipped ? page.gzipped : page.html
  response.writeHead(200, {
    ...htmlHeaders,
    ...(isGzipped ? { 'content-encoding': 'gzip' } : {}),
    'content-length': bytes.byteLength,
  })
  response.end(method === 'HEAD' ? undefined : bytes)
}

const htmlHeaders = { 'content-type': 'text/html; charset=utf-8', vary: 'accept-encoding, accept-language, cookie' }

function setHeaders(response: ServerResponse): void {
  response.setHeader('content-security-policy', policy)
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
} as const

function sendPlain(response: ServerResponse, which: keyof typeof plainPages): void {
  const { status, ...page } = plainPages[which]
  setHeaders(response)
  response.writeHead(status, { ...htmlHeaders, ...(which === 'busy' ? { 'retry-after': '60' } : {}) })
  response.end(plainPage(page))
}

function sendPasswordForm(response: ServerResponse, status: number, problem: string | null): void {
  setHeaders(response)
  response.writeHead(status, htmlHeaders)
  const text = 'Whoever gave you this link has told you its password.'
  response.end(plainPage({ title: 'This page has a password', text, form: passwordForm(problem) }))
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.byteLength
    if (bytes > maxBodyBytes) throw new TidemarkError('body-too-large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function ipIn({ headers }: IncomingMessage): string | null {
  const ip = headers[clientIpHeader]
  return typeof ip === 'string' ? ip : null
}

function networkIn(request: IncomingMessage): string {
  return networkOf(ipIn(request))
}

/** Returns the values of the cookie; a browser sends one for each path that matches. */
function passesIn({ headers }: IncomingMessage): readonly string[] {
  return (headers.cookie ?? '').split(';').flatMap((part) => {
    const [name, value] = part.trim().split('=')
    return name === passCookie && value !== undefined ? [value] : []
  })
}

/** Returns the reader's first language that this runtime can format in, without what would tell readers apart. */
function localeIn({ headers }: IncomingMessage): string {
  for (const part of (headers['accept-language'] ?? '').split(',').slice(0, 10)) {
    const tag = /^\s*([a-z]{2,3}(?:-[a-z]{4})?(?:-[a-z]{2})?)\s*(?:;|$)/i.exec(part)?.[1]
    const [locale] = tag === undefined ? [] : Intl.NumberFormat.supportedLocalesOf(tag)
    if (locale !== undefined) return locale
  }
  return 'en'
}
