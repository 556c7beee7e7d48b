import type { Field } from '@tidemark/shared/query/field'
import type { ResultData, RunResult } from '@tidemark/shared/query/run-query'
import { chartOfPageResult } from '@/features/parameters/page-result-key'

/** The columns of an answer: their types, the signs of their numbers and where they come from. */
export interface SeenAnswer extends Pick<ResultData, 'signs' | 'origins'> {
  readonly fields: readonly Field[]
}

type PageAnswer = SeenAnswer & Pick<RunResult, 'status'>

/**
 * Stores the last answers of a dashboard's charts, by chart: those of the server's page, and others as they are drawn.
 */
export class SeenAnswers {
  readonly #byChart: Map<string, SeenAnswer>
  readonly #listeners = new Set<() => void>()
  #wordsVersion = 0

  constructor(known: Iterable<readonly [chartId: string, answer: SeenAnswer]> = []) {
    this.#byChart = new Map(known)
  }

  /** Creates it from the results in a server's page, by their keys. Pending ones are added when they are drawn. */
  static ofPage(results: Readonly<Record<string, PageAnswer | Promise<PageAnswer>>>): SeenAnswers {
    return new SeenAnswers(
      Object.entries(results).flatMap(([key, result]) =>
        result instanceof Promise || result.status !== 'success' ? [] : [[chartOfPageResult(key), result] as const],
      ),
    )
  }

  of(chartId: string): SeenAnswer | undefined {
    return this.#byChart.get(chartId)
  }

  /** Returns a copy that later answers do not change. */
  snapshot(): SeenAnswers {
    return new SeenAnswers(this.#byChart)
  }

  see(chartId: string, answer: SeenAnswer): void {
    const before = wordsIn(this.#byChart.get(chartId))
    this.#byChart.set(chartId, answer)
    if (before === wordsIn(answer)) return
    this.#wordsVersion += 1
    for (const listener of this.#listeners) listener()
  }

  /**
   * For useSyncExternalStore: notifies when the signs or binary columns of an answer change, which few dashboards have.
   */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly wordsVersion = (): number => this.#wordsVersion
}

/** Returns a key of everything that determines how an answer's values are written. */
function wordsIn(answer: SeenAnswer | undefined): string {
  const binary = answer?.fields.flatMap(({ name, type }) => (type === 'binary' ? name : []))
  return JSON.stringify([answer?.signs, answer?.origins, binary ?? []])
}
