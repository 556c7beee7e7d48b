import { assertNever } from '@tidemark/shared/base/assert-never'
import type { ErrorBody } from '@tidemark/shared/errors/tidemark-error'
import type { RunResult } from '@tidemark/shared/query/run-query'
import type { QueryState } from '@/client/workspace/use-query-result'
import { ageText } from '@/ui/text/age-text'
import { waitingText } from './waiting-text'
import { durationText, rowsText, secondsText, zoneText } from './result-summary'
import { FooterButton, type TileNote } from './tile-footer'

/** From here on a run says that it runs, and how long; then that it can be stopped. */
const progressAfterMs = 400
const cancelAfterMs = 2000

interface TileNoteInput {
  readonly state: QueryState
  readonly elapsedMs: number
  readonly now: number
  readonly locale: string
  /** The names of the tile's filters, by column. */
  readonly filterNames: Readonly<Record<string, string>>
  /** Names of what it is not filtered by, whatever its answer says. */
  readonly notTaken?: readonly string[] | undefined
  /** True if the status chip says that the server is away: tiles then need not. */
  readonly isServerAway: boolean
  readonly refresh: () => void
  readonly cancel: (() => void) | null
}

/** True if the chart looks as it would with all rows. */
function isWhole({ truncated }: RunResult): boolean {
  if (truncated === null || truncated.reason === 'bins') return true
  return truncated.reason === 'points' && truncated.seriesCount === undefined
}

/** The words for an error; those of models and metrics name them. */
function wordsOf({ code, message, detail }: ErrorBody): string {
  return code === 'model-unusable' || code === 'query-incomplete' ? (detail ?? message) : message
}

/** The text of a tile's footer in each state of its query. */
export function tileNote({
  state,
  elapsedMs,
  now,
  locale,
  filterNames,
  notTaken = [],
  isServerAway,
  refresh,
  cancel,
}: TileNoteInput): TileNote {
  const ageOf = (result: RunResult) => ageText(Date.parse(result.asOf), now)
  const asOf = (result: RunResult) => `as of ${ageOf(result)}`
  const place = 'place' in state ? state.place : undefined
  const running = (previous: RunResult | null): TileNote | null =>
    elapsedMs < progressAfterMs
      ? null
      : {
          parts: [
            place === undefined
              ? `Running the query, ${secondsText(elapsedMs, locale)}`
              : `${waitingText(place)}, ${secondsText(elapsedMs, locale)}`,
            ...(previous === null ? [] : [asOf(previous)]),
          ],
          tone: 'accent',
          action: cancel !== null && elapsedMs >= cancelAfterMs && <FooterButton label="Cancel" onClick={cancel} />,
        }
  const notFilteredBy = (result: RunResult): readonly string[] => {
    const ignored = result.ignoredFilters.flatMap((column) => filterNames[column] ?? [])
    const names = [...new Set([...ignored, ...notTaken])]
    return names.length === 0 ? [] : [`Not filtered by ${names.join(', ')}`]
  }
  const settled = (result: RunResult): TileNote => {
    const unfiltered = notFilteredBy(result)
    return {
      parts: [
        ...unfiltered,
        rowsText(result, locale),
        ...(result.filtersAfterLimit ? ['filtered after the query’s LIMIT'] : []),
        ...zoneText(result),
        asOf(result),
        durationText(result.timing, locale),
      ],
      tone: !isWhole(result) || result.filtersAfterLimit ? 'warn' : unfiltered.length > 0 ? 'note' : 'plain',
    }
  }

  switch (state.kind) {
    case 'ready':
      if (state.stale === 'refreshing') return running(state.result) ?? settled(state.result)
      if (state.stale === 'offline')
        return {
          parts: [
            ...(isServerAway ? [`As of ${ageOf(state.result)}`] : ['Offline', asOf(state.result)]),
            ...notFilteredBy(state.result),
            rowsText(state.result, locale),
          ],
          tone: 'warn',
        }
      return settled(state.result)
    case 'pending': {
      const previous = state.previous?.result ?? null
      return running(previous) ?? (previous === null ? { parts: [], tone: 'plain' } : settled(previous))
    }
    case 'failed':
      if (state.previous === null) return { parts: [], tone: 'plain' }
      return {
        parts: [wordsOf(state.error), asOf(state.previous.result)],
        tone: 'bad',
        action: <FooterButton label="Retry" onClick={refresh} />,
      }
    case 'cancelled':
      return {
        parts: ['Cancelled', ...(state.previous === null ? [] : [asOf(state.previous.result)])],
        tone: 'warn',
        action: <FooterButton label="Run again" onClick={refresh} />,
      }
    default:
      return assertNever(state)
  }
}
