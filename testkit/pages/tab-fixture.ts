import type { PullRequestV1, PushRequestV1, WriteTransaction } from 'replicache'
import { ReplicacheImpl } from 'replicache/impl'
import { afterEach, beforeEach, vi } from 'vitest'
import { stubIndexedDb } from './stub-indexed-db'

const schemaVersion = '1'
export const stamp = { at: 1, actionId: 'step' }

let open: ReplicacheImpl[]

/** Gives each test of a file a browser that stores nothing yet; its tabs close with the test. */
export function setUpBrowser(): void {
  beforeEach(() => {
    open = []
    vi.spyOn(console, 'debug').mockReturnValue(undefined)
    stubIndexedDb()
    const storage: Storage & Record<string, string> = Object.create({
      getItem: (key: string) => storage[key] ?? null,
      setItem: (key: string, text: string) => void (storage[key] = text),
      removeItem: (key: string) => void delete storage[key],
    })
    vi.stubGlobal('localStorage', storage)
    vi.stubGlobal('document', Object.assign(new EventTarget(), { cookie: '', visibilityState: 'visible' }))
    vi.stubGlobal('navigator', {
      locks: {
        request: (_name: string, ...rest: readonly unknown[]) =>
          (rest.at(-1) as (lock: object) => Promise<unknown>)({}),
        query: () => Promise.resolve({}),
      },
    })
  })
  afterEach(async () => {
    for (const replicache of open) await replicache.close()
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })
}

/** Opens a tab of a workspace. Its server receives what is sent while it can be reached. */
export function openTab(workspace: string, { person = 'ann', epoch = 1, isOnline = false } = {}) {
  const databaseName = `tidemark:store:${workspace}:${person}`
  const had: Record<string, number> = {}
  const info = () => ({ httpStatusCode: isOnline ? 200 : 0, errorMessage: '' })
  const write = async (tx: WriteTransaction, args: { readonly id: string }) => await tx.set(args.id, args)
  const replicache = new ReplicacheImpl({
    name: `${databaseName}:${epoch}`,
    schemaVersion,
    mutators: { createFolder: write, discardMutationError: write },
    pushDelay: 0,
    pullInterval: null,
    logLevel: 'error',
    logSinks: [{ log: () => undefined }],
    pusher: async (request) => {
      for (const { clientID, id } of isOnline ? (request as PushRequestV1).mutations : []) had[clientID] = id
      return { httpRequestInfo: info() }
    },
    puller: async (request) => ({
      httpRequestInfo: info(),
      ...(isOnline && {
        response: {
          cookie: Number((request as PullRequestV1).cookie ?? 0) + 1,
          lastMutationIDChanges: { ...had },
          patch: [],
        },
      }),
    }),
  })
  open.push(replicache)
  return {
    databaseName,
    replicache,
    make: async (...ids: readonly string[]) => {
      for (const id of ids) await replicache.mutate.createFolder({ id, ...stamp })
    },
    /** Writes to disk, as a tab does by itself a moment after a change. */
    write: () => replicache.persist(),
    close: () => replicache.close(),
  }
}
