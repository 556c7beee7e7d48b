import { everyone, personalAudience, type Actor } from '@tidemark/shared/access/actor'
import type { Cookie, PullResponse } from '@tidemark/shared/sync/protocol'
import type { Store } from '../../web/server/store/store'
import { createPokeHub } from '../../web/server/sync/poke-hub'
import { createSyncService, type SyncService } from '../../web/server/sync/sync-service'
import { percentile } from '../measure.mjs'
import { benchLog, onEachEngine } from './engines'
import { seedCharts, seededChartId, seededFolderId } from './seed-charts'
import { StatementCount } from './statement-count'

type Row = import('../measure.mjs').Row

const sizes = [1_000, 10_000, 100_000] as const
const changedEntries = 10
const folderSize = 10_000
const runs = 60
const warmUpRuns = 10
const maxRatio = 1.5
const maxQuietStatements = 2
const maxQuietBytes = 250
const maxGrantRows = 10

const statements = new StatementCount()

/** Measures the store's cost of pulls and grants on both engines, without HTTP and sessions. */
const rows = await onEachEngine(async (engine, store) => [
  ...(await measurePulls(engine, store)),
  ...(await measureGrants(engine, store)),
])
process.send?.(rows)

async function measurePulls(engine: string, store: Store): Promise<readonly Row[]> {
  const sync = createSyncService({ store, pokes: createPokeHub({ log: benchLog }), log: benchLog, clock: Date.now })
  const orgs: MeasuredOrg[] = []
  for (const size of sizes) orgs.push(await seedOrg(store, sync, size))
  // Alternates, so that other work on the machine affects all sizes.
  for (let run = -warmUpRuns; run < runs; run += 1) {
    for (const { ann, before, now, changedMs, quietMs } of orgs) {
      const changed = await timeOf(() => pull(sync, ann, before))
      const quiet = await timeOf(() => pull(sync, ann, now))
      if (changed.answer.patch.length !== changedEntries || quiet.answer.patch.length > 0)
        throw new Error(`${changed.answer.patch.length} changed entries were pulled, then ${quiet.answer.patch.length}`)
      if (run < 0) continue
      changedMs.push(changed.ms)
      quietMs.push(quiet.ms)
    }
  }
  const costs: { readonly statements: number; readonly bytes: number }[] = []
  for (const { ann, now } of orgs) {
    statements.asked = 0
    const nothing = await pull(sync, ann, now)
    costs.push({ statements: statements.asked, bytes: Buffer.byteLength(JSON.stringify(nothing)) })
  }
  const changed = orgs.map(({ changedMs }) => percentile(changedMs, 0.5))
  const quiet = orgs.map(({ quietMs }) => percentile(quietMs, 0.5))
  return [
    ratioRow(`${engine}: ${changedEntries} changed entries pulled`, changed),
    ratioRow(`${engine}: pull with nothing changed`, quiet),
    {
      what: `${engine}: the same, size`,
      value: Math.max(...costs.map(({ bytes }) => bytes)),
      unit: 'bytes',
      limit: maxQuietBytes,
    },
    ...(store.tables.engine === 'postgres'
      ? [
          {
            what: `${engine}: the same, statements`,
            value: Math.max(...costs.map((cost) => cost.statements)),
            unit: '',
            limit: maxQuietStatements,
            note: 'between the beginning and the end of a transaction',
          },
        ]
      : []),
  ]
}

/** Returns the ratio between the largest and the smallest workspace. mediansMs: in the order of the sizes. */
function ratioRow(what: string, mediansMs: readonly number[]): Row {
  const smallest = mediansMs[0] ?? 0
  const largest = mediansMs.at(-1) ?? 0
  return {
    what: `${what}, org of ${named(sizes[2])} against ${named(sizes[0])}`,
    value: largest / smallest,
    unit: '×',
    limit: maxRatio,
    note: `p50 ${mediansMs.map((ms) => ms.toFixed(2)).join(', ')} ms at ${sizes.map(named).join(', ')}`,
  }
}

interface MeasuredOrg {
  readonly ann: Actor
  /** The cookie of a client that has not seen the changes yet. */
  readonly before: Cookie
  readonly now: Cookie
  readonly changedMs: number[]
  readonly quietMs: number[]
}

async function seedOrg(store: Store, sync: SyncService, size: number): Promise<MeasuredOrg> {
  const ann = personOf('ann', `org-${size}`)
  await seedCharts(store, ann.orgId, size)
  const { cookie: before, patch } = await pull(sync, ann, null)
  if (patch.length !== size + 1) throw new Error(`${patch.length} of ${size + 1} entries were pulled`)
  for (let index = 1; index <= changedEntries; index += 1)
    await sync.mutate(ann, 'updateChart', { id: seededChartId(index), name: 'Sales', at: 1 })
  const { cookie: now } = await pull(sync, ann, before)
  return { ann, before, now, changedMs: [], quietMs: [] }
}

async function timeOf<T>(work: () => Promise<T>): Promise<{ readonly answer: T; readonly ms: number }> {
  const startedAt = performance.now()
  const answer = await work()
  return { answer, ms: performance.now() - startedAt }
}

/**
 * Measures granting a person access to a folder with many entries and revoking it, while another person may see it and
 * a third may not.
 */
async function measureGrants(engine: string, store: Store): Promise<readonly Row[]> {
  const org = 'org-of-grants'
  const sync = createSyncService({ store, pokes: createPokeHub({ log: benchLog }), log: benchLog, clock: Date.now })
  const [ann, bob, dave] = [personOf('ann', org), personOf('bob', org), personOf('dave', org)]
  await seedCharts(store, org, folderSize)
  const grant = (userId: string) => ({ to: { kind: 'person', userId }, level: 'edit' })
  const setAccess = async (people: readonly string[]) => {
    const before = await pullAll(sync, [ann, bob, dave])
    const version = before[0]?.cookie.v ?? 0
    await sync.mutate(ann, 'setFolderAccess', { id: seededFolderId, access: people.map(grant), at: 1 })
    const written = await rowsWrittenAfter(store, org, version)
    const [toAnn = 0, toBob = 0, toDave = 0] = await Promise.all(
      [ann, bob, dave].map(async (actor, index) => chartsIn(await pull(sync, actor, before[index]?.cookie ?? null))),
    )
    return { written, toAnn, toBob, toDave }
  }
  await setAccess(['ann'])
  const granted = await setAccess(['ann', 'bob'])
  const revoked = await setAccess(['ann'])
  if (granted.toBob !== folderSize || revoked.toBob !== folderSize)
    throw new Error(`${granted.toBob} charts were given and ${revoked.toBob} taken away`)
  return [
    {
      what: `${engine}: grant on a folder of ${named(folderSize)}, rows written`,
      value: granted.written,
      unit: '',
      limit: maxGrantRows,
    },
    { what: `${engine}: revoke on it, rows written`, value: revoked.written, unit: '', limit: maxGrantRows },
    {
      what: `${engine}: grant and revoke, entries sent to two others`,
      value: granted.toAnn + granted.toDave + revoked.toAnn + revoked.toDave,
      unit: '',
      limit: 0,
      note: `${named(granted.toBob)} to the one it concerns`,
    },
  ]
}

async function pullAll(sync: SyncService, actors: readonly Actor[]): Promise<readonly PullResponse[]> {
  return await Promise.all(actors.map((actor) => pull(sync, actor, null)))
}

/** Counts the folder's charts in a pull's answer; the folder itself has changed for everyone who sees it. */
function chartsIn({ patch }: PullResponse): number {
  return patch.filter((operation) => 'key' in operation && operation.key.startsWith('chart/')).length
}

/** Counts the written rows, including the workspace's own row. */
async function rowsWrittenAfter({ tables }: Store, org: string, version: number): Promise<number> {
  const parameters = tables.engine === 'postgres' ? ['$1', '$2'] : ['?1', '?2']
  const counts = ['entry', 'revision', 'audience_move'].map(
    (table) => `(SELECT count(*) FROM ${table} WHERE org = ${parameters[0]} AND version > ${parameters[1]})`,
  )
  const { rows: found } = await tables.read(`SELECT 1 + ${counts.join(' + ')} AS count`, [org, version])
  const [row] = found as readonly { readonly count: number | string }[]
  return Number(row?.count)
}

async function pull(sync: SyncService, actor: Actor, cookie: Cookie | null): Promise<PullResponse> {
  const answer = await sync.pull(actor, {
    pullVersion: 1,
    clientGroupID: `group-${actor.userId}`,
    profileID: 'bench',
    schemaVersion: '1',
    cookie,
  })
  if ('error' in answer) throw new Error(answer.error)
  return answer
}

function personOf(userId: string, orgId: string): Actor {
  return { kind: 'person', userId, orgId, role: 'editor', audiences: [everyone, personalAudience(userId)], grants: [] }
}

function named(count: number): string {
  return count.toLocaleString('en-GB')
}
