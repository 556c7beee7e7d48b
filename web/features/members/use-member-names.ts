'use client'

import { useEffect, useSyncExternalStore } from 'react'
import { useTeamSession } from '@/client/page/page-environment'
import { fetchMembers } from './members-api'

let namesById: ReadonlyMap<string, string> = new Map()
let askedAt = Number.NEGATIVE_INFINITY
const listeners = new Set<() => void>()
const freshMs = 60_000

/** Returns the names of all members by user id; empty in local mode and until they are loaded. */
export function useMemberNames(): ReadonlyMap<string, string> {
  const isTeam = useTeamSession() !== null
  useEffect(() => {
    if (isTeam && performance.now() - askedAt > freshMs) void refreshMemberNames()
  }, [isTeam])
  return useSyncExternalStore(
    subscribe,
    () => namesById,
    () => none,
  )
}

const none: ReadonlyMap<string, string> = new Map()

/** Reloads the names, as when somebody has joined. Offline the known ones stay. */
export async function refreshMemberNames(): Promise<void> {
  askedAt = performance.now()
  const answer = await fetchMembers()
  if (!answer.ok) {
    askedAt = Number.NEGATIVE_INFINITY
    return
  }
  namesById = new Map(answer.value.members.map(({ userId, name }) => [userId, name]))
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns how a sentence names a person; who has left is known only once the names are. */
export function nameOfMember(userId: string, ownId: string, names: ReadonlyMap<string, string>): string {
  if (userId === ownId) return 'You'
  return names.get(userId) ?? (names.size === 0 ? 'A member' : 'A former member')
}
