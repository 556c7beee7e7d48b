import type { Actor } from '@tidemark/shared/access/actor'
import type { OwnFlags } from '@tidemark/shared/flags/own-flags'

type Who = Pick<Actor, 'orgId' | 'userId'>

const maxPeople = 10_000
const byPerson = new Map<string, OwnFlags>()

/**
 * Returns the flags last sent to a person. Error reports use it because they must not read the store, which may have
 * failed.
 */
export function getLastFlags(who: Who): OwnFlags | undefined {
  return byPerson.get(keyOf(who))
}

export function rememberOwnFlags(who: Who, own: OwnFlags): void {
  if (byPerson.size >= maxPeople) byPerson.clear()
  byPerson.set(keyOf(who), own)
}

function keyOf({ orgId, userId }: Who): string {
  return JSON.stringify([orgId, userId])
}
