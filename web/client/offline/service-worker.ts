/**
 * Lets Tidemark start without its server: stores the shell page and all files of one build, prefers the server whenever
 * it can be reached, and never touches `/api` and public pages. The server prepends the build to this script.
 */
declare const tidemarkBuild: { readonly id: string; readonly files: readonly string[] }

interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface WorkerFetchEvent extends WorkerEvent {
  readonly request: Request
  readonly preloadResponse: Promise<Response | undefined>
  respondWith(response: Promise<Response>): void
}
interface WorkerScope {
  readonly registration: ServiceWorkerRegistration
  readonly clients: {
    claim(): Promise<void>
    matchAll(): Promise<readonly { postMessage(message: unknown): void }[]>
  }
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate', listener: (event: WorkerEvent) => void): void
  addEventListener(type: 'fetch', listener: (event: WorkerFetchEvent) => void): void
}

// This project is typed for pages, so the parts of a worker's global that are used are declared above.
const scope = globalThis as unknown as WorkerScope

const shellPath = '/app-shell'
const cachePrefix = 'tidemark-'
const cacheName = cachePrefix + tidemarkBuild.id
/** Statuses of a proxy whose server cannot be reached. */
const unreachableStatuses: ReadonlySet<number> = new Set([502, 503, 504])

scope.addEventListener('install', (event) => event.waitUntil(install()))
scope.addEventListener('activate', (event) => event.waitUntil(activate()))
scope.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin || /^\/(?:api|p|embed)\//.test(pathname)) return
  if (request.mode === 'navigate') event.respondWith(answerPage(event))
  else if (pathname.startsWith('/_next/static/')) event.respondWith(answerFile(request))
})

async function install(): Promise<void> {
  const cache = await caches.open(cacheName)
  const shell = await fetch(shellPath, { cache: 'no-store' })
  if (!shell.ok || shell.redirected) throw new Error(`the shell page was answered with ${shell.status}`)
  await cache.put(shellPath, shell)
  // File names contain a hash of the content: what an earlier build has stored need not be fetched again.
  await Promise.all(
    tidemarkBuild.files.map(async (file) => {
      const known = await caches.match(file)
      await (known === undefined ? cache.add(file) : cache.put(file, known))
    }),
  )
  // Open pages lose nothing: their files stay stored, and new pages come from the server.
  await scope.skipWaiting()
}

/** Keeps the previous build as well: its pages may still be open, and their server no longer has their files. */
async function activate(): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith(cachePrefix) && name !== cacheName)
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)))
  await scope.registration.navigationPreload.enable()
  await scope.clients.claim()
  for (const client of await scope.clients.matchAll()) client.postMessage({ tidemarkBuild: tidemarkBuild.id })
}

async function answerPage({ request, preloadResponse }: WorkerFetchEvent): Promise<Response> {
  try {
    const response = (await preloadResponse) ?? (await fetch(request))
    return unreachableStatuses.has(response.status) ? ((await shellPage()) ?? response) : response
  } catch (thrown) {
    const shell = await shellPage()
    if (shell === undefined) throw thrown
    return shell
  }
}

/**
 * Returns a new response, so that the page keeps the requested address. Its headers carry the policy that its scripts
 * need.
 */
async function shellPage(): Promise<Response | undefined> {
  const kept = await (await caches.open(cacheName)).match(shellPath)
  return kept && new Response(kept.body, { headers: kept.headers })
}

async function answerFile(request: Request): Promise<Response> {
  return (await caches.match(request)) ?? (await fetch(request))
}

/** Makes this file a module, so that its names do not collide with those of other scripts. */
export type TidemarkBuild = typeof tidemarkBuild
