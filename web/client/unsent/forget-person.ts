import { deleteDB } from 'idb'
import { dropDatabase } from 'replicache'
import { writeChoicesCookie } from '../page/choices-cookie'
import { databaseLock } from '../page/hold-database'
import { writeOpenedCookie } from './note-opened'
import { forgetLastWorkspace } from '../page/last-workspace'
import { openedAs } from '../page/opened-workspaces'
import { recoverDatabase } from './recover-replicas'
import { RecoveredChanges } from './recovered-changes'
import {
  databaseOfJournal,
  isJournal,
  isReplica,
  isRecoveryName,
  listStoredDatabases,
  ownerOf,
  readJournal,
  readLeft,
  readWaiting,
  rememberNotToForget,
  rememberStays,
  replicaOf,
  recoveryNameOf,
  type Left,
  type Owner,
  type StoredReplica,
} from './unsent-store'
import { isWaitingName, listWaitingImages } from './waiting-images'

/** Deletes this browser's data of people who signed out. Returns how many unsent changes are kept for their return. */
export async function forgetThoseWhoLeft(): Promise<number> {
  // Every tab loads a next page, but only one of them does the work.
  return await navigator.locks.request('tidemark-forget', forgetNow)
}

async function forgetNow(): Promise<number> {
  let keptCount = 0
  for (const left of readLeft()) {
    keptCount += await forgetPerson(left)
    localStorage.removeItem(recentKey)
    forgetLastWorkspace()
    rememberNotToForget(left.userId)
  }
  return keptCount
}

function forgetPerson({ userId, unsent }: Left): Promise<number> {
  return forget((kept) => kept.userId === userId, unsent)
}

/**
 * Deletes this browser's data of workspaces of which a person is no longer a member; unsent changes are kept, though no
 * page offers them any more. A workspace that is open in a tab waits until it is closed.
 */
export async function forgetLostWorkspaces(userId: string, memberOf: readonly string[]): Promise<void> {
  await forget((kept) => kept.userId === userId && !memberOf.includes(kept.orgId), 'keep')
}

async function forget(isMeant: (owner: Owner) => boolean, unsent: Left['unsent']): Promise<number> {
  let keptCount = 0
  const isTheirs = (name: string) => {
    const owner = ownerOf(name)
    return owner !== null && isMeant(owner)
  }
  const journals = Object.keys(localStorage).filter((key) => isJournal(key) && isTheirs(key))
  // A journal that cannot be kept elsewhere stays.
  const unkept = unsent === 'discard' ? [] : await keepJournals(journals)
  const listed = (await listStoredDatabases()).filter(isTheirs)
  const replicas = listed.flatMap((name) => replicaOf(name) ?? [])
  for (const replica of replicas) {
    await navigator.locks.request(databaseLock(replica.idbName), async () => {
      const isSafe = unsent === 'discard' || (await keepUnsent(replica))
      if (isSafe) await dropDatabase(replica.idbName)
    })
  }
  // Includes changes made until just now; their recovered copies may be the first of the workspace.
  const workspaces = [...replicas.map(({ databaseName }) => databaseName), ...journals.map(databaseOfJournal)]
  const recovered = workspaces.map(recoveryNameOf)
  const now = (await listStoredDatabases()).filter(isTheirs)
  const staying: string[] = []
  for (const name of new Set([...listed, ...now, ...recovered])) {
    if (isReplica(name)) continue
    const count = unsent === 'keep' ? await countKeptIn(name) : 0
    if (count === 0) await deleteDB(name)
    else staying.push(name)
    keptCount += count
  }
  const keys = Object.keys(localStorage).filter(isTheirs)
  for (const key of keys) forgetCookie(key)
  for (const key of keys) if (!unkept.includes(key)) localStorage.removeItem(key)
  for (const name of staying) rememberStays(name)
  return keptCount
}

/** Counts the unsent work in a database, which then stays. */
async function countKeptIn(name: string): Promise<number> {
  if (isRecoveryName(name)) return (await readWaiting(name)).length
  const owner = isWaitingName(name) ? ownerOf(name) : null
  return owner === null ? 0 : (await listWaitingImages(owner.databaseName)).length
}

/** Removes the cookie with the choices, or what was opened last, of this local-storage entry, which holds the same. */
function forgetCookie(key: string): void {
  const [, databaseName, path] = /^(.+):(?:choices:(\/.+)|last-opened)$/.exec(key) ?? []
  const opened = databaseName === undefined ? null : openedAs(databaseName)
  if (opened === null) return
  const base = `/w/${opened.team.workspace.slug}`
  if (path === undefined) writeOpenedCookie(opened.databaseName, base, '')
  else writeChoicesCookie(opened.databaseName, base + path, '')
}

/** The local-storage key of the command palette's recently opened ids. */
const recentKey = 'tidemark-recent'

function keepUnsent({ name, databaseName, schemaVersion }: StoredReplica): Promise<boolean> {
  const recovered = new RecoveredChanges(databaseName)
  return recoverDatabase(name, schemaVersion, (found) => recovered.keepFound(found))
}

/** Copies journals to the recovered changes; returns the keys of those that could not be kept. */
async function keepJournals(keys: readonly string[]): Promise<readonly string[]> {
  const unkept: string[] = []
  for (const key of keys) {
    const found = readJournal(key)?.map((change, id) => ({ clientID: key, id, ...change }))
    const isKept = found !== undefined && (await new RecoveredChanges(databaseOfJournal(key)).keepFound(found))
    if (!isKept) unkept.push(key)
  }
  return unkept
}
