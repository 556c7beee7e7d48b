import type { PendingMutation } from 'replicache'
import { isDiscarding } from '@tidemark/shared/sync/mutation-errors'
import { isAmong } from './change-journal'
import { readReplica } from './read-replica'
import {
  isJournal,
  isReplica,
  listJournals,
  listStoredDatabases,
  ownerOf,
  readJournal,
  readRecovered,
  recoveryNameOf,
  type JournalledChange,
  type Owner,
  type RecoveredMutation,
} from './unsent-store'
import { listWaitingImages, isWaitingName } from './waiting-images'

/** The number of a person's changes in one workspace that are in this browser but not on the server. */
export interface UnsentCount {
  readonly orgId: string
  readonly count: number
}

/** The unsent changes of a page's own workspace, which the page knows better than the disk does. */
export interface OpenReplica {
  readonly databaseName: string
  readonly clientId: string
  /** False if the browser stores nothing. */
  readonly isOnDisk: boolean
  readonly pending: readonly PendingMutation[]
  /** Recovered changes that exist only in this page, because the disk has no room for them. */
  readonly recovered: readonly RecoveredMutation[]
  /** The key of the journal of this page's own latest changes. */
  readonly journalKey: string
  /** Changes that are being made and are not pending yet. */
  readonly making: readonly JournalledChange[]
}

/**
 * Counts what a person would lose if this browser forgot them, per workspace with any such change: pending changes
 * (also in databases of earlier epochs), journalled and recovered ones, and pictures that were not sent. open: the workspace of this page, if it has
 * one.
 */
export async function countUnsent(userId: string, open: OpenReplica | null): Promise<readonly UnsentCount[]> {
  const databases = open?.isOnDisk === false ? [] : await listStoredDatabases()
  const journals = listJournals()
  const opened = open === null ? [] : [`${open.databaseName}:`]
  const workspaces = new Map<string, Owner & { readonly names: string[] }>()
  for (const name of [...databases, ...journals, ...opened]) {
    const owner = ownerOf(name)
    if (owner?.userId !== userId) continue
    const known = workspaces.get(owner.databaseName)
    if (known === undefined) workspaces.set(owner.databaseName, { ...owner, names: [name] })
    else known.names.push(name)
  }
  const counts: UnsentCount[] = []
  for (const { databaseName, orgId, names } of workspaces.values()) {
    const count = await countOf({
      open: open?.databaseName === databaseName ? open : null,
      replicas: names.filter(isReplica),
      recovered: names.find((name) => name === recoveryNameOf(databaseName)),
      journals: names.filter(isJournal),
    })
    const images = names.some(isWaitingName) ? await listWaitingImages(databaseName) : []
    if (count + images.length > 0) counts.push({ orgId, count: count + images.length })
  }
  return counts
}

/** The names of the stores with one workspace's changes. */
interface Places {
  readonly open: OpenReplica | null
  readonly replicas: readonly string[]
  readonly recovered: string | undefined
  readonly journals: readonly string[]
}

async function countOf({ open, replicas, recovered, journals }: Places): Promise<number> {
  // Read before the databases: a change that moves to a database meanwhile is found in both and counted once.
  const journalled = [
    ...(open?.making ?? []),
    ...journals.flatMap((key) => (key === open?.journalKey ? [] : (readJournal(key) ?? []))),
  ]
  const stored = (await Promise.all(replicas.map(readReplica))).flat()
  const changes = new Map<string, Pick<PendingMutation, 'name' | 'args'>>()
  // The page knows best which of its own changes the server has by now.
  for (const change of stored) if (change.clientID !== open?.clientId) changes.set(keyOf(change), change)
  for (const row of recovered === undefined ? [] : await readRecovered(recovered)) {
    if (row.isDone) changes.delete(row.key)
    else changes.set(row.key, row)
  }
  for (const row of open?.recovered ?? []) changes.set(row.key, row)
  for (const change of open?.pending ?? []) changes.set(keyOf(change), change)
  const known = [...changes.values()]
  const others = journalled.filter((change) => !isAmong(known, change))
  return [...known, ...others].filter(({ name }) => !isDiscarding(name)).length
}

function keyOf({ clientID, id }: PendingMutation): string {
  return `${clientID}/${id}`
}
