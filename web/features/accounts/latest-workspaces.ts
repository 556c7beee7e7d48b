'use client'

import { observable } from '@legendapp/state'
import { rememberWorkspaces } from '@/client/page/opened-workspaces'
import type { TeamSession } from '@/client/page/page-environment'
import { useSelector } from '@/client/page/use-selector'
import { fetchSession } from './accounts-api'

type LatestWorkspaces = Pick<TeamSession, 'workspaces' | 'mayCreateWorkspaces'>

const patienceMs = 10_000
/** How long a person waits for a pending request whose answer may be outdated. */
const outdatedMs = 1_000
/** The pause after a sign of change: workspaces change as often as people work in them. */
const pauseMs = 1_000

interface Question {
  /** In milliseconds of `performance.now()`. */
  readonly since: number
  readonly giveUp: () => void
  readonly ended: Promise<void>
}

const told$ = observable<{ readonly latest: LatestWorkspaces | null }>({ latest: null })
let asking: Question | null = null
let next: Promise<void> | null = null

/**
 * Returns the person's workspaces as last received; until then as the page brought them. Others add and remove people
 * meanwhile.
 */
export function useLatestWorkspaces(team: TeamSession): LatestWorkspaces {
  return useSelector(() => told$.latest.get()) ?? team
}

/**
 * Requests the workspaces again for a person who waits. A pending request may return an earlier state, so another
 * follows it; one that hangs is aborted. Resolves once a request was answered or failed.
 */
export function askForWorkspaces(team: TeamSession): Promise<void> {
  if (asking !== null) {
    const { since, giveUp, ended } = asking
    const timer = setTimeout(giveUp, since + outdatedMs - performance.now())
    void ended.then(() => clearTimeout(timer))
  }
  return askInTurn(team)
}

/** Requests the workspaces a moment after each sign that they may have changed. Returns a function that stops it. */
export function keepAskingForWorkspaces(
  team: TeamSession,
  subscribe: (listener: () => void) => () => void,
  onFailed: (thrown: unknown) => void,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const askSoon = () => {
    timer ??= setTimeout(() => {
      timer = undefined
      askInTurn(team).catch(onFailed)
    }, pauseMs)
  }
  const unsubscribe = subscribe(askSoon)
  return () => {
    clearTimeout(timer)
    unsubscribe()
  }
}

/** Requests them now, or once after the pending request. */
function askInTurn(team: TeamSession): Promise<void> {
  if (asking === null) return next ?? ask(team)
  next ??= asking.ended.then(() => {
    next = null
    return ask(team)
  })
  return next
}

/** Requests the workspaces and stores the answer, also for starts without the server. */
async function ask({ person }: TeamSession): Promise<void> {
  const controller = new AbortController()
  const answered = fetchSession(AbortSignal.any([controller.signal, AbortSignal.timeout(patienceMs)]))
  const end = () => {
    asking = null
  }
  asking = { since: performance.now(), giveUp: () => controller.abort(), ended: answered.then(end, end) }
  const answer = await answered
  // Another tab may have signed in somebody else.
  if (!answer.ok || answer.value.person.id !== person.id) return
  const { workspaces, mayCreateWorkspaces } = answer.value
  told$.latest.set({ workspaces, mayCreateWorkspaces })
  rememberWorkspaces(person.id, { workspaces, mayCreateWorkspaces })
}
