import { createHmac } from 'node:crypto'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP } from 'node:net'
import { TidemarkError, toTidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { lookupWithin, type ConnectionReach } from '@/server/base/connection-reach'

/** One POST to a webhook. headers: besides those of the content. */
export interface WebhookRequest {
  readonly url: string
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

const maxAnswerBytes = 2_000

/**
 * Posts to a webhook. The address is checked when it is connected to, and no redirect is followed, so that a message goes
 * nowhere but where it is allowed to. Fails with `delivery-failed`, which another try may mend, with `delivery-refused`
 * or with `webhook-not-allowed`.
 */
export async function sendWebhook(
  { url, body, headers }: WebhookRequest,
  reach: ConnectionReach,
  signal: AbortSignal,
  timeoutMs = 15_000,
): Promise<void> {
  const { protocol, hostname } = new URL(url)
  const host = hostname.replaceAll(/^\[|\]$/g, '')
  const refused = isIP(host) === 0 ? null : reach(host, host)
  if (refused !== null) throw refused
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const outgoing = (protocol === 'https:' ? httpsRequest : httpRequest)(url, {
        method: 'POST',
        agent: false,
        lookup: lookupWithin(reach),
        signal: AbortSignal.any([signal, timeout]),
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'content-length': Buffer.byteLength(body),
          'user-agent': 'Tidemark',
          ...headers,
        },
      })
      outgoing.once('response', resolve)
      outgoing.once('upgrade', ({ statusCode }, socket) => {
        socket.destroy()
        reject(
          new TidemarkError('delivery-refused', {
            detail: `It answered ${statusCode}, to speak something else than HTTP.`,
          }),
        )
      })
      outgoing.once('error', reject)
      outgoing.end(body)
    })
    mustBeAccepted(answer, await beginningOf(answer))
  } catch (thrown) {
    if (timeout.aborted)
      throw new TidemarkError('delivery-failed', {
        detail: `${host} did not answer within ${timeoutMs / 1000} seconds.`,
        cause: thrown,
      })
    const error = toTidemarkError(thrown)
    if (error.code !== 'internal') throw error
    throw new TidemarkError('delivery-failed', { detail: `${host}: ${wordsOf(thrown)}`, cause: thrown })
  }
}

/** Statuses that say that the message itself is in order: later it may be taken. */
const statusesToRetry: ReadonlySet<number> = new Set([408, 425, 429])

function mustBeAccepted({ statusCode = 0, headers }: IncomingMessage, text: string): void {
  if (statusCode >= 200 && statusCode < 300) return
  const answer = `It answered ${statusCode}${text === '' ? '.' : `: ${text}`}`
  if (statusCode >= 300 && statusCode < 400)
    throw new TidemarkError('delivery-refused', {
      detail: `It answered ${statusCode}, to go to ${headers.location ?? 'another address'}. Redirects are not followed.`,
    })
  const isFinal = statusCode >= 400 && statusCode < 500 && !statusesToRetry.has(statusCode)
  throw new TidemarkError(isFinal ? 'delivery-refused' : 'delivery-failed', { detail: answer })
}

/** Returns the first words of an answer and reads no more of it. */
async function beginningOf(answer: IncomingMessage): Promise<string> {
  let text = ''
  for await (const piece of answer.setEncoding('utf8')) {
    text += String(piece)
    if (text.length > maxAnswerBytes) break
  }
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, 200)
}

function wordsOf(thrown: unknown): string {
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : ''
  return (
    { ENOTFOUND: 'no such host', ECONNREFUSED: 'nothing listens there', ECONNRESET: 'the connection broke off' }[
      code
    ] ??
    (code || 'the connection failed')
  )
}

/**
 * Returns the headers of Standard Webhooks, version 1 (https://www.standardwebhooks.com): the signature covers key, time
 * and body. secret: `whsec_` and base64.
 */
export function signatureHeaders(secret: string, key: string, at: number, body: string): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000))
  const bytes = Buffer.from(secret.slice(secretPrefix.length), 'base64')
  const signature = createHmac('sha256', bytes).update(`${key}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': key, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}

export const secretPrefix = 'whsec_'
