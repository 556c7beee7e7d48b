import { use, useEffect, useMemo, useSyncExternalStore } from 'react'
import type { TileId } from '@tidemark/shared/dashboards/dashboard'
import type { QueryState } from '@/client/workspace/use-query-result'
import { MarkSelectionsContext } from '@/features/filters/use-selected-marks'
import type { ChartTileFaceProps } from './chart-tile-face'

const neverChanges = () => () => undefined
const nothing = () => undefined
const isNot = () => false

/**
 * Returns a tile's state, with the answer that a range being drawn in another tile leaves of it. isAwaited: what follows that
 * range is on its way.
 */
export function useLiveAnswer(
  id: TileId,
  { chart, filters, parameters }: Pick<ChartTileFaceProps, 'chart' | 'filters' | 'parameters'>,
  state: QueryState,
): { readonly state: QueryState; readonly isAwaited: boolean } {
  const live = use(MarkSelectionsContext)?.live
  const result = state.kind === 'ready' ? state.result : undefined
  const hasParameters = Object.keys(parameters).length > 0
  const own = filters.own ?? filters.conditions
  useEffect(
    () => live?.register(id, { chart, hasParameters, result, own }),
    [live, id, chart, hasParameters, result, own],
  )
  useEffect(() => () => live?.leave(id), [live, id])
  const answer = useSyncExternalStore(live?.subscribe ?? neverChanges, () => live?.answerOf(id), nothing)
  const isAwaited = useSyncExternalStore(live?.subscribe ?? neverChanges, () => live?.isPending(id) === true, isNot)
  return useMemo(() => {
    if (answer === undefined)
      return { state: isAwaited && state.kind === 'ready' ? { ...state, stale: 'refreshing' } : state, isAwaited }
    const receivedAt = state.kind === 'ready' ? state.receivedAt : 0
    return { state: { kind: 'ready', result: answer, receivedAt, stale: false }, isAwaited }
  }, [answer, isAwaited, state])
}
