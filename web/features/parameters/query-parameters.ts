import { findConnection } from '@tidemark/shared/connections/connection-queries'
import { syntaxOf } from '@tidemark/shared/connections/connection-syntax'
import type { EntryView } from '@tidemark/shared/entries/entry-tx'
import { mentionedParameters } from '@tidemark/shared/query/declared-parameters'
import type { Parameter } from '@tidemark/shared/query/parameter'
import type { Query } from '@tidemark/shared/query/run-query'
import type { SqlSyntax } from '@tidemark/shared/query/sql-syntax'
import { parseSqlTemplate } from '@tidemark/shared/query/sql-template'

/** A parameter of a written query. isNeeded: the query does not run without a value. */
export type AskedParameter = Parameter & { readonly isNeeded: boolean }

const none: readonly AskedParameter[] = []

/** Returns the parameters of a query as written; none while it cannot be parsed. */
export function parametersOf(query: Query, syntax: SqlSyntax): readonly AskedParameter[] {
  if (query.kind !== 'sql') return none
  const { sql, parameters = [] } = query
  const template = parseSqlTemplate(sql, syntax)
  if (!template.ok || template.value.mentions.length === 0) return none
  const { mentions } = template.value
  return mentionedParameters(template.value, parameters).map((parameter) => ({
    ...parameter,
    isNeeded:
      parameter.isRequired === true || mentions.some(({ name, isOptional }) => name === parameter.name && !isOptional),
  }))
}

export function syntaxInView(view: EntryView, connectionId: string): SqlSyntax {
  return syntaxOf(findConnection(view, connectionId) ?? null)
}
