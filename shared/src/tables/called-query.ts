import { mapFilterColumns, type Question, type QuestionColumn, type QuestionTable } from '../builder/question'
import { originsOf } from '../builder/unions/united-columns'
import type { EntryView } from '../entries/entry-tx'
import type { Query } from '../query/run-query'
import { getModelChart } from './model-settings'
import { getColumnSettings, getTableSettings, sourcesOver } from './table-queries'

/** Returns a query with columns and table by the names that people gave them: for words about it, never to run it. */
export function calledQuery(view: EntryView, query: Query): Query {
  return query.kind === 'sql' ? query : { ...query, question: calledQuestion(view, query.connectionId, query.question) }
}

function calledQuestion(view: EntryView, connectionId: string, question: Question): Question {
  const { source, filter, groups, measures } = question
  const sourceOf = sourcesOver(view, connectionId)
  const called = (column: QuestionColumn): QuestionColumn => {
    const [origin] = originsOf(question, column)
    const of = origin && sourceOf(origin.table)
    const settings = of && getColumnSettings(view, of, origin.column)
    return { ...column, name: settings?.label || column.name }
  }
  const part = <Part extends { readonly column: QuestionColumn }>(one: Part): Part => ({
    ...one,
    column: called(one.column),
  })
  return {
    ...question,
    source: source && { ...source, name: calledTable(source) },
    filter: mapFilterColumns(filter, called),
    groups: groups.map(part),
    measures: measures.map(({ filters, ...measure }) => ({
      ...measure,
      column: measure.column && called(measure.column),
      ...(filters && { filters: filters.map((of) => mapFilterColumns(of, called)) }),
    })),
  }

  function calledTable(table: QuestionTable): string {
    const of = sourceOf(table)
    if (of?.kind === 'model') return getModelChart(view, of)?.name ?? table.name
    return (of?.kind === 'connection' && getTableSettings(view, of)?.label) || table.name
  }
}
