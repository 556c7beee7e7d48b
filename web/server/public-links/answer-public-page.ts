import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Actor } from '@tidemark/shared/access/actor'
import { toTidemarkError, TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { EmbedError } from '@tidemark/shared/public-links/embed'
import { underFilters } from '@tidemark/shared/public-links/embed-claims'
import { publicChoices } from '@tidemark/shared/public-links/public-choices'
import { dashboardIdSchema } from '@tidemark/shared/dashboards/dashboard'
import { imageIdSchema, mediaTypes } from '@tidemark/shared/images/image'
import { createTextBudget } from '../base/text-budget'
import { clientIpHeader, networkOf } from '../base/client-ip'
import type { ImageService } from '../images/image-service'
import type { Logger } from '../observability/log'
import { logFailure } from '../observability/log-failure'
import type { AccountDatabase } from '../store/accounts/account-database'
import type { PasswordHashing } from '../team/accounts/create-auth'
import { forgiveAttempt, waitOfAttempt } from '../team/accounts/sign-in-limit'
import { asSignedReader, type CheckSignature } from './check-signature'
import { passCookie, passSeconds, type LinkPasswords } from './link-password'
import { embedOriginsOfRow, fieldsOfRow, hashOfLinkToken } from './public-link-row'
import type { LinkRights } from './link-rights'
import { localeOf, readPublicAddress, type PublicFile } from './public-address'
import type { PublicPages } from './public-pages'
import { htmlHeaders, sendPasswordForm, sendPlain, setPageHeaders } from './public-responses'

export type AnswerPublicPage = (request: IncomingMessage, response: ServerResponse) => Promise<void>

interface PublicAnswerOptions {
  readonly rights: Pick<LinkRights, 'find'>
  readonly pages: PublicPages
  readonly images: Pick<ImageService, 'read'>
  readonly passwords: LinkPasswords
  readonly checkSignature: CheckSignature
  readonly hashing: Pick<PasswordHashing, 'verify'>
  readonly database: AccountDatabase
  readonly isSecure: boolean
  readonly readFile: (name: PublicFile) => Promise<Buffer>
  readonly log: Logger
  readonly clock: () => number
}

/**
 * The most requests of an address, drawings for an address, and drawings for a reader, each within a minute. All who open a
 * link unsigned are one reader.
 */
const perMinute = { requests: 30_000, drawingsOfAddress: 120, drawingsOfReader: 240 } as const
const maxBodyBytes = 4096
const fileTypes: Readonly<Record<PublicFile, string>> = {
  'inter.woff2': 'font/woff2',
  'frame.js': 'text/javascript; charset=utf-8',
  'embed.js': 'text/javascript; charset=utf-8',
  'embed.d.ts': 'text/plain; charset=utf-8',
}

/**
 * Creates what answers `/p/<token>` and, in frames, `/embed/<token>`: the page, its pictures, or one plain page that says why
 * there is none.
 */
export function createPublicAnswer(options: PublicAnswerOptions): AnswerPublicPage {
  const { log, clock } = options
  const budgets = {
    requests: createTextBudget(perMinute.requests, clock),
    drawingsOfAddress: createTextBudget(perMinute.drawingsOfAddress, clock),
    drawingsOfReader: createTextBudget(perMinute.drawingsOfReader, clock),
  }
  return async (request, response) => {
    setPageHeaders(response, null)
    try {
      budgets.requests.spend(networkIn(request), 1)
      await answer(options, budgets, request, response)
    } catch (thrown) {
      const error = toTidemarkError(thrown)
      if (error.status >= 500) logFailure(log, thrown, {}, 'A public page was not drawn.')
      if (response.headersSent) return void response.destroy()
      sendPlain(request, response, plainAnswerTo(error))
    }
  }
}

function plainAnswerTo({ code, status }: TidemarkError): EmbedError {
  if (code === 'signed-value-refused') return code
  if (status === 429 || code === 'queue-full') return 'busy'
  if (status === 404 || code === 'forbidden') return 'unknown'
  return status === 413 ? 'too-long' : 'failed'
}

type Budgets = Readonly<
  Record<'requests' | 'drawingsOfAddress' | 'drawingsOfReader', ReturnType<typeof createTextBudget>>
>

async function answer(
  options: PublicAnswerOptions,
  budgets: Budgets,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { rights, pages, images, passwords, checkSignature, hashing, database, isSecure, readFile, clock } = options
  const { method = 'GET', url = '/' } = request
  const address = readPublicAddress(url)
  if (address.kind === 'refused') return sendPlain(request, response, address.reason)
  if (method !== 'GET' && method !== 'HEAD' && method !== 'POST') return sendPlain(request, response, 'method')
  if (address.kind === 'file') {
    const bytes = await readFile(address.name)
    // Other sites load the script for embeds, also with `crossorigin` and `integrity`. It is the same for everybody.
    response.setHeader('cross-origin-resource-policy', 'cross-origin')
    response.setHeader('access-control-allow-origin', '*')
    response.writeHead(200, {
      'content-type': fileTypes[address.name],
      'cache-control': 'public, max-age=3600',
    })
    return void response.end(method === 'HEAD' ? undefined : bytes)
  }
  if (address.kind === 'moved') return void response.writeHead(308, { location: address.to }).end()
  const { by, path, look, imageId, query } = address
  const signed = 'jwt' in by ? await checkSignature(by.jwt) : null
  const found = 'token' in by ? await rights.find(hashOfLinkToken(by.token)) : signed?.found
  if (look !== null && found !== undefined) setPageHeaders(response, embedOriginsOfRow(found.row))
  if (signed?.kind === 'refused') return sendPlain(request, response, signed.reason)
  if (found === undefined) return sendPlain(request, response, 'unknown')
  const { row } = found
  if (row.expires_at !== null && row.expires_at <= clock()) return sendPlain(request, response, 'expired')
  const actor = await pages.actorOf(found)
  if (actor === null) return sendPlain(request, response, 'stopped')

  if (look !== null) {
    // A browser does not send the cookie of the password to a frame of another site.
    if (row.password !== null) return sendPlain(request, response, 'has-password')
    if (method === 'POST') return sendPlain(request, response, 'method')
  }
  if (row.signed_only === 1 && signed === null) return sendPlain(request, response, 'needs-signature')
  if (method === 'POST') {
    if (row.password === null || imageId !== null) return sendPlain(request, response, 'method')
    const password = new URLSearchParams(await bodyOf(request)).get('password') ?? ''
    const attempt = { email: `public-link:${row.id}`, userId: null, ip: ipIn(request) }
    const waitMs = await waitOfAttempt(database, attempt, clock())
    if (waitMs > 0) return sendPasswordForm(request, response, { waitMs })
    if (!(await hashing.verify({ hash: row.password, password }))) return sendPasswordForm(request, response, 'wrong')
    await forgiveAttempt(database, attempt)
    const cookie = `${passCookie}=${passwords.passOf(row, clock())}; Path=${path}; HttpOnly; SameSite=Lax; Max-Age=${passSeconds}`
    response.setHeader('set-cookie', isSecure ? `${cookie}; Secure` : cookie)
    response.writeHead(303, { location: query.size === 0 ? path : `${path}?${query.toString()}` }).end()
    return
  }
  if (row.password !== null && !passesIn(request).some((value) => passwords.isPass(row, value, clock())))
    return sendPasswordForm(request, response, null)

  const claims = signed?.claims ?? null
  const asReader = (ofLink: Actor) => (claims === null ? ofLink : asSignedReader(ofLink, claims))
  if (imageId !== null) {
    const id = imageIdSchema.safeParse(imageId)
    if (row.target_kind !== 'dashboard' || !id.success) return sendPlain(request, response, 'unknown')
    const image = await images.read(asReader(actor), dashboardIdSchema.parse(row.target_id), id.data)
    // An SVG that is opened by itself runs nothing and is no page of this server.
    response.setHeader('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
    response.setHeader('content-disposition', 'attachment; filename="picture"')
    response.writeHead(200, { 'content-type': mediaTypes[image.type] })
    response.end(method === 'HEAD' ? undefined : image.bytes)
    return
  }
  const filters = claims?.filters ?? {}
  const given = underFilters({ choices: row.choices, fields: fieldsOfRow(row) }, filters)
  const page = await pages.get(actor, {
    found,
    path,
    look,
    choices: publicChoices(given, query),
    fields: given.fields,
    signed: Object.keys(filters).toSorted(),
    asReader,
    locale: localeOf(request),
    beforeDrawing: () => {
      budgets.drawingsOfAddress.spend(networkIn(request), 1)
      budgets.drawingsOfReader.spend(asReader(actor).userId, 1)
    },
  })
  if (method === 'GET') pages.countUse(row.id)
  const isGzipped = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '')
  const bytes = isGzipped ? page.gzipped : page.html
  response.writeHead(200, {
    ...htmlHeaders,
    ...(isGzipped ? { 'content-encoding': 'gzip' } : {}),
    'content-length': bytes.byteLength,
  })
  response.end(method === 'HEAD' ? undefined : bytes)
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
