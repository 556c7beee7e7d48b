import { hash } from 'node:crypto'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { EngineQuery } from './engine-messages'

/** Statements that ended a process of the engine. Those that did so twice are refused for a while. */
export interface StatementStrikes {
  /** Fails with `query-stops-engine` while the statement is refused. */
  mustBeFree(query: EngineQuery): void
  add(query: EngineQuery, count?: number): void
  /** Forgets the strikes of a statement that turned out to be innocent. */
  clear(query: EngineQuery): void
}

const refusedAfter = 2
const refusedMs = 10 * 60_000
const maxKept = 1000

/** Creates the record. clock: milliseconds. */
export function createStatementStrikes(clock: () => number): StatementStrikes {
  const strikesByKey = new Map<string, { readonly count: number; readonly at: number }>()
  const strikesOf = (key: string) => {
    const strikes = strikesByKey.get(key)
    if (strikes === undefined || clock() - strikes.at < refusedMs) return strikes
    strikesByKey.delete(key)
    return undefined
  }
  return {
    mustBeFree: (query) => {
      if (strikesByKey.size === 0) return
      const strikes = strikesOf(keyOf(query))
      if (strikes === undefined || strikes.count < refusedAfter) return
      const minutes = Math.ceil((strikes.at + refusedMs - clock()) / 60_000)
      throw new TidemarkError('query-stops-engine', {
        detail: `It is refused for another ${minutes} min.`,
        hint: 'Change it: functions over very large or deeply nested values can end the engine.',
      })
    },
    add: (query, count = 1) => {
      const key = keyOf(query)
      const before = strikesOf(key)?.count ?? 0
      strikesByKey.delete(key)
      strikesByKey.set(key, { count: before + count, at: clock() })
      const [oldest] = strikesByKey.keys()
      if (strikesByKey.size > maxKept && oldest !== undefined) strikesByKey.delete(oldest)
    },
    clear: (query) => void strikesByKey.delete(keyOf(query)),
  }
}

function keyOf({ sql, params, filters, frame }: EngineQuery): string {
  return hash('sha256', JSON.stringify([sql, params, filters, frame]), 'base64url')
}
