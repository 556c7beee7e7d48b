import type { PendingMutation } from 'replicache'
import * as z from 'zod/mini'
import { readStored, type StoredValues } from './unsent-store'

/**
 * The object store of Replicache 15, read directly (see replicache/src/dag/key.ts, db/commit.ts,
 * persist/client-groups.ts): heads and chunks by key. Tabs with the same mutators form a client group with a common
 * head.
 */
const storeName = 'chunks'
const groupsHead = 'h/client-groups'
const keyOfChunk = (hash: string) => `c/${hash}/d`

const groupsSchema = z.record(
  z.string(),
  z.object({
    headHash: z.string(),
    lastServerAckdMutationIDs: z.record(z.string(), z.number()),
    /** The server does not know the group any more: Replicache sends nothing of it again. */
    disabled: z.boolean(),
  }),
)

const localCommit = 4
const commitSchema = z.object({
  meta: z.union([
    z.object({
      type: z.literal(localCommit),
      basisHash: z.string(),
      clientID: z.string(),
      mutationID: z.number(),
      mutatorName: z.string(),
      mutatorArgsJSON: z.json(),
    }),
    // A snapshot from the server: pending mutations lie above it.
    z.object({ type: z.literal(5), lastMutationIDs: z.record(z.string(), z.number()) }),
  ]),
})

/**
 * Reads the last mutation of each client that the snapshot below a head includes. read: returns a chunk's data by its
 * hash.
 */
export async function readIncluded(
  head: string,
  read: (hash: string) => Promise<unknown>,
): Promise<Readonly<Record<string, number>>> {
  for (let hash = head; ;) {
    const { meta }: z.infer<typeof commitSchema> = commitSchema.parse(await read(hash))
    if (meta.type !== localCommit) return meta.lastMutationIDs
    hash = meta.basisHash
  }
}

/**
 * Reads the changes in a Replicache database that the server does not have, as far as they are on disk: a tab writes
 * new changes and confirmations up to two seconds late. Creates no client, so nothing is written or sent.
 */
export async function readReplica(idbName: string): Promise<readonly PendingMutation[]> {
  return (await readStored(idbName, storeName, readPendingOf)) ?? []
}

async function readPendingOf(store: StoredValues): Promise<readonly PendingMutation[]> {
  const groupsHash: unknown = await store.get(groupsHead)
  if (typeof groupsHash !== 'string') return []
  const groups = groupsSchema.parse(await store.get(keyOfChunk(groupsHash)))
  const pending: PendingMutation[] = []
  for (const { headHash, lastServerAckdMutationIDs: acknowledged, disabled } of Object.values(groups)) {
    if (disabled) continue
    for (let hash = headHash; ;) {
      const { meta }: z.infer<typeof commitSchema> = commitSchema.parse(await store.get(keyOfChunk(hash)))
      if (meta.type !== localCommit) break
      const { clientID, mutationID: id, mutatorName: name, mutatorArgsJSON: args } = meta
      if (id > (acknowledged[clientID] ?? 0)) pending.push({ clientID, id, name, args })
      hash = meta.basisHash
    }
  }
  return pending
}
