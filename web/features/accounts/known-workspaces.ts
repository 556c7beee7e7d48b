'use client'

import { observable } from '@legendapp/state'
import { rememberWorkspaces } from '@/client/opened-workspaces'
import type { TeamSession } from '@/client/team-session'
import { useSelector } from '@/client/use-selector'
import { fetchSession } from './accounts-api'

type KnownWorkspaces = Pick<TeamSession, 'workspaces' | 'mayCreateWorkspaces'>

const patienceMs = 10_000

const told$ = observable<{ readonly latest: KnownWorkspaces | null }>({ latest: null })
let isAsking = false

/** The person's workspaces as the server told last, until it does as the page came: others let people in and out meanwhile. */
export function useKnownWorkspaces(team: TeamSession): KnownWorkspaces {
  return useSelector(() => told$.latest.get()) ?? team
}

/** Asks for them anew, and keeps the answer for starts without the server too. */
export async function askForWorkspaces({ person }: TeamSession): Promise<void> {
  if (isAsking) return
  isAsking = true
  const answer = await fetchSession(AbortSignal.timeout(patienceMs))
  isAsking = false
  // Another tab may have signed somebody else in.
  if (!answer.ok || answer.value.person.id !== person.id) return
  const { workspaces, mayCreateWorkspaces } = answer.value
  told$.latest.set({ workspaces, mayCreateWorkspaces })
  rememberWorkspaces(person.id, { workspaces, mayCreateWorkspaces })
}
