import type { SessionInfo } from '@tidemark/shared/accounts/session-info'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { TeamSession } from '@/client/team-session'
import { askForWorkspaces } from './known-workspaces'

const person = { id: 'ann', name: 'Ann', email: 'ann@example.com' }
// Only the person is read.
const team = { person } as unknown as TeamSession
const told: SessionInfo = { person, workspaces: [], mayCreateWorkspaces: false, expiresAt: 0 }

let signals: AbortSignal[]
beforeEach(() => {
  signals = []
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
  // The first question hangs, as where a network carries nothing.
  vi.stubGlobal('fetch', (_url: string, { signal }: { readonly signal: AbortSignal }) => {
    signals.push(signal)
    if (signals.length > 1) return Promise.resolve(Response.json(told))
    return new Promise((_resolve, reject) =>
      signal.addEventListener('abort', () => reject(new DOMException('given up', 'AbortError'))),
    )
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a question that hangs is given up for a new one, and one that has just begun is not asked again', async () => {
  const first = askForWorkspaces(team)
  await askForWorkspaces(team)
  expect(signals).toHaveLength(1)
  vi.advanceTimersByTime(1_500)
  await askForWorkspaces(team)
  await first
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false])
  await askForWorkspaces(team)
  expect(signals).toHaveLength(3)
})
