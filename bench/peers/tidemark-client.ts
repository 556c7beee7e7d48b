import { everyone, personalAudience, type Actor } from '@tidemark/shared/access/actor'
import { chartPrefix } from '@tidemark/shared/charts/chart'
import { currentSchemaVersion, type PageSnapshot, type PrefetchedPull } from '@tidemark/shared/sync/protocol'
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Replicache } from 'replicache'
import { createClientMutators } from '../../web/client/sync/client-mutators'
import { PullPrefetch } from '../../web/client/sync/pull-prefetch'
import { createPuller, createPusher, pushDelayMs, type TransportEvents } from '../../web/client/sync/sync-transport'
import { serveClients } from './client-program.mjs'

const settings = readSettings()
/** Keeps connections alive, as browsers do. */
const agent = new Agent({ keepAlive: true })
const epoch = 1

/** Clients of Tidemark that hold all charts, for `client-program.mjs`: the browser's client without its page. */
serveClients((onChart) => {
  const page: PageSnapshot = { cookie: { order: 0, e: epoch, v: 0, a: '' }, complete: false, entries: [] }
  const prefetch = new PullPrefetch()
  const replicache = new Replicache({
    name: crypto.randomUUID(),
    schemaVersion: currentSchemaVersion,
    mutators: createClientMutators(
      () => actor,
      () => undefined,
    ),
    pusher: createPusher(page, events, { send }),
    puller: createPuller(page, events, { send, prefetch }),
    pushDelay: pushDelayMs,
    kvStore: 'mem',
    logLevel: 'error',
  })
  let count = 0
  const loaded = new Promise<number>((resolve) => {
    replicache.experimentalWatch(
      (diffs) => {
        for (const diff of diffs) {
          if (diff.op === 'add') count += 1
          if (diff.op === 'del') count -= 1
          else onChart(diff.key.slice(chartPrefix.length), nameOf(diff.newValue))
        }
        if (count >= settings.count) resolve(count)
      },
      { prefix: chartPrefix, initialValuesInFirstDiff: true },
    )
  })
  const stopListening = listen(replicache.clientGroupID, (told) => {
    if (told !== null) prefetch.offer(told)
    // A pull that is pending when the client closes fails; that is expected.
    replicache.pull({ now: true }).catch((thrown: unknown) => {
      if (!replicache.closed) throw thrown
    })
  })
  return {
    loaded,
    rename: async (id, name) => {
      await replicache.mutate['updateChart']?.({ id, name, at: Date.now(), actionId: 'bench' })
    },
    close: async () => {
      stopListening()
      await replicache.close()
    },
  }
})

const actor: Actor = {
  kind: 'person',
  userId: settings.userId,
  orgId: settings.workspace,
  role: 'owner',
  audiences: [everyone, personalAudience(settings.userId)],
  grants: [],
}

const events: TransportEvents = {
  onPullStart: () => undefined,
  onPulled: () => undefined,
  onOffline: (reason) => console.error(`a pull failed: ${reason}`),
  onPushed: () => undefined,
  onPushFailed: (reason) => console.error(`a push failed: ${reason}`),
  onSignedOut: () => console.error('signed out'),
  onRefused: ({ message }) => console.error(`refused: ${message}`),
}

/**
 * Calls back for each poke, including the one on opening, with its prefetched answer; returns a function that stops it.
 */
function listen(clientGroup: Promise<string>, onPoke: (prefetched: PrefetchedPull | null) => void): () => void {
  let stop = () => undefined as void
  let isStopped = false
  const start = (clientGroupID: string) => {
    if (isStopped) return
    let rest = ''
    const asked = new URLSearchParams({ org: settings.workspace, clientGroupID })
    const request = open('GET', `/api/replicache/poke?${asked}`, {}, (response) => {
      response.setEncoding('utf8').on('data', (text: string) => {
        const lines = (rest + text).split('\n\n')
        rest = lines.pop() ?? ''
        for (const event of lines) {
          const [head, data] = event.split('data: ')
          // Sent by our own server, typed by the protocol.
          if (head === 'event: pull\n' && data !== undefined) onPoke(JSON.parse(data) as PrefetchedPull)
          else if (data?.startsWith('{"org"')) onPoke(null)
        }
      })
      response.on('error', () => undefined)
    })
    request.on('error', () => undefined)
    request.end()
    stop = () => void request.destroy()
  }
  clientGroup.then(start, (thrown: unknown) => console.error(thrown))
  return () => {
    isStopped = true
    stop()
  }
}

/** Sends a request with a Host header as from a proxy, which `fetch` cannot set. */
async function send(path: string, init: RequestInit): Promise<Response> {
  return await new Promise((resolve, reject) => {
    const headers = Object.fromEntries(new Headers(init.headers))
    const request = open(init.method ?? 'GET', path, headers, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => resolve(new Response(Buffer.concat(chunks), { status: response.statusCode ?? 0 })))
      response.on('error', reject)
    })
    request.on('error', reject)
    request.end(init.body)
  })
}

function open(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  onResponse: (response: IncomingMessage) => void,
) {
  const { url, host, cookie, workspace } = settings
  const own = { host, cookie, 'x-tidemark-workspace': workspace }
  return httpRequest(`${url}${path}`, { method, agent, headers: { ...headers, ...own } }, onResponse)
}

function nameOf(value: unknown): string {
  return typeof value === 'object' && value !== null && 'name' in value ? String(value.name) : ''
}

function readSettings() {
  const read = (name: string) => {
    const value = process.env[name]
    if (value === undefined) throw new Error(`${name} is not set`)
    return value
  }
  return {
    url: read('PEER_URL'),
    host: read('PEER_HOST'),
    cookie: read('PEER_COOKIE'),
    workspace: read('PEER_WORKSPACE'),
    userId: read('PEER_USER'),
    count: Number(read('PEER_COUNT')),
  }
}
