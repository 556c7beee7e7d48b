import { IncomingMessage, type IncomingHttpHeaders } from 'node:http'
import { clientIpHeader, clientIpOf, type TrustedProxies } from './client-ip'

/** What the sender of a request says of the trace it belongs to. Whether they may is decided elsewhere. */
export interface SenderTrace {
  readonly sentryTrace: string | undefined
  readonly baggage: string | undefined
}

export const noTrace: SenderTrace = { sentryTrace: undefined, baggage: undefined }

/**
 * A request whose headers are made at once as everybody may read them: without those that only a trusted proxy may set, and without
 * those that name a trace, which whoever answers would follow, trusted or not. What a browser says of its own kind besides
 * (`sec-ch-ua`) nobody reads.
 *
 * Node asks for a host before anybody else reads anything, and would make an object of all headers then: in three times the time,
 * and one with twenty names becomes a table for V8, which takes a request of a page as long again as all that reports do with it. With
 * those that are taken away a page of a team would have twenty, and two more where it reports.
 */
export class HostRequest extends IncomingMessage {
  #headers: IncomingHttpHeaders | undefined
  readonly #taken: TakenHeaders = { sentryTrace: undefined, baggage: undefined, forwardedFor: undefined }

  static {
    // TypeScript takes for a field what is an accessor of Node's, which cannot be overridden by its name then.
    Object.defineProperty(this.prototype, 'headers', {
      get(this: HostRequest) {
        return (this.#headers ??= plainHeadersOf(this.rawHeaders, this.#taken) ?? headersByNode(this, this.#taken))
      },
      set(this: HostRequest, headers: IncomingHttpHeaders) {
        this.#headers = headers
      },
    })
  }

  /** Adds to the headers where it came from, and returns what it says of its trace. */
  takeSender(isTrusted: TrustedProxies): SenderTrace {
    const { headers } = this
    headers[clientIpHeader] = clientIpOf(this.socket.remoteAddress, this.#taken.forwardedFor, isTrusted)
    return this.#taken
  }
}

/** Those that the host alone reads. */
type TakenHeaders = { -readonly [Name in keyof SenderTrace]: SenderTrace[Name] } & { forwardedFor: string | undefined }

/**
 * null where a name comes twice, or one that is not remembered: what is then made of them is Node's to say. taken: is given those
 * that are not for others.
 */
function plainHeadersOf(raw: readonly string[], taken: TakenHeaders): IncomingHttpHeaders | null {
  const headers: IncomingHttpHeaders = {}
  requestCount += 1
  // Not within a request, of which it would be forgotten what it has brought.
  if (knownNames.size >= mostNames) knownNames.clear()
  for (let index = 0; index < raw.length; index += 2) {
    const known = knownName(raw[index] ?? '')
    // To look for a name in an object that does not have it takes longer than all else here.
    if (known === undefined || known.lastIn === requestCount || known.name === 'set-cookie') return null
    known.lastIn = requestCount
    const value = raw[index + 1] ?? ''
    if (known.fate === 'kept') headers[known.name] = value
    else if (known.fate !== 'dropped') taken[known.fate] = value
  }
  return headers
}

function headersByNode(request: IncomingMessage, taken: TakenHeaders): IncomingHttpHeaders {
  const headers = Reflect.get(IncomingMessage.prototype, 'headers', request)
  // Of several Node takes the first, and whoever passed the request on may have gone by another: together they are nobody's.
  const hosts = request.rawHeaders.filter(
    (_, index, raw) => index % 2 === 1 && raw[index - 1]?.toLowerCase() === 'host',
  )
  if (hosts.length > 1) headers.host = hosts.join(', ')
  for (const [name, value] of Object.entries(headers)) {
    const fate = fateOf(name)
    if (fate === 'kept') continue
    if (fate !== 'dropped') taken[fate] = Array.isArray(value) ? value.join(',') : value
    Reflect.deleteProperty(headers, name)
  }
  return headers
}

/** What becomes of a header: everybody may read it, nobody does, or the host alone. */
type Fate = 'kept' | 'dropped' | keyof TakenHeaders

const fates: ReadonlyMap<string, Fate> = new Map<string, Fate>([
  ['sentry-trace', 'sentryTrace'],
  ['baggage', 'baggage'],
  ['x-forwarded-for', 'forwardedFor'],
  ['traceparent', 'dropped'],
  ['tracestate', 'dropped'],
  ['forwarded', 'dropped'],
])

function fateOf(name: string): Fate {
  const isDropped = name.startsWith('x-forwarded-') || name.startsWith('sec-ch-ua')
  return fates.get(name) ?? (isDropped ? 'dropped' : 'kept')
}

interface KnownName {
  /** In lower case. */
  readonly name: string
  readonly fate: Fate
  /** The last request that brought it, by its number. */
  lastIn: number
}

/** Requests so far. */
let requestCount = 0

/** Browsers send the same few, which are soon learned again; whoever makes names up fills no more memory than that. */
const mostNames = 256
/** By how they are sent, one of each name however it is written. */
const knownNames = new Map<string, KnownName>()

/** undefined: one more than are remembered. */
function knownName(sent: string): KnownName | undefined {
  const known = knownNames.get(sent)
  if (known !== undefined || knownNames.size >= mostNames) return known
  const name = sent.toLowerCase()
  const learned = knownNames.get(name) ?? { name, fate: fateOf(name), lastIn: 0 }
  knownNames.set(name, learned)
  knownNames.set(sent, learned)
  return learned
}
