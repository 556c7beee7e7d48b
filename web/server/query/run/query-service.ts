import type { Actor } from '@tidemark/shared/access/actor'
import { err, ok, type Result } from '@tidemark/shared/base/result'
import type { Connection } from '@tidemark/shared/connections/connection'
import { defaultConnectionLimits as usual } from '@tidemark/shared/connections/connection-limits'
import { catalogue } from '@tidemark/shared/errors/catalogue'
import { TidemarkError, toTidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { CategoryHues } from '@tidemark/shared/query/category-hues'
import type { RunItem, RunQueryRequest } from '@tidemark/shared/query/run-query'
import type { RemoteQuery } from '@/server/connectors/connector'
import { createRefusalCache, overReadable, type RefusalCache } from '../plan/over-readable'
import type { RunnableQuery } from '@/server/engine/process/engine-messages'
import type { EnginePool } from '@/server/engine/process/engine-pool'
import type { Logger } from '@/server/observability/log'
import { logFailure } from '@/server/observability/log-failure'
import type { SnapshotView, SyncService } from '@/server/sync/sync-service'
import type { ConnectionService } from '@/server/connectors/connection-service'
import type { CategoryHueStore } from '../plan/category-hue-store'
import { consolidate } from './consolidate'
import { failedResult, successResult, type EncodedResult, type QueuedNote } from './encoded-result'
import { errorFor } from '../plan/error-for'
import { pointsDialectOf } from '../points/points-dialect'
import { runPoints } from '../points/points-run'
import { hasLostData, lostData, planRun, prefixesOf, type DataPath, type RunPlan } from '../plan/plan-run'
import { createAnswerCache, type StoredAnswer } from './answer-cache'
import { createRunQueue, type QueueLimits } from './run-queue'
import { createRunRegistry } from './run-registry'
import { createSharedRuns } from './shared-runs'
import type { StoppableRuns, TellStop } from './stop-notice'
import { defaultRecheckMs, refusalOf, watchRights } from './watch-rights'
import { createBreather } from '@/server/base/breather'
import type { ActorNow } from '@/server/base/admitted-actor'

export interface QueryService extends StoppableRuns {
  /**
   * Yields results in the order they finish, one per item, even if it fails; they are the engine's bytes, not decoded.
   * Aborting the signal stops the engine. `actorNow` is called every few seconds; an item that the actor may no longer
   * run is stopped and answered with the refusal. With `progress`, also yields the queue positions of waiting items.
   */
  runEncoded(
    actor: Actor,
    request: RunQueryRequest,
    signal: AbortSignal,
    actorNow?: ActorNow,
  ): AsyncGenerator<EncodedResult | QueuedNote>
  /** Stops the actor's run, or some items of it, on this or another instance; has no effect if there is none. */
  cancel(actor: Actor, runId: string, items?: readonly number[]): void
}

export interface QueryServiceOptions {
  readonly engine: Pick<EnginePool, 'run'>
  readonly connections: Pick<ConnectionService, 'run'>
  readonly sync: Pick<SyncService, 'readView'>
  readonly categoryHues: CategoryHueStore
  readonly dataPath: DataPath
  readonly log: Logger
  readonly tellStop?: TellStop
  /** Default: a cache of this service's own. */
  readonly refusals?: RefusalCache
  readonly limits?: Partial<
    QueueLimits & { readonly timeoutMs: number; readonly cacheBytes: number; readonly recheckMs: number }
  >
}

const defaultMaxAgeMs = 60_000
const usualCache = { mode: 'max-age' } as const
const noTiming = { queueMs: 0, planMs: 0, executeMs: 0, fetchMs: 0, encodeMs: 0 }

/** An item's plan, or the failure of planning it. */
type PlannedItem = Result<RunPlan, unknown>

/**
 * Creates the service that answers run-query: it plans each item for its actor and takes the answer from the cache or
 * the engine.
 */
export function createQueryService({
  engine,
  connections,
  sync,
  categoryHues,
  dataPath,
  log,
  tellStop = () => undefined,
  refusals = createRefusalCache({ clock: Date.now }),
  limits = {},
}: QueryServiceOptions): QueryService {
  const {
    perConnection = usual.running,
    perPerson = usual.runningPerPerson,
    waiting = usual.waiting,
    waitingPerPerson = usual.waitingPerPerson,
    timeoutMs = usual.seconds * 1000,
    cacheBytes = 128 * 1024 ** 2,
    recheckMs = defaultRecheckMs,
  } = limits
  const cache = createAnswerCache(cacheBytes)
  const sharedRuns = createSharedRuns({
    run: (plan, signal) => {
      const { orgId, connection, points } = plan
      const run = (query: RunnableQuery) =>
        connection === null
          ? engine.run(query, signal, orgId)
          : connections.run(orgId, connection, withTimeout(query, connection), signal)
      return overReadable(
        plan,
        (asked) => (points === null ? run(asked) : runPoints(run, asked, points, pointsDialectOf(connection))),
        refusals,
      )
    },
    queue: createRunQueue({ perConnection, perPerson, waiting, waitingPerPerson }),
    cache,
    timeoutMs,
  })
  const registry = createRunRegistry()

  const loggedFiles = new Set<string | undefined>()
  /** Logs each unreadable file once, because every tile and every refresh would repeat it. */
  const logUnreadable = (error: TidemarkError): void => {
    if (loggedFiles.has(error.detail)) return
    loggedFiles.add(error.detail)
    log.error({ code: error.code, detail: error.detail }, error.message)
  }

  const planItems = async (
    actor: Actor,
    snapshot: SnapshotView,
    items: readonly RunItem[],
  ): Promise<readonly PlannedItem[]> => {
    const breathe = createBreather()
    const planned: PlannedItem[] = []
    for (const item of items) {
      await breathe()
      try {
        planned.push(ok(planRun(actor, snapshot, item, dataPath)))
      } catch (thrown) {
        planned.push(err(thrown))
      }
    }
    const toRun = planned.flatMap((plan, index) =>
      plan.ok && needsRun(plan.value, items[index]?.cache) ? [plan.value] : [],
    )
    const readings = consolidate(actor, toRun)
    return planned.map((plan) => {
      const overCached = plan.ok ? readings.get(plan.value) : undefined
      return plan.ok && overCached !== undefined
        ? ok({ ...plan.value, query: { ...plan.value.query, overCached } })
        : plan
    })
  }

  const storedFor = (plan: RunPlan, { mode, maxAgeMs = defaultMaxAgeMs }: NonNullable<RunItem['cache']>) => {
    const stored = mode === 'fresh' ? undefined : cache.get(plan.key)
    return { stored, isFresh: stored !== undefined && Date.now() - stored.at <= maxAgeMs }
  }
  const needsRun = (plan: RunPlan, asked: RunItem['cache'] = usualCache): boolean =>
    asked.mode !== 'only-cache' && !storedFor(plan, asked).isFresh

  const runItem = async (
    actor: Actor,
    planned: Promise<readonly PlannedItem[]>,
    item: RunItem,
    index: number,
    signal: AbortSignal,
    onPlace: ((place: number) => void) | undefined,
  ): Promise<EncodedResult> => {
    let plan: RunPlan | undefined
    try {
      const made = (await planned)[index]
      if (made === undefined) throw new Error('an item of the request was not planned')
      if (!made.ok) throw made.error
      plan = made.value
      return await answer(actor, plan, item, index, signal, onPlace)
    } catch (thrown) {
      const error = toTidemarkError(thrown)
      if (error.code === 'dataset-unreadable') logUnreadable(error)
      if (catalogue[error.code].reportable) logFailure(log, error)
      return errorResult(index, error, plan)
    }
  }

  const answer = async (
    actor: Actor,
    plan: RunPlan,
    item: RunItem,
    index: number,
    signal: AbortSignal,
    onPlace: ((place: number) => void) | undefined,
  ): Promise<EncodedResult> => {
    const { mode } = item.cache ?? usualCache
    const { stored, isFresh } = storedFor(plan, item.cache ?? usualCache)
    if (stored !== undefined && (isFresh || mode !== 'max-age')) {
      if (!isFresh && mode === 'stale-while-revalidate') revalidate(actor, plan)
      return resultOf(index, plan, stored, isFresh ? 'hit' : 'stale', noTiming)
    }
    if (mode === 'only-cache') throw new TidemarkError('result-not-cached')
    if (mode === 'fresh') refusals.doubt(plan)
    const { answer: computed, queueMs, isShared } = await sharedRuns.execute(plan, queueKeyOf(actor), signal, onPlace)
    return resultOf(index, plan, computed, isShared ? 'shared' : 'miss', { queueMs, ...computed.result.timing })
  }

  const resultOf = async (...[index, plan, stored, state, timing]: Parameters<typeof stateResult>) => {
    const hues = plan.colorBy === null ? undefined : await categoryHues.of(plan.orgId, plan.colorBy, stored.result)
    return stateResult(index, plan, stored, state, timing, hues)
  }

  /** Refreshes a stale answer in the background; the caller has already received it. */
  const revalidate = (actor: Actor, plan: RunPlan): void => {
    sharedRuns.execute(plan, queueKeyOf(actor), new AbortController().signal).catch((thrown: unknown) => {
      log.debug({ key: plan.key, code: toTidemarkError(thrown).code }, 'a stale result could not be refreshed')
    })
  }

  return {
    runEncoded: async function* (actor, request, signal, actorNow = () => Promise.resolve(actor)) {
      const run = registry.start(actor, { id: request.runId, itemCount: request.items.length }, signal)
      const pending = new Map<number, Promise<EncodedResult>>()
      const prefixes = prefixesOf(request.items)
      const refusedItems = new Map<number, TidemarkError>()
      const refuse = (index: number, error: TidemarkError) => {
        refusedItems.set(index, error)
        run.stop(index)
      }
      let planned: Promise<readonly PlannedItem[]> = Promise.resolve([])
      const rights = watchRights(async () => {
        const indexes = [...pending.keys()]
        const refusal = await refusalOf(async () => {
          const present = await actorNow()
          const snapshot = await sync.readView(present, prefixes)
          const before = await planned
          const breathe = createBreather()
          for (const index of indexes) {
            await breathe()
            const item = request.items[index]
            const plan = before[index]
            const look = (asked: RunItem) => mustStillHave(plan, planRun(present, snapshot, asked, dataPath))
            const itsOwn = item && (await refusalOf(() => look(item), log))
            if (itsOwn) refuse(index, itsOwn)
          }
        }, log)
        if (refusal !== null) for (const index of indexes) refuse(index, refusal)
      }, recheckMs)
      try {
        planned = sync
          .readView(actor, prefixes)
          .then((view) => planItems(actor, view, request.items))
          .then((items) => {
            const { orgId: org, userId } = actor
            // Cached answers need no notice: they return at once, so there is nothing to stop on other instances.
            if (items.some((plan, index) => plan.ok && needsRun(plan.value, request.items[index]?.cache)))
              tellStop({ stop: 'run', org, userId, id: request.runId, startedAt: run.startedAt })
            return items
          })
        const notes = createQueuedNotes()
        for (const [index, itemSignal] of run.signals.entries()) {
          const item = request.items[index]
          const onPlace = request.progress ? (place: number) => notes.say(index, place) : undefined
          if (item !== undefined) pending.set(index, runItem(actor, planned, item, index, itemSignal, onPlace))
        }
        while (pending.size > 0) {
          const next = await Promise.race([...pending.values(), ...(request.progress ? [notes.changed()] : [])])
          for (const note of notes.take()) if (pending.has(note.item)) yield note
          if (next === undefined) continue
          await rights.lookIfLate()
          pending.delete(next.item)
          const refusal = refusedItems.get(next.item)
          yield refusal === undefined ? next : errorResult(next.item, refusal, undefined)
        }
      } finally {
        rights.end()
        // The caller left before all results were ready.
        if (pending.size > 0) run.stop()
        run.end()
      }
    },
    cancel: (actor, runId, items) => {
      registry.cancel(actor, runId, items)
      const { orgId: org, userId } = actor
      tellStop({ stop: 'run', org, userId, id: runId, ...(items === undefined ? {} : { items: [...items] }) })
    },
    cancelHere: (owner, runId, items) => registry.cancel(owner, runId, items),
    replaceHere: (owner, runId, startedAt) => registry.replace(owner, runId, startedAt),
  }
}

/** Fails with `forbidden` if data that an item can read has been taken away from the actor since it was planned. */
function mustStillHave(before: PlannedItem | undefined, now: RunPlan): void {
  if (before?.ok && hasLostData(before.value, now)) throw lostData()
}

function withTimeout(query: RunnableQuery, { limits: { seconds } }: Connection): RemoteQuery {
  return seconds === undefined ? query : { ...query, timeoutMs: seconds * 1000 }
}

function stateResult(
  index: number,
  plan: RunPlan,
  { result, at }: StoredAnswer,
  state: 'hit' | 'miss' | 'stale' | 'shared',
  timing: typeof noTiming,
  hues?: CategoryHues,
): EncodedResult {
  return successResult(
    index,
    {
      asOf: new Date(at).toISOString(),
      cache: { state, ageMs: state === 'miss' || state === 'shared' ? 0 : Date.now() - at, key: plan.key },
      appliedFilters: [...plan.filteredWithin, ...result.appliedFilters],
      ignoredFilters: [...result.ignoredFilters],
      ...(result.calculatedIn === undefined ? {} : { calculatedIn: result.calculatedIn }),
      ...(plan.isLimited && result.appliedFilters.length > 0 ? { filtersAfterLimit: true } : {}),
      ...(Object.keys(plan.signs).length === 0 ? {} : { signs: plan.signs }),
      ...(Object.keys(plan.origins).length === 0 ? {} : { origins: plan.origins }),
      ...(Object.keys(plan.grains).length === 0 ? {} : { grains: plan.grains }),
      ...(hues === undefined ? {} : { hues }),
      ...(plan.totals === null ? {} : { totals: plan.totals }),
      ...(plan.compared === null ? {} : { compared: plan.compared }),
      timing,
      ...sqlFor(plan),
    },
    result.members,
  )
}

/** Returns an item's error. plan: undefined if there is none, or if the actor may no longer know it. */
function errorResult(index: number, error: TidemarkError, plan: RunPlan | undefined): EncodedResult {
  return failedResult(index, error, errorFor(error, plan), {
    asOf: new Date().toISOString(),
    cache: { state: 'miss', ageMs: 0, key: plan?.key ?? '' },
    timing: noTiming,
    ...sqlFor(plan),
  })
}

function sqlFor(plan: RunPlan | undefined): { readonly sql?: string } {
  return plan?.maySeeSql ? { sql: plan.sql } : {}
}

/** Returns the key of a person's queue. It is the same in all workspaces, since anybody can create more of them. */
export function queueKeyOf({ userId }: Actor): string {
  return userId
}

/** Creates a mailbox that holds the latest queue position of each waiting item. */
function createQueuedNotes() {
  const placesByItem = new Map<number, number>()
  let wake: () => void = () => undefined
  return {
    say: (item: number, place: number): void => {
      placesByItem.set(item, place)
      wake()
    },
    /** Resolves when there is a position to take. */
    changed: (): Promise<undefined> =>
      new Promise((resolve) => {
        wake = () => resolve(undefined)
        if (placesByItem.size > 0) wake()
      }),
    take: (): QueuedNote[] => {
      const notes = [...placesByItem].map(([item, place]) => ({ item, place }))
      placesByItem.clear()
      return notes
    },
  }
}
