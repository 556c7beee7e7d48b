import { everyone, personalAudience, type Actor } from '@tidemark/shared/access/actor'
import { isJsonObject, type JsonValue } from '@tidemark/shared/base/json'
import {
  currentSchemaVersion,
  type ClientAction,
  type Cookie,
  type Poke,
  type PullResponse,
  type PushRequest,
} from '@tidemark/shared/sync/protocol'
import { inject } from 'vitest'
import { createPostgresTestEngine } from '../store/postgres-test-engine'
import { createSqliteTestEngine } from '../store/sqlite-test-engine'
import { recordingLog, type RecordingLog } from '../store/store-fixtures'
import type { Store } from '@/server/store/store'
import type { TestEngine } from '../store/test-engine'
import { createPokeHub } from '@/server/sync/poke-hub'
import { createSyncService, type SyncService } from '@/server/sync/sync-service'

/** False if this run is for PostgreSQL and there is none. */
export const hasEngine = inject('postgresUrl') !== null

/** The real service on a real store, of the engine of this run; only the clock is a double. */
export interface SyncTestBed {
  readonly store: Store
  readonly sync: SyncService
  readonly log: RecordingLog
  readonly pokes: Poke[]
  readonly clock: { now: number; stepMs: number }
  /** Closes the store, passes its engine to `change`, and opens it again. */
  reopen(change?: (engine: TestEngine) => Promise<void>): Promise<SyncTestBed>
  dispose(): Promise<void>
}

export async function openSyncTestBed(given?: TestEngine): Promise<SyncTestBed> {
  const engine =
    given ?? (inject('postgresUrl') === undefined ? createSqliteTestEngine() : await createPostgresTestEngine())
  const log = recordingLog()
  const store = await engine.open(log)
  const clock = { now: 1_700_000_000_000, stepMs: 0 }
  const pokes: Poke[] = []
  const hub = createPokeHub({ log })
  const publish = (poke: Poke) => {
    pokes.push(poke)
    hub.publish(poke)
  }
  const sync = createSyncService({ store, pokes: { ...hub, publish }, log, clock: () => (clock.now += clock.stepMs) })
  return {
    store,
    sync,
    log,
    pokes,
    clock,
    reopen: async (change) => {
      await store.close()
      await change?.(engine)
      return await openSyncTestBed(engine)
    },
    dispose: async () => {
      await store.close()
      await engine.remove()
    },
  }
}

export function personOf(userId: string, changes: Partial<Actor> = {}): Actor {
  const audiences = [everyone, personalAudience(userId)]
  return { kind: 'person', userId, orgId: 'acme', role: 'editor', audiences, grants: [], ...changes }
}

export type Mutation = PushRequest['mutations'][number]

/** Returns a mutation such as `updateWorkspace` with a stamp; arguments that are no object stay without one. */
export function mutationOf(id: number, name: string, args: JsonValue, clientID = 'c1'): Mutation {
  const stamped = isJsonObject(args) ? { at: 5, actionId: 'step', ...args } : args
  return { id, clientID, name, args: stamped, timestamp: 12.5 }
}

export function createFolderOf(id: number, folderId: string, clientID = 'c1'): Mutation {
  return mutationOf(id, 'createFolder', { id: folderId, parentId: null, name: folderId, order: 'a0' }, clientID)
}

export function pushOf(mutations: Mutation[], changes: Partial<PushRequest> = {}): PushRequest {
  return {
    pushVersion: 1,
    clientGroupID: 'g1',
    profileID: 'p',
    schemaVersion: currentSchemaVersion,
    mutations,
    ...changes,
  }
}

export async function pullFrom(
  bed: SyncTestBed,
  actor: Actor,
  cookie: Cookie | null,
  clientGroupID = 'g1',
): Promise<PullResponse> {
  const answer = await tryPull(bed, actor, cookie, clientGroupID)
  if ('error' in answer) throw new Error(`pull was answered with ${answer.error}`)
  return answer
}

export function tryPull(
  bed: SyncTestBed,
  actor: Actor,
  cookie: Cookie | null,
  clientGroupID = 'g1',
): Promise<PullResponse | ClientAction> {
  return bed.sync.pull(actor, {
    pullVersion: 1,
    clientGroupID,
    profileID: 'p',
    schemaVersion: currentSchemaVersion,
    cookie,
  })
}
