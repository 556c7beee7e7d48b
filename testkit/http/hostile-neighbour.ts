import { setImmediate, setTimeout } from 'node:timers/promises'
import { workspaceHeader } from '@tidemark/shared/accounts/workspace-address'
import type { WorkspaceSummary } from '@tidemark/shared/accounts/session-info'
import { expect } from 'vitest'
import { clientIpHeader } from '@/server/base/client-ip'
import { forkPort } from '@/server/engine/process/child-port'
import type { OpenProcess, ProcessOptions, ProcessPort } from '@/server/engine/process/process-port'
import { apiRouteGroups, apiRoutes } from '@/server/http/api-routes'
import { createApi } from '@/server/http/create-api'
import { openTeamServerBed } from '../team/team-server-bed'
import { publicUrl, type TestPerson } from '../team/team-test-bed'
import { hostileRequests, type HostileRequest } from './hostile-requests'

/** Times that people of another workspace waited while one person attacked the server, in milliseconds. */
export interface Felt {
  readonly sentCount: number
  readonly askedCount: number
  readonly selectP95Ms: number
  /** The same without an attack, on the machine as busy as it is. */
  readonly calmP95Ms: number
  readonly slowestSyncMs: number
  /** The queries and changes that failed, and the processes of theirs that ended. */
  readonly failures: readonly string[]
}

const markOfOthers = 'of another workspace'
const attackers = 6
const longestAttackMs = 500

/** Lets an editor of one workspace send this many hostile requests while somebody in another one asks and changes. */
export async function feelHostileNeighbour(count: number): Promise<Felt> {
  const failures: string[] = []
  const over = new AbortController()
  const bed = await openTeamServerBed({
    openProcess: watchProcesses((failure) => over.signal.aborted || failures.push(failure)),
  })
  try {
    const { owner, workspace: attacked } = await bed.setUp()
    const made = await bed.ask('POST', '/api/workspaces', { as: owner, body: { name: 'Beside', slug: 'beside' } })
    const beside = (made.body as WorkspaceSummary).id
    const [attacker, neighbour] = [
      await bed.join(owner, 'editor', attacked.id),
      await bed.join(owner, 'editor', beside),
    ]
    const api = createApi(apiRoutes)
    const sendAs = async (
      person: TestPerson,
      workspace: string,
      { method, path, headers, body }: HostileRequest,
      signal?: AbortSignal,
    ) => {
      const given = {
        cookie: person.cookie,
        [workspaceHeader]: workspace,
        [clientIpHeader]: '203.0.113.7',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      }
      const sent = { method, headers: given, ...(body === undefined ? {} : { body }), ...(signal && { signal }) }
      const response = await api.fetch(new Request(`${publicUrl}${path}`, sent), {})
      if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return await response.text()
      await response.body?.cancel()
      return ''
    }

    // Both have an engine before it begins.
    await sendAs(attacker, attacked.id, sqlRequest('select 1'))
    await sendAs(neighbour, beside, sqlRequest(`select 1 as one -- ${markOfOthers}`))
    const calmMs: number[] = []
    for (let index = 0; index < 20; index++) {
      const at = performance.now()
      await sendAs(neighbour, beside, sqlRequest(`select 1 as one -- ${markOfOthers}`))
      calmMs.push(performance.now() - at)
    }
    let sentCount = 0
    const requests = attacksOf(count)
    const attack = async () => {
      for (const request of requests) {
        sentCount += 1
        // As from a socket: each request comes in a turn of its own.
        await setImmediate()
        // Refusals and broken answers are what an attacker expects.
        await sendAs(attacker, attacked.id, request, AbortSignal.timeout(longestAttackMs)).catch(() => undefined)
      }
    }
    const selectMs: number[] = []
    const ask = async () => {
      while (!over.signal.aborted) {
        const at = performance.now()
        const text = await sendAs(neighbour, beside, sqlRequest(`select 1 as one -- ${markOfOthers}`))
        selectMs.push(performance.now() - at)
        if (!text.includes('"columns":[[1]]')) failures.push(text.slice(0, 300))
        await pause()
      }
    }
    const syncMs: number[] = []
    const change = async () => {
      for (let id = 1; !over.signal.aborted; id++) {
        const used = process.cpuUsage()
        const at = performance.now()
        const text = await sendAs(neighbour, beside, pushRequest(id))
        // What other programs took of the processor does not count.
        const { user, system } = process.cpuUsage(used)
        syncMs.push(Math.min(performance.now() - at, (user + system) / 1e3))
        if (text !== '{}') failures.push(text.slice(0, 300))
        await pause()
      }
    }
    const others = [ask(), change()]
    await Promise.all(Array.from({ length: attackers }, attack))
    over.abort()
    await Promise.all(others)
    return {
      sentCount,
      askedCount: selectMs.length,
      selectP95Ms: p95Of(selectMs),
      calmP95Ms: p95Of(calmMs),
      slowestSyncMs: Math.max(...syncMs),
      failures,
    }
  } finally {
    over.abort()
    await bed.close()
  }
}

function p95Of(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Infinity
}

const pause = () => setTimeout(20)

function* attacksOf(count: number): Generator<HostileRequest> {
  let sent = 0
  for (;;)
    for (const request of hostileRequests(apiRouteGroups, 1)) {
      sent += 1
      if (sent > count) return
      if (sent % 330 === 50)
        yield sqlRequest(`SELECT ${sent}, json_structure(repeat('[', 200000) || repeat(']', 200000))`)
      else if (sent % 200 === 20) yield sqlRequest(`SELECT count(*) + ${sent} FROM range(1000000000000) a, range(9) b`)
      else yield request
    }
}

function sqlRequest(sql: string): HostileRequest {
  const item = { query: { kind: 'sql', connectionId: 'local', sql }, cache: { mode: 'fresh' } }
  const body = JSON.stringify({ runId: 'r1', items: [item] })
  const headers = { accept: 'application/json' }
  return { method: 'POST', path: '/api/chart/run-query', place: 'sql', headers, body }
}

function pushRequest(id: number): HostileRequest {
  const args = { id: `f${id}`, parentId: null, name: 'Growth', order: 'a0', at: 0, actionId: '1' }
  const mutation = { id, clientID: 'neighbour-1', name: 'createFolder', args, timestamp: 0 }
  const body = { pushVersion: 1, clientGroupID: 'neighbour', profileID: '', schemaVersion: '1', mutations: [mutation] }
  return { method: 'POST', path: '/api/replicache/push', place: 'push', body: JSON.stringify(body) }
}

/** Records each end of a process that ran a query of the other workspace. */
function watchProcesses(onFailure: (failure: string) => void): OpenProcess {
  return <In, Out>(options: ProcessOptions): ProcessPort<In, Out> => {
    const port = forkPort<In, Out>(options)
    let isOfOthers = false
    return {
      ...port,
      postMessage: (message) => {
        if (!isOfOthers && JSON.stringify(message).includes(markOfOthers)) isOfOthers = true
        port.postMessage(message)
      },
      onExit: (listener) =>
        port.onExit((how) => {
          if (isOfOthers) onFailure(`a process of the other workspace ended: ${how}`)
          listener(how)
        }),
    }
  }
}

/** Fails if the others felt more than they may. */
export async function expectUndisturbed(count: number): Promise<void> {
  const felt = await feelHostileNeighbour(count)
  expect(felt.failures).toEqual([])
  expect(felt.sentCount).toBe(count)
  expect(felt.askedCount).toBeGreaterThan(10)
  // Not 1 s or 300 ms alone: what is asked takes turns of the event loop and shares the cores with the attacker's engine,
  // and what other programs take of them is in both times. On a machine of its own the second part is small.
  expect(felt.selectP95Ms).toBeLessThanOrEqual(1_000 + 10 * felt.calmP95Ms)
  expect(felt.slowestSyncMs).toBeLessThanOrEqual(300 + 10 * felt.calmP95Ms)
}
