import { everyone, personalAudience, type Actor } from '@tidemark/shared/access/actor'
import * as z from 'zod/mini'
import { openPostgresStore } from '@/server/store/postgres-store'
import { openSqliteStore } from '@/server/store/sqlite-store'
import { createPokeHub } from '@/server/sync/poke-hub'
import { createSyncService } from '@/server/sync/sync-service'

/**
 * A server process for the durability test: pushes one mutation after the other and prints the id of each acknowledged
 * one, until it is killed.
 */
const { place, nextId } = z.object({ place: z.string(), nextId: z.coerce.number() }).parse(process.env)
const silent = { error: () => undefined, info: () => undefined, debug: () => undefined }
const store = place.startsWith('postgres')
  ? await openPostgresStore({ connectionString: place, log: silent })
  : openSqliteStore({ folder: place, log: silent, startedAt: new Date() })
const sync = createSyncService({ store, pokes: createPokeHub({ log: silent }), log: silent, clock: Date.now })
const ann: Actor = {
  kind: 'person',
  userId: 'ann',
  orgId: 'acme',
  role: 'editor',
  audiences: [everyone, personalAudience('ann')],
  grants: [],
}

async function pushFor(id: number): Promise<void> {
  const args = { id: `f${id}`, parentId: null, name: `folder ${id}`, order: 'a0', at: 0, actionId: 'step' }
  const mutation = { id, clientID: 'c1', name: 'createFolder', args, timestamp: 0 }
  const answer = await sync.push(ann, {
    pushVersion: 1,
    clientGroupID: 'g1',
    profileID: 'p',
    schemaVersion: '1',
    mutations: [mutation],
  })
  if ('error' in answer) throw new Error(answer.error)
  await new Promise((resolve) => process.stdout.write(`${id}\n`, resolve))
}

for (let id = nextId; ; id += 1) await pushFor(id)
