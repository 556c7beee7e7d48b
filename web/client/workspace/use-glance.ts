'use client'

import { useEffect, useState } from 'react'
import { isAllowed } from '@tidemark/shared/access/rules'
import type { Chart } from '@tidemark/shared/charts/chart'
import { pointsFor } from '@tidemark/shared/charts/chart-points'
import { getRunTarget } from '@tidemark/shared/connections/connection-queries'
import { dataStampOf } from '@tidemark/shared/data-versions/data-stamp'
import type { ErrorBody } from '@tidemark/shared/errors/tidemark-error'
import type { ResultFilter } from '@tidemark/shared/query/result-filter'
import {
  isBlankQuery,
  isWithheld,
  localConnectionId,
  type RunItem,
  type RunResult,
} from '@tidemark/shared/query/run-query'
import { usePageEnvironment } from '../page/page-environment'
import { keepOutcome, resultKeyOf } from '../results/last-failure'
import type { ResultCache, StoredResult } from '../results/result-cache'
import type { RunOutcome } from '../results/run-outcome'
import { useIsServerAway } from './use-query-result'
import { useView } from './use-view'
import { useActor } from './workspace-client'

/** The last answer of a chart, for a small drawing. result: null until there is one. error: of the last try. */
export interface Glance {
  readonly result: RunResult | null
  readonly error: ErrorBody | null
  /** True once it was answered well in this visit. */
  readonly isWell: boolean
  readonly isAsking: boolean
}

interface GlanceOptions {
  readonly filters: readonly ResultFilter[]
  /** The server's answer of this moment, in the page. */
  readonly initial: RunResult | undefined
  readonly isInSight: boolean
  readonly cache: ResultCache | null
  /** Runs it, or joins who asked the same before; null where the page has asked enough. key: of the question and its data. */
  readonly run: (key: string, item: RunItem) => Promise<RunOutcome> | null
}

/** A database elsewhere need not tell of its changes: an answer older than this is asked for anew. */
const elsewhereFreshForMs = 60 * 60_000

/**
 * The answer of a chart without values, from the page, from this browser, or else asked for once it is in sight.
 * Nothing is run whose answer to the present data is here.
 */
export function useGlance(chart: Chart, { filters, initial, isInSight, cache, run }: GlanceOptions): Glance {
  const actor = useActor()
  const { viewportWidth } = usePageEnvironment()
  const { id, query, visual } = chart
  const queryKey = JSON.stringify(query)
  const storageKey = `${resultKeyOf(chart)}${filters.length === 0 ? '' : JSON.stringify(filters)}`
  const stamp = useView((view) => dataStampOf(view, query), [queryKey])
  const target = useView((view) => getRunTarget(view, query.connectionId), [query.connectionId])
  const sendsQuery = !isWithheld(query) && isAllowed(actor, { do: 'run', target, level: query.kind })
  const fromPage = initial?.status === 'success' ? initial : null
  const [stored, setStored] = useState<StoredResult | null | 'unread'>('unread')
  const [error, setError] = useState<ErrorBody | null>(null)
  const [isWell, setWell] = useState(fromPage !== null)
  const [isAsking, setAsking] = useState(false)
  const isAway = useIsServerAway()

  useEffect(() => {
    if (cache === null) return
    let isCurrent = true
    const keep = async () => {
      // What the server just said is also what this browser knows from now on.
      if (initial !== undefined) await keepOutcome(cache, storageKey, initial, stamp)
      if (fromPage !== null) await cache.put(storageKey, { result: fromPage, receivedAt: Date.now(), stamp })
      const found = await cache.get(storageKey)
      if (isCurrent) setStored(found)
    }
    keep().catch((thrown: unknown) => console.debug('a kept answer was not read', thrown))
    return () => {
      isCurrent = false
    }
    // The page's answer is kept once; it does not change.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [cache, storageKey])

  const isTold = stored !== 'unread' && stored !== null && tellsNow(stored, stamp, query.connectionId)
  const isWanted = isInSight && stored !== 'unread' && !isTold && !isAway && !isBlankQuery(query)
  useEffect(() => {
    if (!isWanted) return
    const asked = {
      ...(sendsQuery ? { query } : { chartId: id }),
      ...(filters.length > 0 && { filters: [...filters] }),
    }
    const running = run(`${storageKey} ${stamp}`, { ...asked, ...pointsFor(visual, viewportWidth) })
    if (running === null) return
    let isCurrent = true
    setAsking(true)
    void running.then((outcome) => {
      if (!isCurrent) return
      setAsking(false)
      if (outcome.kind === 'refused') return setError(outcome.error)
      if (outcome.kind !== 'result') return
      if (cache !== null) void keepOutcome(cache, storageKey, outcome.result, stamp)
      if (outcome.result.status !== 'success') return setError(outcome.result.error ?? null)
      const answer = { result: outcome.result, receivedAt: Date.now(), stamp }
      setError(null)
      setWell(true)
      setStored(answer)
      void cache?.put(storageKey, answer)
    })
    return () => {
      isCurrent = false
    }
    // Once for each question and state of its data.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isWanted, storageKey, stamp])

  const known = stored === 'unread' || stored === null ? null : stored.result
  return { result: known ?? fromPage, error, isWell, isAsking }
}

function tellsNow({ receivedAt, stamp }: StoredResult, now: string, connectionId: string): boolean {
  return stamp === now && (connectionId === localConnectionId || Date.now() - receivedAt < elsewhereFreshForMs)
}
