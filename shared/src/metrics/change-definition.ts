import { mergeQuestion } from '../builder/merge-question'
import { emptyQuestion, type BuilderQuery, type QuestionParts } from '../builder/question'
import type { EntryTx } from '../entries/entry-tx'
import { mustBeAllowedToAsk } from '../charts/chart-mutators'

/** question: the parts that change. basedOn: what they were when the person changed them. connectionId: of other data. */
export interface DefinitionChange {
  readonly question: QuestionParts
  readonly basedOn?: QuestionParts | undefined
  readonly connectionId?: string | undefined
}

/**
 * Returns the query of a definition with a person's change of its question, next to what others made of it meanwhile. Fails with
 * `forbidden` for a person who may not ask what stays or what comes.
 */
export async function changedDefinition(
  tx: EntryTx,
  query: BuilderQuery,
  { question, basedOn = {}, connectionId = query.connectionId }: DefinitionChange,
): Promise<BuilderQuery> {
  // The parts that stay must not become visible to others on behalf of somebody who may not ask them.
  await mustBeAllowedToAsk(tx, query)
  // The tables of a question do not exist in other data.
  const before = connectionId === query.connectionId ? query : { ...query, connectionId, question: emptyQuestion }
  const changed = { ...before, question: mergeQuestion(basedOn, question, before.question, 'mine') }
  await mustBeAllowedToAsk(tx, changed)
  return changed
}
