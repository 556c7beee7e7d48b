import type { Chart } from '@tidemark/shared/charts/chart'
import { listCharts } from '@tidemark/shared/charts/chart-queries'
import type { Dataset } from '@tidemark/shared/datasets/dataset'
import type { EntryView } from '@tidemark/shared/entries/entry-tx'
import { localConnectionId } from '@tidemark/shared/query/run-query'

/** A chart whose question names a table and some of its columns. */
export interface ChartInQuestion {
  readonly chart: Chart
  readonly columns: readonly string[]
}

/** The charts that name one of the columns of a dataset, by the text of their questions: some may only look as if. */
export function chartsInQuestion(
  view: EntryView,
  { tableName }: Pick<Dataset, 'tableName'>,
  columns: readonly string[],
): readonly ChartInQuestion[] {
  return listCharts(view).flatMap((chart) => {
    if (chart.query.connectionId !== localConnectionId) return []
    const words = wordsOf(JSON.stringify(chart.query))
    if (!words.has(tableName)) return []
    const text = JSON.stringify(chart.query).toLowerCase()
    const named = columns.filter((name) => {
      const lower = name.toLowerCase()
      return /^\w+$/.test(lower) ? words.has(lower) : text.includes(JSON.stringify(lower).slice(1, -1))
    })
    return named.length === 0 ? [] : [{ chart, columns: named }]
  })
}

function wordsOf(text: string): ReadonlySet<string> {
  // A line break is two characters in JSON, the second of them a letter.
  return new Set(
    text
      .toLowerCase()
      .replace(/\\[nrt]/g, ' ')
      .match(/\w+/g) ?? [],
  )
}
