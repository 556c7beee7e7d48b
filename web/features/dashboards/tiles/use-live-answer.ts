import { use, useEffect, useMemo, useSyncExternalStore } from 'react'
import type { TileId } from '@tidemark/shared/dashboards/dashboard'
import type { QueryState } from '@/client/workspace/use-query-result'
import { MarkSelectionsContext } from '@/features/filters/use-selected-marks'
import type { ChartTileFaceProps } from './chart-tile-face'

const neverChanges = () => () => undefined
const nothing = () => undefined

/** Returns a tile's state, with the answer that a range being drawn in another tile leaves of it. */
export function useLiveAnswer(
  id: TileId,
  { chart, filters, parameters }: Pick<ChartTileFaceProps, 'chart' | 'filters' | 'parameters'>,
  state: QueryState,
): QueryState {
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
  return useMemo(
    () =>
      answer === undefined
        ? state
        : { kind: 'ready', result: answer, receivedAt: state.kind === 'ready' ? state.receivedAt : 0, stale: false },
    [answer, state],
  )
}
