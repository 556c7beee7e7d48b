'use client'

import {
  createContext,
  use,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from 'react'
import type { Chart } from '@tidemark/shared/charts/chart'
import type { ErrorBody } from '@tidemark/shared/errors/tidemark-error'
import type { ResultFilter } from '@tidemark/shared/query/result-filter'
import type { RunItem, RunResult } from '@tidemark/shared/query/run-query'
import { usePageEnvironment } from '@/client/page/page-environment'
import { readLastFailure, resultKeyOf } from '@/client/results/last-failure'
import { ResultCache } from '@/client/results/result-cache'
import type { RunOutcome } from '@/client/results/run-outcome'
import { runItem } from '@/client/results/run-query-client'
import { useGlance, type Glance } from '@/client/workspace/use-glance'

/** So many charts are asked for by one visit of Home; what this browser or the server knows costs nothing. */
const mostAsked = 12

interface Glances {
  readonly results: Readonly<Record<string, RunResult | Promise<RunResult>>>
  readonly cache: ResultCache | null
  readonly run: (key: string, item: RunItem) => Promise<RunOutcome> | null
  /** Notes how the last try of a chart ended; null: not known. */
  readonly note: (chart: Chart, outcome: ErrorBody | 'well' | null) => void
}

const GlancesContext = createContext<Glances | null>(null)

export interface FailedChart {
  readonly chart: Chart
  readonly error: ErrorBody
  /** When it failed, in Unix milliseconds, if that was before this visit. */
  readonly at?: number
}

interface GlancesProviderProps {
  readonly results: Glances['results']
  /** The charts whose last failure is told, whether or not they are drawn. */
  readonly watched: readonly Chart[]
  readonly children: (failed: readonly FailedChart[]) => ReactNode
}

/** Shares among the drawings on Home the answers that came with the page, and how many may be asked for. */
export function GlancesProvider({ results, watched, children }: GlancesProviderProps) {
  const { databaseName } = usePageEnvironment()
  const run = useRuns()
  const [cache, setCache] = useState<ResultCache | null>(null)
  const [failed, setFailed] = useState<readonly FailedChart[]>([])
  const [before, setBefore] = useFailuresBefore(cache, watched)
  useEffect(() => setCache(new ResultCache(databaseName)), [databaseName])
  const note = useCallback(
    (chart: Chart, outcome: ErrorBody | 'well' | null) => {
      setFailed((known) => {
        if (outcome !== null && outcome !== 'well') return [...without(known, chart), { chart, error: outcome }]
        return without(known, chart)
      })
      if (outcome === 'well') setBefore((known) => without(known, chart))
    },
    [setBefore],
  )
  const told = useMemo(() => {
    const now = new Set(failed.map(({ chart }) => chart.id))
    return [...failed, ...before.filter(({ chart }) => !now.has(chart.id))]
  }, [failed, before])
  const glances = useMemo(() => ({ results, cache, note, run }), [results, cache, note, run])
  return <GlancesContext value={glances}>{children(told)}</GlancesContext>
}

function without(known: readonly FailedChart[], { id }: Chart): readonly FailedChart[] {
  const others = known.filter(({ chart }) => chart.id !== id)
  return others.length === known.length ? known : others
}

/** The charts whose last try failed in an earlier visit, as this browser keeps it. */
function useFailuresBefore(cache: ResultCache | null, watched: readonly Chart[]) {
  const [before, setBefore] = useState<readonly FailedChart[]>([])
  const key = watched.map(resultKeyOf).join('\n')
  useEffect(() => {
    if (cache === null) return
    let isCurrent = true
    const read = async () => {
      const found = await Promise.all(
        watched.map(async (chart): Promise<readonly FailedChart[]> => {
          const failure = await readLastFailure(cache, chart)
          return failure === null ? [] : [{ chart, ...failure }]
        }),
      )
      if (isCurrent) setBefore(found.flat())
    }
    read().catch((thrown: unknown) => console.debug('kept failures were not read', thrown))
    return () => {
      isCurrent = false
    }
    // The key says which charts are watched, and what they ask.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [cache, key])
  return [before, setBefore] as const
}

/** Runs each question once, so many of them, and only while Home is open. */
function useRuns(): Glances['run'] {
  const runs = useRef(new Map<string, Promise<RunOutcome>>())
  const leaving = useRef(new AbortController())
  useEffect(() => {
    if (leaving.current.signal.aborted) leaving.current = new AbortController()
    const controller = leaving.current
    const asked = runs.current
    return () => {
      controller.abort()
      asked.clear()
    }
  }, [])
  return useCallback((key, item) => {
    const known = runs.current.get(key)
    if (known !== undefined) return known
    if (runs.current.size >= mostAsked) return null
    const running = runItem(item, leaving.current.signal)
    runs.current.set(key, running)
    return running
  }, [])
}

/** A chart's last answer under conditions, asked for once the element is in sight. */
export function useChartGlance(
  chart: Chart,
  filters: readonly ResultFilter[],
  element: RefObject<Element | null>,
): Glance {
  const glances = use(GlancesContext)
  if (glances === null) throw new Error('a glance outside of Home')
  const { results, cache, run, note } = glances
  // The page brings answers of all rows.
  const fromPage = filters.length === 0 ? results[chart.id] : undefined
  const glance = useGlance(chart, {
    filters,
    initial: fromPage instanceof Promise ? undefined : fromPage,
    isInSight: useIsInSight(element),
    cache,
    run,
  })
  const { error, isWell } = glance
  useEffect(() => {
    note(chart, error ?? (isWell ? 'well' : null))
    return () => note(chart, null)
  }, [chart, error, isWell, note])
  return glance
}

/** True once the element was in sight. */
function useIsInSight(element: RefObject<Element | null>): boolean {
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    const found = element.current
    if (isSeen || found === null) return
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && setSeen(true),
    )
    observer.observe(found)
    return () => observer.disconnect()
  }, [element, isSeen])
  return isSeen
}
