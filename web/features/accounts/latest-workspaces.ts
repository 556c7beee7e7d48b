'use client'

import { observable } from '@legendapp/state'
import { rememberWorkspaces } from '@/client/page/opened-workspaces'
import type { TeamSession } from '@/client/page/page-environment'
import { useSelector } from '@/client/page/use-selector'
import { fetchSession } from './accounts-api'

type LatestWorkspaces = Pick<TeamSession, 'workspaces' | 'mayCreateWorkspaces'>

const patienceMs = 10_000
/** How long a question may take that somebody waits for and whose answer may be outdated. */
const outdatedMs = 1_000
/** Other workspaces change as often as people work in them. */
const pauseMs = 1_000

interface Question {
  /** Performance milliseconds. */
  readonly since: number
  readonly giveUp: () => void
  readonly ended: Promise<void>
}

const told$ = observable<{ readonly latest: LatestWorkspaces | null }>({ latest: null })
let asking: Question | null = null
let next: Promise<void> | null = null

/** The person's workspaces as the server told last, until it does as the page came: others let people in and out meanwhile. */
export function useLatestWorkspaces(team: TeamSession): LatestWorkspaces {
  return useSelector(() => told$.latest.get()) ?? team
}

/**
 * Asks for them anew, for somebody who waits. What a question that is under way is answered may be how things stood before, so it is
 * asked again after that one; one that hangs is given up. Resolves once it was answered, or was not.
 */
export function askForWorkspaces(team: TeamSession): Promise<void> {
  if (asking !== null) {
    const { since, giveUp, ended } = asking
    const timer = setTimeout(giveUp, since + outdatedMs - performance.now())
    void ended.then(() => clearTimeout(timer))
  }
  return askInTurn(team)
}

/** Asks for them a moment after each sign that they may be others. Returns how to stop. */
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

/** Now, or once after the question that is under way. */
function askInTurn(team: TeamSession): Promise<void> {
  if (asking === null) return next ?? ask(team)
  next ??= asking.ended.then(() => {
    next = null
    return ask(team)
  })
  return next
}

/** Keeps the answer for starts without the server too. */
async function ask({ person }: TeamSession): Promise<void> {
  const controller = new AbortController()
  const answered = fetchSession(AbortSignal.any([controller.signal, AbortSignal.timeout(patienceMs)]))
  const end = () => {
    asking = null
  }
  asking = { since: performance.now(), giveUp: () => controller.abort(), ended: answered.then(end, end) }
  const answer = await answered
  // Another tab may have signed somebody else in.
  if (!answer.ok || answer.value.person.id !== person.id) return
  const { workspaces, mayCreateWorkspaces } = answer.value
  told$.latest.set({ workspaces, mayCreateWorkspaces })
  rememberWorkspaces(person.id, { workspaces, mayCreateWorkspaces })
}
