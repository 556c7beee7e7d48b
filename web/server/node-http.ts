import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { isInList, networksOf } from './address-list'
import { clientIpHeader } from './client-ip'
import { HostAnswer, type Answer } from './host-answer'

/**
 * Sends a route handler's answer, no faster than it is taken; JSON in one piece, compressed when that is worth its time. A
 * sender that goes away ends it, and is no failure.
 */
export async function sendAnswer(answer: Answer, request: IncomingMessage, response: ServerResponse): Promise<void> {
  // Cookies are the one header that comes several times, and an object of headers would keep the last alone.
  for (const cookie of answer.headers.getSetCookie()) response.appendHeader('set-cookie', cookie)
  answer.headers.delete('set-cookie')
  try {
    const content = await contentOf(answer)
    if (content instanceof Uint8Array) await sendWhole(answer, content, request, response)
    else await sendStream(answer, content, response)
  } catch (thrown) {
    if (!response.destroyed || response.errored !== null) throw thrown
  }
}

/** In one piece where that is there, as all JSON is, or as it comes; null: there is none. */
async function contentOf(answer: Answer): Promise<Uint8Array | AsyncIterable<Uint8Array> | null> {
  if (answer instanceof HostAnswer) {
    return typeof answer.content === 'string' ? Buffer.from(answer.content) : answer.content
  }
  if (/^application\/json\b/.test(answer.headers.get('content-type') ?? ''))
    return Buffer.from(await answer.arrayBuffer())
  return answer.body
}

async function sendStream(
  { status, headers }: Answer,
  content: AsyncIterable<Uint8Array> | null,
  response: ServerResponse,
): Promise<void> {
  response.writeHead(status, Object.fromEntries(headers))
  // A stream may have nothing to say for a while.
  response.flushHeaders()
  if (content === null) response.end()
  else await pipeline(content, response)
}

async function sendWhole(
  { status, headers }: Answer,
  content: Uint8Array,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const encoding = encodingFor(request, headers, content.byteLength)
  const body = encoding === null ? content : await compress[encoding](content)
  if (response.destroyed) return
  const sent: OutgoingHttpHeaders = Object.fromEntries(headers)
  sent['vary'] = 'Accept-Encoding'
  sent['content-length'] = body.byteLength
  if (encoding !== null) sent['content-encoding'] = encoding
  response.writeHead(status, sent)
  response.end(body)
}

/** Below it, the headers weigh as much. */
const minCompressedBytes = 1024

const [asBrotli, asGzip] = [promisify(brotliCompress), promisify(gzip)]
/** As quick as sending what they save, on a usual line; off this thread. */
const compress = {
  br: (content: Uint8Array) => asBrotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (content: Uint8Array) => asGzip(content, { level: 4 }),
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

const thisMachine = networksOf(['127.0.0.0/8', '::1'])

function isThisMachine(ip: string | string[] | undefined): boolean {
  return typeof ip === 'string' && isInList(thisMachine, ip)
}
