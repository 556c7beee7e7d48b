import type { QuestionTable } from './question'

/** True if both are the same table or model, whatever this was called when it was chosen. */
export function isSameTable(a: QuestionTable, b: QuestionTable): boolean {
  return a.model === undefined
    ? a.schema === b.schema && a.name === b.name && b.model === undefined
    : a.model === b.model
}
