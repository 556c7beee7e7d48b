import { everyone, personalAudience } from '@tidemark/shared/access/actor'
import { folderAudience } from '@tidemark/shared/access/folder-access'
import { isJsonObject } from '@tidemark/shared/base/json'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { folderPrefix } from '@tidemark/shared/folders/folder'
import { epochFactor, mutationErrorPrefix, type Cookie, type PullResponse } from '@tidemark/shared/sync/protocol'
import { overwrittenTextPrefix } from '@tidemark/shared/sync/overwritten-text'
import type { SyncService } from '../server/sync/sync-service'
import type { Author, Client, LiveEntry, Store, StoreReadTx, StoreWriteTx, Written } from '../server/store/store'
import { override } from './override'
import { people } from './sim-people'

/**
 * A possible mistake of a server, wrapped around the real store or service of a simulation. Created for each
 * simulation, because some have state.
 */
export interface PlantedBug {
  readonly store?: (store: Store) => Store
  readonly service?: (service: SyncService, store: Store) => SyncService
}

/** The bugs by name, with functions that create them. `docs/simulation.md` summarises them. */
export const plantedBugs = {
  'same cookie when there is nothing to send': () =>
    onPull((answer, { cookie }) => (cookie !== null && answer.patch.length === 0 ? { ...answer, cookie } : answer)),

  'refused mutation does not count': () =>
    onWrite((tx) => {
      let isRefused = false
      return override(tx, {
        putEntry: async (key, value, audience) => {
          isRefused = key.startsWith(mutationErrorPrefix)
          if (!isRefused) await tx.putEntry(key, value, audience)
        },
        putClient: async (client) => {
          if (!isRefused) await tx.putClient(client)
          isRefused = false
        },
      })
    }),

  'refused mutation leaves no note': () =>
    onWrite((tx) =>
      override(tx, {
        putEntry: async (key, value, audience) => {
          if (!key.startsWith(mutationErrorPrefix)) await tx.putEntry(key, value, audience)
        },
      }),
    ),

  'nobody is told whose text was written over': () =>
    onWrite((tx) =>
      override(tx, {
        putEntry: async (key, value, audience) => {
          if (!key.startsWith(overwrittenTextPrefix)) await tx.putEntry(key, value, audience)
        },
      }),
    ),

  'lists of questions are written over as a whole': () => withoutBasis('updateQuestion'),
  'styles of columns are written over as a whole': () => withoutBasis('updateChart'),

  'no check of ids already done': () => pushFrom((last, first) => Math.min(last, first - 1)),

  'no check of ids left out': () => pushFrom((last, first) => Math.max(last, first - 1)),

  'rows from an older snapshot than the cookie': () =>
    onRead((tx) =>
      override(tx, {
        listChanges: async (afterVersion, audiences) => {
          const { version } = await tx.getOrg()
          return (await tx.listChanges(afterVersion, audiences)).filter((entry) => entry.version < version)
        },
      }),
    ),

  'lost audience keeps its keys': () =>
    onPull((answer, { cookie }) =>
      cookie !== null && cookie.a !== answer.cookie.a
        ? { ...answer, patch: answer.patch.filter(({ op }) => op === 'put') }
        : answer,
    ),

  'the schema before is not served': () => {
    let newest = 0
    const isOld = (version: string) => Number(version) < (newest = Math.max(newest, Number(version)))
    const refused = { error: 'VersionNotSupported', versionType: 'schema' } as const
    return {
      service: (service) =>
        override(service, {
          push: async (actor, request) => (isOld(request.schemaVersion) ? refused : await service.push(actor, request)),
          pull: async (actor, request) => (isOld(request.schemaVersion) ? refused : await service.pull(actor, request)),
        }),
    }
  },

  'audiences of the cookie are trusted': () =>
    onPull((answer, { cookie }) =>
      cookie === null ? answer : { ...answer, cookie: { ...answer.cookie, a: cookie.a } },
    ),

  'database failure skips the mutation': () => ({
    store: (store) =>
      override(store, {
        write: async <T>(orgId: string, author: Author, run: (tx: StoreWriteTx) => Promise<T>) => {
          const clients: Omit<Client, 'version'>[] = []
          const noting = (tx: StoreWriteTx) =>
            override(tx, {
              putClient: async (client) => {
                clients.push(client)
                await tx.putClient(client)
              },
            })
          try {
            return await store.write(orgId, author, (tx) => run(noting(tx)))
          } catch (thrown) {
            if (clients.length === 0) throw thrown
            await store.write(orgId, author, async (tx) => {
              for (const client of clients) await tx.putClient(client)
            })
            throw thrown
          }
        },
      }),
  }),

  'database failure is answered with yes': () => ({
    service: (service) =>
      override(service, {
        push: async (actor, request) => {
          try {
            return await service.push(actor, request)
          } catch (thrown) {
            if (thrown instanceof TidemarkError && thrown.code === 'store-failed') return {}
            throw thrown
          }
        },
      }),
  }),

  'effects and last id in two transactions': () => ({
    store: (store) =>
      override(store, {
        write: async <T>(orgId: string, author: Author, run: (tx: StoreWriteTx) => Promise<T>): Promise<Written<T>> => {
          const clients: Omit<Client, 'version'>[] = []
          const later = (tx: StoreWriteTx) =>
            override(tx, {
              putClient: async (client) => {
                clients.push(client)
              },
            })
          const written = await store.write(orgId, author, (tx) => run(later(tx)))
          if (clients.length === 0) return written
          const { version } = await store.write(orgId, author, async (tx) => {
            for (const client of clients) await tx.putClient(client)
          })
          return { value: written.value, version }
        },
      }),
  }),

  'cookie does not rise with other audiences': () =>
    onPull((answer) => ({
      ...answer,
      cookie: { ...answer.cookie, order: answer.cookie.e * epochFactor + answer.cookie.v },
    })),

  'restore keeps the epoch': () => onWrite((tx) => override(tx, { raiseEpoch: async () => tx.collectTombstones(0) })),

  'clients go on over a restore': () => ({
    service: (service) =>
      override(service, {
        push: (actor, { epoch: _, ...request }) => service.push(actor, request),
        pull: async (actor, request) => {
          const answer = await service.pull(actor, request)
          if (!('error' in answer) || request.cookie === null) return answer
          const whole = await service.pull(actor, { ...request, cookie: null })
          return 'error' in whole ? whole : { ...whole, patch: [{ op: 'clear' }, ...whole.patch] }
        },
      }),
  }),

  'new client reads tombstones': () => ({
    service: (service, store) =>
      override(service, {
        pull: async (actor, request) => {
          const answer = await service.pull(actor, request)
          if ('error' in answer || request.cookie !== null) return answer
          const changes = await store.read(actor.orgId, (tx) => tx.listChanges(0, actor.audiences))
          const dels = changes.filter(({ value }) => value === null).map(({ key }) => ({ op: 'del', key }) as const)
          return { ...answer, patch: [...dels, ...answer.patch] }
        },
      }),
  }),

  'tombstones are collected in silence': () =>
    onRead((tx) => override(tx, { getOrg: async () => ({ ...(await tx.getOrg()), gcVersion: 0 }) })),

  'everything again without a clear': () =>
    onPull((answer) => ({ ...answer, patch: answer.patch.filter(({ op }) => op !== 'clear') })),

  'rows of other audiences': () =>
    onRead((tx) =>
      override(tx, {
        scanEntries: async (prefix, audiences, limit) =>
          tx.scanEntries(prefix, [...new Set([...audiences, ...(await folderAudiences(tx))])].sort(), limit),
      }),
    ),

  'deletions of other audiences': () =>
    onRead((tx) =>
      override(tx, {
        listChanges: async (afterVersion, audiences) => {
          const all = [...(await folderAudiences(tx)), ...people.map(personalAudience)]
          const others = all.filter((audience) => !audiences.includes(audience))
          const deleted = (await tx.listChanges(afterVersion, others)).filter(({ value }) => value === null)
          return [...(await tx.listChanges(afterVersion, audiences)), ...deleted]
        },
      }),
    ),

  'what moved away stays': () => onRead((tx) => override(tx, { listMoved: async () => [] })),

  'everybody hears what moved away': () =>
    onRead((tx) =>
      override(tx, { listMoved: async (version) => await tx.listMoved(version, await folderAudiences(tx)) }),
    ),

  'a lost folder takes what came into it later': () =>
    onRead((tx) =>
      override(tx, {
        listHeld: async (_version, audiences) => (await tx.scanEntries('', audiences)).map(({ key }) => key),
      }),
    ),

  'a gained folder brings only what changes': () =>
    onRead((tx) =>
      override(tx, {
        scanEntries: async (prefix, audiences, limit) =>
          prefix === '' && !audiences.includes(everyone) ? [] : tx.scanEntries(prefix, audiences, limit),
      }),
    ),

  'rights are remembered from the first request': () => {
    let folders: readonly LiveEntry[] | undefined
    return onRead((tx) =>
      override(tx, {
        listEntries: async (prefix) =>
          prefix === folderPrefix ? (folders ??= await tx.listEntries(prefix)) : await tx.listEntries(prefix),
      }),
    )
  },

  'what moves keeps its first audience': () =>
    onWrite((tx) =>
      override(tx, {
        putEntry: async (key, value, audience) =>
          tx.putEntry(key, value, (await tx.getEntry(key))?.audience ?? audience),
      }),
    ),

  'tiles stay behind when their dashboard moves': () =>
    onWrite((tx) => override(tx, { moveEntry: async () => undefined })),

  'last ids of one client only': () =>
    onRead((tx) =>
      override(tx, {
        listClients: async (groupId, afterVersion) => (await tx.listClients(groupId, afterVersion)).slice(0, 1),
      }),
    ),

  'client group of another is taken': () => ({
    service: (service) =>
      override(service, {
        push: async (actor, request) => {
          try {
            return await service.push(actor, request)
          } catch (thrown) {
            if (thrown instanceof TidemarkError && thrown.code === 'foreign-client-group') return {}
            throw thrown
          }
        },
      }),
  }),

  'answers are taken to have arrived': () => {
    const sent = new Map<string, Cookie>()
    return {
      service: (service) =>
        override(service, {
          pull: async (actor, request) => {
            const last = sent.get(request.clientGroupID)
            const isBehind =
              request.cookie !== null && last !== undefined && last.e === request.cookie.e && last.v > request.cookie.v
            const answer = await service.pull(actor, isBehind ? { ...request, cookie: last } : request)
            if ('cookie' in answer) sent.set(request.clientGroupID, answer.cookie)
            return answer
          },
        }),
    }
  },

  'prefetched for where the group stood before': () => {
    const bases = new Map<string, Cookie>()
    return {
      service: (service) =>
        override(service, {
          prefetchPull: async (actor, clientGroupID) => {
            const prefetched = await service.prefetchPull(actor, clientGroupID)
            if (prefetched === null) return null
            const base = bases.get(clientGroupID) ?? prefetched.base
            bases.set(clientGroupID, prefetched.base)
            return { ...prefetched, base }
          },
        }),
    }
  },

  'state of an old replica': () => {
    const replicated = new Map<string, PullResponse>()
    return {
      service: (service) =>
        override(service, {
          pull: async (actor, request) => {
            const answer = await service.pull(actor, request)
            if ('error' in answer || request.cookie !== null) return answer
            const key = `${answer.cookie.e} ${answer.cookie.a}`
            const old = replicated.get(key)
            if (old === undefined) replicated.set(key, answer)
            return old ?? answer
          },
        }),
    }
  },
} as const satisfies Record<string, () => PlantedBug>

/** Returns the audiences of all folders. */
async function folderAudiences(tx: StoreReadTx): Promise<readonly string[]> {
  return (await tx.listEntries(folderPrefix)).map(({ key }) => folderAudience(key.slice(folderPrefix.length)))
}

/** Forgets what changes were based on, so that they replace what is there. */
function withoutBasis(name: string): PlantedBug {
  return {
    service: (service) =>
      override(service, {
        push: async (actor, request) => {
          const mutations = request.mutations.map((mutation) =>
            mutation.name === name && isJsonObject(mutation.args)
              ? { ...mutation, args: { ...mutation.args, basedOn: undefined } }
              : mutation,
          )
          return await service.push(actor, { ...request, mutations })
        },
      }),
  }
}

/** Changes each answer of a pull that is not an error. */
function onPull(
  change: (answer: PullResponse, request: { readonly cookie: Cookie | null }) => PullResponse,
): PlantedBug {
  return {
    service: (service) =>
      override(service, {
        pull: async (actor, request) => {
          const answer = await service.pull(actor, request)
          return 'error' in answer ? answer : change(answer, request)
        },
      }),
  }
}

/** Wraps each writing transaction. */
function onWrite(change: (tx: StoreWriteTx) => StoreWriteTx): PlantedBug {
  return {
    store: (store) =>
      override(store, { write: (orgId, author, run) => store.write(orgId, author, (tx) => run(change(tx))) }),
  }
}

/** Wraps each reading transaction. */
function onRead(change: (tx: StoreReadTx) => StoreReadTx): PlantedBug {
  return { store: (store) => override(store, { read: (orgId, run) => store.read(orgId, (tx) => run(change(tx))) }) }
}

/** Makes a push begin elsewhere than after the client's last id. first: the client's lowest id in the request. */
function pushFrom(lastId: (last: number, first: number) => number): PlantedBug {
  let firstIds = new Map<string, number>()
  return {
    service: (service) =>
      override(service, {
        push: async (actor, request) => {
          firstIds = new Map()
          for (const { clientID, id } of request.mutations)
            firstIds.set(clientID, Math.min(id, firstIds.get(clientID) ?? id))
          return await service.push(actor, request)
        },
      }),
    store: (store) =>
      override(store, {
        write: (orgId, author, run) =>
          store.write(orgId, author, (tx) =>
            run(
              override(tx, {
                getClient: async (id) => {
                  const client = await tx.getClient(id)
                  const first = firstIds.get(id)
                  if (client === undefined || first === undefined) return client
                  return { ...client, lastMutationId: lastId(client.lastMutationId, first) }
                },
              }),
            ),
          ),
      }),
  }
}
