import { createContext } from 'react'
import type { Query } from '@tidemark/shared/query/run-query'
import type { Selection } from '../selections/selection'

/** A thread about a mark of a chart. label: the mark's words. parts: its values. measure: the column whose value is meant. */
interface PinnedThread {
  readonly id: string
  readonly mark?:
    | {
        readonly label: string
        readonly parts: Selection
        readonly measure?: string | undefined
      }
    | undefined
}

export interface Pins {
  /** The tile, for `usePinPlace`. */
  readonly owner: string
  readonly threads: readonly PinnedThread[]
  readonly query: Query
  readonly onOpen: (id: string) => void
}

/** The threads about marks of the chart below; null for none, which loads nothing. */
export const PinsContext = createContext<Pins | null>(null)
