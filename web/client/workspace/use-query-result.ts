'use client'

import { use, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { isAllowed } from '@tidemark/shared/access/rules'
import type { Chart } from '@tidemark/shared/charts/chart'
import { isTooCoarse, type PointsWanted } from '@tidemark/shared/charts/chart-points'
import { getRunTarget } from '@tidemark/shared/connections/connection-queries'
import { dataStampOf } from '@tidemark/shared/data-versions/data-stamp'
import { TidemarkError, type ErrorBody } from '@tidemark/shared/errors/tidemark-error'
import type { ParameterValues } from '@tidemark/shared/query/parameter'
import type { ResultFilter } from '@tidemark/shared/query/result-filter'
import { isWithheld, type Query, type RunItem, type RunResult } from '@tidemark/shared/query/run-query'
import { answerThatStands, sourceColumnNames, type AskedWith } from '../results/answer-that-stands'
import { useIsInWorkspace } from './change-target'
import { usePageEnvironment } from '../page/page-environment'
import { ResultCache, type StoredResult } from '../results/result-cache'
import { keepOutcome } from '../results/last-failure'
import { runItem } from '../results/run-query-client'
import type { RunOutcome } from '@/client/results/run-outcome'
import { useView } from './use-view'
import { useRerunWhenBack } from './use-rerun-when-back'
import { useActor, useSyncState } from './workspace-client'

export type { StoredResult }

/**
 * The state of a query. `previous` is the last result, which stays on the screen meanwhile. receivedAt and since: Unix
 * milliseconds. place: in the queue, from 1. stale: why a result may no longer be the newest.
 */
export type QueryState =
  | {
      readonly kind: 'pending'
      readonly since: number
      readonly place?: number
      readonly previous: StoredResult | null
    }
  | {
      readonly kind: 'ready'
      readonly result: RunResult
      readonly receivedAt: number
      readonly place?: number
      readonly stale: false | 'offline' | 'refreshing'
    }
  | { readonly kind: 'failed'; readonly error: ErrorBody; readonly previous: StoredResult | null }
  | { readonly kind: 'cancelled'; readonly previous: StoredResult | null }

/** Returns true if an answer is on its way, with or without an earlier one on the screen. */
export function isUnderWay(state: QueryState | { readonly kind: 'idle' }): boolean {
  return state.kind === 'pending' || (state.kind === 'ready' && state.stale === 'refreshing')
}

export interface ChartResult {
  readonly state: QueryState
  /** Runs the query again, bypassing the server's cache. */
  readonly refresh: () => void
  readonly cancel: () => void
}

interface ChartResultOptions {
  /** The server's result, already in the page or still being streamed. */
  readonly initial?: RunResult | Promise<RunResult> | undefined
  /** False while the tile is out of sight, which delays the query. */
  readonly isVisible?: boolean
  /** Values other than the defaults. `initial` is the result for the first ones. */
  readonly parameters?: ParameterValues | undefined
  /** The filters of the dashboard. `initial` is the result for the first ones. */
  readonly filters?: readonly ResultFilter[] | undefined
  /**
   * The drawing that the result is for. Thinned lines are fetched again if the drawing has more pixels than the last
   * answer was thinned for. By default all rows are fetched.
   */
  readonly points?: PointsWanted
  /** True if the rows are shown rather than the drawing: they are cached separately from the drawing's data. */
  readonly isOfRows?: boolean
}

/**
 * Returns the result of a saved chart: the page's own at first, then the last cached one while a new one is fetched.
 * Runs again when the chart's query or its data changes, here or elsewhere.
 */
export function useChartResult(
  chart: Pick<Chart, 'id' | 'query'>,
  {
    initial,
    isVisible = true,
    parameters = noValues,
    filters = noFilters,
    points = noPoints,
    isOfRows = false,
  }: ChartResultOptions = {},
): ChartResult {
  const actor = useActor()
  const isDefault = Object.keys(parameters).length === 0
  const isFiltered = filters.length > 0
  const valuesKey = valuesKeyOf(parameters, filters)
  const queryKey = JSON.stringify(chart.query) + valuesKey
  const dataStamp = useView((view) => dataStampOf(view, chart.query), [queryKey])
  const fromPage = isAnswerTo(initial, chart.id, queryKey) ? initial : undefined
  const fromServer = fromPage instanceof Promise ? use(fromPage) : fromPage
  const sourceColumns = useView((view) => sourceColumnNames(view, chart.query), [queryKey])
  const standing: Standing = (result, before) =>
    answerThatStands(result, { query: chart.query, sourceColumns }, askedWith(before), { parameters, filters })
  const askedKey = `${queryKey} ${dataStamp} ${JSON.stringify([points.draw, points.colorBy, points.compare])}`
  const serverKey = useRef(fromServer === undefined ? null : askedKey)
  const { state, run, cancel, giveUp } = useRunner(
    `chart/${chart.id}${isOfRows ? '/rows' : ''}`,
    queryKey,
    fromServer,
    valuesKey,
    standing,
    dataStamp,
  )
  const isInWorkspace = useIsInWorkspace()
  // People who may ask questions send their local query, which may be newer than the server's. A question that only
  // this browser stores is always sent, and the server decides who may ask it.
  const target = useView((view) => getRunTarget(view, chart.query.connectionId), [chart.query.connectionId])
  const mayAsk = isAllowed(actor, { do: 'run', target, level: chart.query.kind })
  const sendsQuery = !isWithheld(chart.query) && (mayAsk || !isInWorkspace)
  const asked = sendsQuery ? { query: chart.query } : { chartId: chart.id }
  const item: RunItem = {
    ...asked,
    ...(isDefault ? {} : { parameters }),
    ...(isFiltered ? { filters: [...filters] } : {}),
    ...points,
  }
  useEffect(() => {
    const isFromPage = serverKey.current === askedKey && fromServer !== undefined && ageOf(fromServer) < freshForMs
    if (!isVisible || isFromPage) return
    serverKey.current = null
    run(item)
    // The item depends on the query and changes exactly when queryKey does.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [chart.id, askedKey, isVisible, run])
  const isCoarse = isVisible && state.kind === 'ready' && state.stale === false && isTooCoarse(state.result, points)
  useEffect(() => {
    if (isCoarse) run(item)
    // Runs once for each answer that is too coarse.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isCoarse, run])
  useRerunWhenBack(isVisible && awaitsServer(state), state.kind === 'ready' && state.stale === false, () => run(item))
  const isAway = useIsServerAway()
  const mayPass = isAway && hasPassingError(state)
  useEffect(() => {
    if (mayPass) giveUp()
  }, [mayPass, giveUp])
  const shown = useMemo(() => (isAway ? shownWhileAway(state) : state), [isAway, state])
  const latest = useRef(item)
  useEffect(() => {
    latest.current = item
  })
  // Stable, so that what offers it is not drawn again for each answer.
  const refresh = useCallback(() => run({ ...latest.current, cache: { mode: 'fresh' } }), [run])
  return { state: shown, refresh, cancel }
}

/** Returns a key of the values; empty for the defaults without filters. */
function valuesKeyOf(parameters: ParameterValues, filters: readonly ResultFilter[]): string {
  if (filters.length > 0) return JSON.stringify([parameters, filters])
  return Object.keys(parameters).length === 0 ? '' : JSON.stringify([parameters])
}

function askedWith(valuesKey: string): AskedWith {
  // The key is JSON that valuesKeyOf made.
  const [parameters = noValues, filters = noFilters] = (valuesKey === '' ? [] : JSON.parse(valuesKey)) as [
    ParameterValues?,
    (readonly ResultFilter[])?,
  ]
  return { parameters, filters }
}

const queryKeysByAnswer = new WeakMap<object, Map<string, string>>()

/**
 * Records which question the page's result answers: the one asked as the page opens. Call it that early if the result
 * may arrive later, because the person may have chosen other values by then.
 */
export function notePageQuestion(
  { id, query }: Pick<Chart, 'id' | 'query'>,
  { initial, parameters = noValues, filters = noFilters }: ChartResultOptions,
): void {
  isAnswerTo(initial, id, JSON.stringify(query) + valuesKeyOf(parameters, filters))
}

/**
 * Returns true if the page's result still answers the chart's query. The result belongs to the query of that time: if
 * the person edits the query and returns without a page load, it is the answer to another query. On the server both
 * were read together.
 */
export function isAnswerTo(initial: ChartResultOptions['initial'], chartId: string, queryKey: string): boolean {
  if (initial === undefined || typeof window === 'undefined') return true
  const keys = queryKeysByAnswer.get(initial) ?? new Map<string, string>()
  queryKeysByAnswer.set(initial, keys)
  if (!keys.has(chartId)) keys.set(chartId, queryKey)
  return keys.get(chartId) === queryKey
}

type SqlRunOptions = Pick<RunItem, 'maxRows' | 'parameters' | 'colorBy' | 'compare'>

const noValues: ParameterValues = {}
const noFilters: readonly ResultFilter[] = []
const noPoints: PointsWanted = {}

export interface SqlRun {
  readonly state: QueryState | { readonly kind: 'idle' }
  readonly run: (query: Query, options?: SqlRunOptions) => void
  readonly cancel: () => void
}

/**
 * Runs SQL as it is being written, and again when a server that was away is back. cacheKey: identifies what the last
 * result is stored under, for example the chart's id; a result under another key is no answer.
 */
export function useSqlRun(cacheKey: string, initial?: RunResult): SqlRun {
  const { state, run, cancel } = useRunner(cacheKey, cacheKey, initial, cacheKey)
  const [hasRun, setHasRun] = useState(initial !== undefined)
  const lastItem = useRef<RunItem | null>(null)
  const runSql = useCallback(
    (query: Query, options: SqlRunOptions = {}) => {
      setHasRun(true)
      lastItem.current = { query, cache: { mode: 'fresh' }, ...options }
      run(lastItem.current)
    },
    [run],
  )
  useRerunWhenBack(awaitsServer(state), state.kind === 'ready' && state.stale === false, () => {
    if (lastItem.current !== null) run(lastItem.current)
  })
  const isIdle = !hasRun && state.kind === 'pending' && state.previous === null
  return { state: isIdle ? { kind: 'idle' } : state, run: runSql, cancel }
}

/**
 * Converts the answer for earlier values, given by their key, to one for the current values; null if it does not apply.
 */
type Standing = (result: RunResult, before: string) => RunResult | null
const noneStands: Standing = () => null

/**
 * valuesKey: identifies the values that an answer is for. While the server is away, an answer for other values counts
 * only if `standing` accepts it.
 */
function useRunner(
  cacheKey: string,
  queryKey: string,
  initial: RunResult | undefined,
  valuesKey = '',
  standing = noneStands,
  dataStamp?: string,
) {
  const { now, databaseName } = usePageEnvironment()
  const [state, setState] = useState<QueryState>(() => initialState(initial, now))
  const cache = useRef<ResultCache | null>(null)
  const running = useRef<AbortController | null>(null)
  const answeredFor = useRef(valuesKey)
  const latest = useRef({ state, standing, dataStamp })
  useEffect(() => {
    latest.current = { state, standing, dataStamp }
  })
  const storageKey = `${cacheKey}#${queryKey}`

  // Only the question as it is, without other values, is a chart's own.
  const notesOutcome = /^chart\/[\w-]+$/.test(cacheKey) && valuesKey === ''
  const noteOutcome = useCallback(
    (opened: ResultCache | null, outcome: RunOutcome) => {
      if (notesOutcome && opened !== null && outcome.kind === 'result')
        void keepOutcome(opened, storageKey, outcome.result, latest.current.dataStamp)
    },
    [notesOutcome, storageKey],
  )

  const run = useCallback(
    (item: RunItem) => {
      running.current?.abort()
      const controller = new AbortController()
      running.current = controller
      setState((current) => startedState(current))
      const stamp = latest.current.dataStamp
      const onPlace = (place: number) =>
        running.current === controller && setState((current) => placedState(current, place))
      void runItem(item, controller.signal, onPlace).then(async (outcome) => {
        const isOfOthers = outcome.kind === 'unreachable' && answeredFor.current !== valuesKey
        const stood = isOfOthers ? standingOf(latest.current, answeredFor.current) : null
        const isForOthers = isOfOthers && stood === null
        const kept = isForOthers ? ((await cache.current?.get(storageKey)) ?? null) : null
        if (running.current !== controller) return
        running.current = null
        const isAnswer = outcome.kind === 'result' && outcome.result.status === 'success'
        if (isAnswer || isOfOthers) answeredFor.current = valuesKey
        setState((current) => settledState(isOfOthers ? waitingState(stood ?? kept) : current, outcome))
        if (stood !== null) void cache.current?.put(storageKey, stood)
        noteOutcome(cache.current, outcome)
        if (isAnswer) void cache.current?.put(storageKey, { result: outcome.result, receivedAt: Date.now(), stamp })
        else if (isDenied(outcome)) void cache.current?.remove(storageKey)
      })
    },
    [storageKey, valuesKey, noteOutcome],
  )

  useEffect(() => {
    cache.current ??= new ResultCache(databaseName)
    let isCurrent = true
    // The cached result fills the wait; it never replaces a newer one.
    void cache.current.get(storageKey).then((stored) => {
      if (isCurrent && stored !== null) setState((current) => withStored(current, stored))
    })
    return () => {
      isCurrent = false
    }
  }, [databaseName, storageKey])

  useEffect(() => {
    const opened = cache.current
    if (initial !== undefined) noteOutcome(opened, { kind: 'result', result: initial })
    if (initial?.status === 'success')
      void opened?.put(storageKey, { result: initial, receivedAt: Date.now(), stamp: dataStamp })
    // The page's result does not change, so it is cached once.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  useEffect(() => () => running.current?.abort(), [])
  const cancel = useCallback(() => running.current?.abort(), [])
  const giveUp = useCallback(() => setState((current) => settledState(current, { kind: 'unreachable' })), [])
  return { state, run, cancel, giveUp }
}

/**
 * Returns true if nothing is heard from the server. A server that answers, even if it cannot take changes now, runs
 * queries.
 */
export function useIsServerAway(): boolean {
  const { status } = useSyncState()
  return status.kind === 'offline' && (status.reason === 'unreachable' || status.reason === 'silent')
}

/**
 * Returns true if the query failed for a reason that may be over when the server is back; an error in the question
 * itself stays.
 */
export function hasPassingError(state: QueryState): boolean {
  return state.kind === 'failed' && state.error.retryable === true && state.error !== offlineError
}

/** Returns the state to show while the server is away: a fresh answer no longer counts as fresh. */
export function shownWhileAway(state: QueryState): QueryState {
  return state.kind === 'ready' && state.stale === false ? { ...state, stale: 'offline' } : state
}

/** Returns true if the newest answer is missing only because the server is away, so that it is worth asking again. */
export function awaitsServer(state: QueryState): boolean {
  return state.kind === 'ready' ? state.stale === 'offline' : state.kind === 'failed' && state.error === offlineError
}

function initialState(initial: RunResult | undefined, now: number): QueryState {
  if (initial === undefined) return { kind: 'pending', since: now, previous: null }
  if (initial.status === 'success')
    return { kind: 'ready', result: initial, receivedAt: Date.parse(initial.asOf), stale: false }
  return { kind: 'failed', error: errorOfResult(initial), previous: null }
}

function standingOf(
  { state, standing }: { readonly state: QueryState; readonly standing: Standing },
  before: string,
): StoredResult | null {
  const shown = previousOf(state)
  const result = shown === null ? null : standing(shown.result, before)
  return shown === null || result === null ? null : { ...shown, result }
}

/** Returns the state for values other than before. kept: the cached result for these values. */
function waitingState(kept: StoredResult | null): QueryState {
  return { kind: 'pending', since: 0, previous: kept }
}

function startedState(current: QueryState): QueryState {
  if (current.kind === 'ready') {
    const { result, receivedAt } = current
    return { kind: 'ready', result, receivedAt, stale: 'refreshing' }
  }
  return { kind: 'pending', since: Date.now(), previous: current.previous }
}

function placedState(current: QueryState, place: number): QueryState {
  return current.kind === 'pending' || current.kind === 'ready' ? { ...current, place } : current
}

/** Returns true if the right to see the answer is gone, which also forbids earlier answers. */
function isDenied(outcome: RunOutcome): boolean {
  const error =
    outcome.kind === 'refused' ? outcome.error : outcome.kind === 'result' ? outcome.result.error : undefined
  return error?.code === 'forbidden' || error?.code === 'not-found'
}

export function settledState(current: QueryState, outcome: RunOutcome): QueryState {
  const previous = isDenied(outcome) ? null : previousOf(current)
  switch (outcome.kind) {
    case 'result':
      if (outcome.result.status === 'success')
        return { kind: 'ready', result: outcome.result, receivedAt: Date.now(), stale: false }
      return outcome.result.status === 'cancelled'
        ? { kind: 'cancelled', previous }
        : { kind: 'failed', error: errorOfResult(outcome.result), previous }
    case 'refused':
      return { kind: 'failed', error: outcome.error, previous }
    case 'cancelled':
      return { kind: 'cancelled', previous }
    case 'unreachable':
      if (previous !== null) return { kind: 'ready', ...previous, stale: 'offline' }
      return { kind: 'failed', error: offlineError, previous: null }
  }
}

export function withStored(current: QueryState, stored: StoredResult): QueryState {
  if (current.kind === 'failed' && isDenied({ kind: 'refused', error: current.error })) return current
  if (current.kind === 'pending' && current.previous === null) return { ...current, previous: stored }
  if (current.kind === 'failed' && current.previous === null) {
    return current.error === offlineError
      ? { kind: 'ready', ...stored, stale: 'offline' }
      : { ...current, previous: stored }
  }
  return current
}

function previousOf(state: QueryState): StoredResult | null {
  return state.kind === 'ready' ? { result: state.result, receivedAt: state.receivedAt } : state.previous
}

function errorOfResult(result: RunResult): ErrorBody {
  if (result.error !== undefined) return result.error
  const isLate = result.status === 'timed-out'
  return (isLate ? new TidemarkError('query-timed-out') : new TidemarkError('query-failed')).toBody()
}

/** A page restored by the back button brings its old results; older ones than this are fetched again. */
const freshForMs = 60_000

function ageOf(result: RunResult): number {
  return Date.now() - Date.parse(result.asOf)
}

const offlineError: ErrorBody = {
  ...new TidemarkError('engine-unavailable', {
    detail: 'This browser has no earlier result of this question.',
    hint: 'It runs automatically when the server is back.',
  }).toBody(),
  // Replaces the catalogue's message, since it is the browser that says this.
  message: 'The server cannot be reached.',
}
