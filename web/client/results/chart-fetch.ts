import { chartTokenEndpoint } from '@tidemark/shared/query/chart-token'
import { apiFetch } from '../page/http'

interface Pass {
  readonly token: string
  /** By this page's clock, a margin before the pass ends. */
  readonly renewAt: number
}

/** Leaves time for a request to arrive. */
const marginMs = 30_000
let pass: Promise<Pass | Response> | null = null

/**
 * Calls `fetch` for the chart host with a pass from the web server. A pass is requested if there is none, when it ends,
 * and once more if the chart host refuses it, since the person's role may have changed. If the web server gives none,
 * its answer is returned.
 */
export async function chartFetch(chartHost: string, path: string, init: RequestInit): Promise<Response> {
  const given = await validPass()
  const first = await present(given, chartHost, path, init)
  if (given instanceof Response || first.status !== 401) return first
  // Another tile may have fetched a new pass meanwhile.
  if ((await pass) === given) pass = null
  return await present(await validPass(), chartHost, path, init)
}

async function present(given: Pass | Response, chartHost: string, path: string, init: RequestInit): Promise<Response> {
  if (given instanceof Response) return given.clone()
  const headers = new Headers(init.headers)
  headers.set('authorization', `Bearer ${given.token}`)
  return await fetch(`${chartHost}${path}`, { ...init, headers, credentials: 'omit' })
}

/** Returns a valid pass; tiles that ask at once share one request. */
async function validPass(): Promise<Pass | Response> {
  const known = pass
  const given = await (pass ??= askForPass())
  if (given instanceof Response || given.renewAt > Date.now()) return given
  // Another tile may have asked while this one waited.
  if (pass === known) pass = null
  return await (pass ??= askForPass())
}

function askForPass(): Promise<Pass | Response> {
  const passRequest = (async () => {
    const response = await apiFetch(chartTokenEndpoint.path, { method: chartTokenEndpoint.method })
    if (!response.ok) return response
    const { token, expiresInMs } = chartTokenEndpoint.answer.parse(await response.json())
    return { token, renewAt: Date.now() + expiresInMs - marginMs }
  })()
  const forget = () => {
    if (pass === passRequest) pass = null
  }
  // A refusal or a network failure reaches those who wait but is not cached.
  passRequest.then((given) => given instanceof Response && forget(), forget)
  return passRequest
}
