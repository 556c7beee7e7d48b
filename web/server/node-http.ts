import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { isInList, listOf } from './address-list'
import { clientIpHeader } from './client-ip'

/** What a route handler takes. Its signal aborts when the sender goes away before the answer is complete. */
export function toRequest(request: IncomingMessage, response: ServerResponse, origin: string): Request {
  const left = new AbortController()
  response.once('close', () => {
    if (!response.writableFinished) left.abort()
  })
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (isOfTrace(name)) continue
    for (const one of Array.isArray(value) ? value : [value ?? '']) headers.append(name, one)
  }
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD'
  const init = { method: request.method ?? 'GET', headers, signal: left.signal }
  // A body that is sent while it is read must say so, which the types of the DOM do not know.
  const withBody = { ...init, body: Readable.toWeb(request), duplex: 'half' } as unknown as RequestInit
  return new Request(`${origin}${request.url ?? '/'}`, hasBody ? withBody : init)
}

/** What the host alone reads, while each header that a handler is given has to be copied and checked. */
function isOfTrace(name: string): boolean {
  return name === 'sentry-trace' || name === 'baggage'
}

/**
 * Sends a route handler's answer, no faster than it is taken; JSON in one piece, compressed when that is worth its time. A
 * sender that goes away ends it, and is no failure.
 */
export async function sendResponse(
  answer: Response,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  // Cookies are the one header that comes several times, and an object of headers would keep the last alone.
  for (const cookie of answer.headers.getSetCookie()) response.appendHeader('set-cookie', cookie)
  answer.headers.delete('set-cookie')
  try {
    if (/^application\/json\b/.test(answer.headers.get('content-type') ?? ''))
      await sendWhole(answer, request, response)
    else await sendStream(answer, response)
  } catch (thrown) {
    if (!response.destroyed || response.errored !== null) throw thrown
  }
}

async function sendStream(answer: Response, response: ServerResponse): Promise<void> {
  response.writeHead(answer.status, Object.fromEntries(answer.headers))
  // A stream may have nothing to say for a while.
  response.flushHeaders()
  if (answer.body === null) response.end()
  else await pipeline(answer.body, response)
}

async function sendWhole(answer: Response, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const content = Buffer.from(await answer.arrayBuffer())
  const encoding = encodingFor(request, answer.headers, content.byteLength)
  const body = encoding === null ? content : await compress[encoding](content)
  if (response.destroyed) return
  response.writeHead(answer.status, {
    ...Object.fromEntries(answer.headers),
    vary: 'Accept-Encoding',
    'content-length': body.byteLength,
    ...(encoding === null ? {} : { 'content-encoding': encoding }),
  })
  response.end(body)
}

/** Below it, the headers weigh as much. */
const minCompressedBytes = 1024

const [asBrotli, asGzip] = [promisify(brotliCompress), promisify(gzip)]
/** As quick as sending what they save, on a usual line; off this thread. */
const compress = {
  br: (content: Buffer) => asBrotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (content: Buffer) => asGzip(content, { level: 4 }),
} as const

/** null: as it is. To a program on this very machine the line is quicker than any compression. */
function encodingFor(
  { headers: asked }: IncomingMessage,
  given: Headers,
  sizeBytes: number,
): keyof typeof compress | null {
  if (sizeBytes < minCompressedBytes || /\bno-transform\b/.test(given.get('cache-control') ?? '')) return null
  if (isThisMachine(asked[clientIpHeader])) return null
  const parts = (asked['accept-encoding'] ?? '').split(',').filter((part) => !/;\s*q=0(\.0*)?\s*$/i.test(part))
  const accepted = new Set(parts.map((part) => part.split(';')[0]?.trim().toLowerCase()))
  return (['br', 'gzip'] as const).find((encoding) => accepted.has(encoding)) ?? null
}

const thisMachine = listOf(['127.0.0.0/8', '::1'])

function isThisMachine(ip: string | string[] | undefined): boolean {
  return typeof ip === 'string' && isInList(thisMachine, ip)
}
