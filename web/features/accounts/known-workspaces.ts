'use client'

import { observable } from '@legendapp/state'
import { rememberWorkspaces } from '@/client/opened-workspaces'
import type { TeamSession } from '@/client/team-session'
import { useSelector } from '@/client/use-selector'
import { fetchSession } from './accounts-api'

type KnownWorkspaces = Pick<TeamSession, 'workspaces' | 'mayCreateWorkspaces'>

const patienceMs = 10_000
/** The menu asks when the pointer comes to it and when it opens, a moment later. */
const sharedMs = 1_000

const told$ = observable<{ readonly latest: KnownWorkspaces | null }>({ latest: null })
let asking: { readonly since: number; readonly end: () => void } | null = null

/** The person's workspaces as the server told last, until it does as the page came: others let people in and out meanwhile. */
export function useKnownWorkspaces(team: TeamSession): KnownWorkspaces {
  return useSelector(() => told$.latest.get()) ?? team
}

/**
 * Asks for them anew, and keeps the answer for starts without the server too. A question that is under way since a moment is not
 * asked again; one that hangs is given up for the new one.
 */
export async function askForWorkspaces({ person }: TeamSession): Promise<void> {
  const since = performance.now()
  if (asking !== null && since - asking.since < sharedMs) return
  asking?.end()
  const controller = new AbortController()
  const own = { since, end: () => controller.abort() }
  asking = own
  const patience = AbortSignal.any([controller.signal, AbortSignal.timeout(patienceMs)])
  const answer = await fetchSession(patience).finally(() => {
    if (asking === own) asking = null
  })
  // Another tab may have signed somebody else in.
  if (!answer.ok || answer.value.person.id !== person.id) return
  const { workspaces, mayCreateWorkspaces } = answer.value
  told$.latest.set({ workspaces, mayCreateWorkspaces })
  rememberWorkspaces(person.id, { workspaces, mayCreateWorkspaces })
}
