import { createContext } from 'react'
import type { Query } from '@tidemark/shared/query/run-query'
import type { Selection } from '../selections/selection'

/** Something that belongs to a mark of a chart, such as a thread about it. */
export interface Pin {
  readonly id: string
  /** Its words for screen readers and as its tooltip. */
  readonly label: string
  /** The values that the mark stands for. */
  readonly parts: Selection
  /** The column whose value is meant, where the mark shows several. */
  readonly measure: string | undefined
}

export interface Pins {
  /** Names who put them there, for `usePinPlace`. */
  readonly owner: string
  readonly pins: readonly Pin[]
  readonly query: Query
  readonly onOpen: (id: string) => void
}

/** The pins on the marks of the chart below; null for none, which loads nothing. */
export const PinsContext = createContext<Pins | null>(null)
