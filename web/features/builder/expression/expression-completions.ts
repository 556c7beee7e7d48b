import type { ExpressionLevel } from '@tidemark/shared/expressions/check-expression'
import {
  expressionFunctions,
  functionOf,
  signatureOf,
  type FunctionName,
} from '@tidemark/shared/expressions/expression-functions'
import { columnText } from '@tidemark/shared/expressions/print-expression'
import type { ScopeColumn } from './expression-scope'

/** Something that an expression can go on with. insert: the text; cursor: where the cursor is in it then. */
export interface ExpressionCompletion {
  readonly kind: 'column' | 'function'
  readonly label: string
  readonly detail: string
  readonly insert: string
  readonly cursor: number
}

const functionNames = Object.keys(expressionFunctions).filter(
  (name): name is FunctionName => name in expressionFunctions,
)

/** The functions that an expression of the level can have, in the order of their table. */
export function functionsOf(level: ExpressionLevel): readonly FunctionName[] {
  return functionNames.filter((name) => level === 'measure' || functionOf(name).level === 'row')
}

/** The completions of the word before a place in the text, and where it begins; null within a text in quotes. */
export function completionsAt(
  text: string,
  at: number,
  scope: readonly ScopeColumn[],
  level: ExpressionLevel,
): { readonly from: number; readonly options: readonly ExpressionCompletion[] } | null {
  const before = text.slice(0, at)
  if (isWithinQuotes(before)) return null
  const word = /(?:\[[^\]]*|[\p{L}_][\p{L}\p{M}\p{N}_]*)$/u.exec(before)?.[0] ?? ''
  const typed = word.replace(/^\[/, '').toLowerCase()
  const isIn = (name: string) => name.toLowerCase().includes(typed)
  const columns = scope
    .filter(({ as, about }) => isIn(as) || isIn(about))
    .map(({ as, about }): ExpressionCompletion => {
      const insert = columnText(as)
      return { kind: 'column', label: as, detail: about, insert, cursor: insert.length }
    })
  const functions = word.startsWith('[')
    ? []
    : functionsOf(level)
        .filter(isIn)
        .map((name): ExpressionCompletion => {
          const hasPlaces = functionOf(name).params.length > 0
          const insert = `${name}()`
          return {
            kind: 'function',
            label: name,
            detail: signatureOf(name),
            insert,
            cursor: insert.length - (hasPlaces ? 1 : 0),
          }
        })
  const begins = (option: ExpressionCompletion) => Number(!option.label.toLowerCase().startsWith(typed))
  const options = [...columns, ...functions].toSorted((a, b) => begins(a) - begins(b))
  return options.length === 0 ? null : { from: at - word.length, options }
}

function isWithinQuotes(before: string): boolean {
  let quote = ''
  for (const character of before) {
    if (quote === '' && (character === '"' || character === "'")) quote = character
    else if (character === quote) quote = ''
  }
  return quote !== ''
}
