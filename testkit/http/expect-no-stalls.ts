import { expect } from 'vitest'
import { clientIpHeader } from '@/server/base/client-ip'
import { apiRouteGroups, apiRoutes } from '@/server/http/api-routes'
import { createApi } from '@/server/http/create-api'
import { openTeamServerBed } from '../team/team-server-bed'
import { publicUrl } from '../team/team-test-bed'
import { hostileRequests, type HostileRequest } from './hostile-requests'
import { longestStall } from './loop-stall'

/** The longest time for which a request may keep all others waiting. */
const maxStallMs = 50

/**
 * Sends hostile texts in each place of each route of a team's server, as its owner, and fails for those that held the
 * event loop for too long. piecesPerPlace: see `hostileRequests`.
 */
export async function expectNoStalls(piecesPerPlace: number): Promise<void> {
  const bed = await openTeamServerBed()
  try {
    const { owner, workspace } = await bed.setUp()
    const api = createApi(apiRoutes)
    const own = { cookie: owner.cookie, 'x-tidemark-workspace': workspace.id, [clientIpHeader]: '203.0.113.7' }
    const send = async ({ method, path, headers, body }: HostileRequest): Promise<void> => {
      const given = { ...own, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers }
      // Some routes look for the hosts that a body names.
      const signal = AbortSignal.timeout(1_000)
      const sent = { method, signal, headers: given, ...(body === undefined ? {} : { body }) }
      const response = await api.fetch(new Request(`${publicUrl}${path}`, sent), {})
      if (response.headers.get('content-type')?.startsWith('text/event-stream')) await response.body?.cancel()
      else await response.arrayBuffer()
    }
    const slow: string[] = []
    for (const request of hostileRequests(apiRouteGroups, piecesPerPlace)) {
      let stallMs = Infinity
      // A collection of garbage may fall into one attempt, hardly into three.
      for (let attempt = 0; attempt < 3 && stallMs > maxStallMs; attempt++)
        // Only the time counts: an answer that breaks off is not the matter here.
        stallMs = Math.min(stallMs, await longestStall(() => send(request).catch(() => undefined)))
      if (stallMs > maxStallMs)
        slow.push(
          `${Math.round(stallMs)} ms: ${request.method} ${request.path.slice(0, 60)} ${request.place.slice(0, 200)}`,
        )
    }
    expect(slow).toEqual([])
  } finally {
    await bed.close()
  }
}
