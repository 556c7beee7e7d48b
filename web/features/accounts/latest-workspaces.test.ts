import type { SessionInfo } from '@tidemark/shared/accounts/session-info'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { TeamSession } from '@/client/page/page-environment'
import { askForWorkspaces, keepAskingForWorkspaces } from './latest-workspaces'

const person = { id: 'ann', name: 'Ann', email: 'ann@example.com' }
// Only the person is read.
const team = { person } as unknown as TeamSession
const told: SessionInfo = { person, workspaces: [], mayCreateWorkspaces: false, expiresAt: 0 }

interface Asked {
  readonly signal: AbortSignal
  readonly answer: () => void
}

let asked: Asked[]
beforeEach(() => {
  asked = []
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
  // Answered when a test says so, or never, as on a network that carries nothing.
  vi.stubGlobal('fetch', (_url: string, { signal }: { readonly signal: AbortSignal }) => {
    return new Promise<Response>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(new DOMException('given up', 'AbortError')))
      asked.push({ signal, answer: () => resolve(Response.json(told)) })
    })
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('what is asked while another question is under way is asked once that was answered: it may be told how things were', async () => {
  const first = askForWorkspaces(team)
  const others = [askForWorkspaces(team), askForWorkspaces(team)]
  expect(asked).toHaveLength(1)
  asked[0]?.answer()
  await first
  await vi.waitFor(() => expect(asked).toHaveLength(2))
  asked[1]?.answer()
  await Promise.all(others)
  expect(asked.map(({ signal }) => signal.aborted)).toEqual([false, false])
  // No request is pending any more.
  const last = askForWorkspaces(team)
  expect(asked).toHaveLength(3)
  asked[2]?.answer()
  await last
})

test('a question that hangs is given up for somebody who waits, once it had a second', async () => {
  const first = askForWorkspaces(team)
  vi.advanceTimersByTime(600)
  const second = askForWorkspaces(team)
  vi.advanceTimersByTime(300)
  expect(asked[0]?.signal.aborted).toBe(false)
  vi.advanceTimersByTime(100)
  await first
  await vi.waitFor(() => expect(asked).toHaveLength(2))
  vi.advanceTimersByTime(5_000)
  expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, false])
  const third = askForWorkspaces(team)
  vi.advanceTimersByTime(0)
  await second
  await vi.waitFor(() => expect(asked).toHaveLength(3))
  asked[2]?.answer()
  await third
})

test('signs that they may be others are asked about together, and give no question up', async () => {
  const failed: unknown[] = []
  const listeners = new Set<() => void>()
  const stop = keepAskingForWorkspaces(
    team,
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    (thrown) => failed.push(thrown),
  )
  const sign = () => listeners.forEach((listener) => listener())
  for (let count = 0; count < 5; count += 1) sign()
  expect(asked).toHaveLength(0)
  vi.advanceTimersByTime(1_000)
  expect(asked).toHaveLength(1)
  sign()
  vi.advanceTimersByTime(5_000)
  expect(asked.map(({ signal }) => signal.aborted)).toEqual([false])
  asked[0]?.answer()
  await vi.waitFor(() => expect(asked).toHaveLength(2))
  asked[1]?.answer()
  sign()
  stop()
  vi.advanceTimersByTime(5_000)
  expect([asked.length, listeners.size, failed]).toEqual([2, 0, []])
})
