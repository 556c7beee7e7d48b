import type { BuilderQuery, Question, QuestionColumn, QuestionMeasure } from '@tidemark/shared/builder/question'
import { changeQuestion } from '@tidemark/shared/exploration/explain-change'
import { defaultVisual } from '@tidemark/shared/charts/chart-visual'
import type { ExplorationStep } from '@tidemark/shared/exploration/exploration'
import { followStep } from '@tidemark/shared/exploration/follow-steps'
import { questionOfMark } from '@tidemark/shared/exploration/question-of-mark'
import { breakOutRanking } from '@tidemark/shared/exploration/rank-break-outs'
import type { ResultFilter } from '@tidemark/shared/query/result-filter'
import type { RunItem } from '@tidemark/shared/query/run-query'

interface Followed {
  /** A saved chart of the same question. */
  readonly chartId: string
  /** Its question groups by months of `day`, with one measure. */
  readonly query: BuilderQuery
  readonly mark: ResultFilter
  readonly day: QuestionColumn
  /** A column that it does not group by. */
  readonly other: QuestionColumn
}

/**
 * Each request by which a page gets at a number, or at what is behind it, by its name. Those of a saved chart's answer alone
 * begin with “chart”.
 */
export function waysToFollow({ chartId, query, mark, day, other }: Followed): Readonly<Record<string, RunItem>> {
  const { question } = query
  const [measure] = question.measures
  if (measure === undefined) throw new Error('there is a measure')
  const context = { sourceColumns: [day, other], weekStart: 1, locale: 'en' }
  const rows = questionOfMark(question, [mark], context)
  if (!rows.ok) throw new Error(rows.error)
  const asked = (of: Question, more: Omit<RunItem, 'query' | 'chartId'> = {}): RunItem => ({
    query: { ...query, question: of },
    ...more,
  })
  const after = (step: ExplorationStep) => {
    const next = followStep({ question, visual: defaultVisual }, step, context)
    if (!next.ok) throw new Error(next.error)
    return next.value.question
  }
  const byOther = { id: 'o', column: other, grain: null, label: '' }
  const monthOf = (from: string) => ({ from: `${from}-01`, to: `${from}-28` })
  const change = { measure, time: day, before: monthOf('2025-01'), now: monthOf('2025-02') }
  const plain: QuestionMeasure = { ...measure, id: 'again', label: 'Again' }
  return {
    chart: { chartId },
    'chart, drawn on a page': { chartId, maxPoints: 500 },
    'the rows behind a mark of the chart': { chartId, rowsOf: [mark] },
    'the choices of a filter of the chart': { chartId, valuesOf: { column: other.name } },
    'the question itself': asked(question),
    'the number alone': asked({ ...question, groups: [] }),
    'compared with the days before': asked(question, { compare: { column: mark.column, with: 'period' } }),
    'the totals of a pivot': asked(
      { ...question, groups: [byOther] },
      { draw: { mark: 'pivot', rows: [other.name], columns: [] } },
    ),
    'the rows behind a mark': asked(question, { rowsOf: [mark] }),
    'a filter by a mark': asked(question, { filters: [mark] }),
    'the choices of a filter': asked(question, { valuesOf: { column: other.name } }),
    'the bars of a slider': asked(question, { profileOf: other }),
    'the ranking of a column to break out by': asked(breakOutRanking(rows.value).questionOf(other)),
    'a break out': asked(after({ kind: 'break-out', mark: [mark], column: other })),
    'zooming in': asked(after({ kind: 'zoom', mark: [mark] })),
    'a comparison': asked(after({ kind: 'compare', mark: [mark], measure: null })),
    'why it changed': asked(changeQuestion(question, change, [other])),
    'the rows of what changed': asked(changeQuestion(question, change, []), { rowsOf: [], counted: ['now'] }),
    'the numbers of a brush': asked({ ...question, groups: [...question.groups, byOther] }),
    'a measure beside it': asked({ ...question, measures: [measure, plain] }),
  }
}
