import type { Oracle } from './oracle'
import type { Random } from './random'
import type { SimClient } from './sim-client'
import type { SimServer } from './sim-server'
import type { Verdict } from './violation'

interface ForgeryParts {
  readonly random: Random
  readonly server: SimServer
  readonly oracle: Oracle
  readonly verdict: Verdict
  readonly victim: SimClient
  readonly people: readonly string[]
}

/** Sends a request that no honest client would send. The server must refuse or ignore it, and nothing may change. */
export async function forge({ random, server, oracle, verdict, victim, people }: ForgeryParts): Promise<void> {
  const groupId = await victim.groupId()
  const isKnown = [...oracle.now.groupsByClient.values()].includes(groupId)
  const somebodyElse = random.pick(people.filter((person) => person !== victim.actor.userId))
  const args = { id: 'forged', parentId: null, name: 'forged', order: 'a0', at: 1, actionId: 'forged' }
  const pushOf = (clientGroupID: string, clientID: string, id: number) =>
    JSON.stringify({
      pushVersion: 1,
      clientGroupID,
      profileID: 'p',
      schemaVersion: server.schemaVersions[0],
      mutations: [{ id, clientID, name: 'createFolder', args, timestamp: 1 }],
    })
  const nextId = (oracle.now.lastIds.get(victim.clientId) ?? 0) + 1
  const pull = {
    pullVersion: 1,
    clientGroupID: groupId,
    profileID: 'p',
    schemaVersion: server.schemaVersions[0],
    cookie: null,
  }
  const forgeries = {
    'a push into the group of another': {
      as: somebodyElse,
      url: '/push',
      body: pushOf(groupId, victim.clientId, nextId),
      status: 403,
    },
    'a pull of the group of another': { as: somebodyElse, url: '/pull', body: JSON.stringify(pull), status: 403 },
    'a push as the client of another': {
      as: somebodyElse,
      url: '/push',
      body: pushOf('forged-group', victim.clientId, nextId),
      status: oracle.now.lastIds.has(victim.clientId) ? 403 : null,
    },
    'an id out of order': {
      as: victim.actor.userId,
      url: '/push',
      body: pushOf(groupId, victim.clientId, nextId + 2),
      status: 200,
    },
    'arguments that are no JSON': { as: victim.actor.userId, url: '/push', body: '{"pushVersion":1,', status: 400 },
  } as const
  // Before its first push a group belongs to nobody, and an unknown client counts as new.
  const possible = isKnown
    ? (Object.keys(forgeries) as (keyof typeof forgeries)[])
    : (['an id out of order', 'arguments that are no JSON'] as const)
  const forgery = random.pick(possible)
  const { as, url, body, status } = forgeries[forgery]
  if (status === null) return
  const before = oracle.version
  const { diskFailureChance } = server
  server.diskFailureChance = 0
  const answer = await server.handle(url, body, as)
  server.diskFailureChance = diskFailureChance
  verdict.check(
    'refusals-right',
    answer.status === status,
    () => `${forgery} was answered with ${answer.status} ${answer.text}`,
  )
  verdict.check('refusals-right', oracle.version === before, () => `${forgery} changed something`)
}
