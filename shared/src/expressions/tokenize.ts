import { err, ok, type Result } from '../base/result'
import type { ExpressionProblem, Span } from './expression'

/** A word or sign of an expression. value: what it stands for: the text without its quotes, the name without its brackets. */
export interface Token extends Span {
  readonly kind: 'number' | 'text' | 'name' | 'bracketed' | 'sign' | 'end'
  readonly value: string
}

const space = /\s+/y
const number = /(?:\d+(?:\.\d*)?|\.\d+)/y
const name = /[\p{L}_][\p{L}\p{M}\p{N}_]*/uy
const sign = /<=|>=|<>|!=|==|[-+*/%=<>(),]/y
const quotes: Readonly<Record<string, RegExp>> = {
  '"': /"((?:[^"]|"")*)"/y,
  "'": /'((?:[^']|'')*)'/y,
  '[': /\[((?:[^\]]|\]\])*)\]/y,
}

/** The tokens of an expression with one `end` after the last. */
export function tokenize(text: string): Result<readonly Token[], ExpressionProblem> {
  const tokens: Token[] = []
  let at = 0
  const matched = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at
    return pattern.exec(text)
  }
  while (at < text.length) {
    const blank = matched(space)
    if (blank !== null) {
      at += blank[0].length
      continue
    }
    const from = at
    const push = (kind: Token['kind'], found: string, value: string) => {
      at += found.length
      tokens.push({ kind, value, from, to: at })
    }
    const opening = text.charAt(at)
    const quoted = quotes[opening]
    if (quoted !== undefined) {
      const found = matched(quoted)
      const closing = opening === '[' ? ']' : opening
      if (found === null) return err({ message: `The ${closing} at its end is missing.`, from, to: text.length })
      const value = (found[1] ?? '').replaceAll(closing + closing, closing)
      if (opening === '[' && value === '')
        return err({ message: 'Enter the name of a column between [ and ].', from, to: at + 2 })
      push(opening === '[' ? 'bracketed' : 'text', found[0], value)
      continue
    }
    const digits = matched(number)
    if (digits !== null) {
      push('number', digits[0], digits[0])
      continue
    }
    const word = matched(name)
    if (word !== null) {
      push('name', word[0], word[0])
      continue
    }
    const mark = matched(sign)
    if (mark !== null) {
      push('sign', mark[0], mark[0] === '<>' ? '!=' : mark[0] === '==' ? '=' : mark[0])
      continue
    }
    const character = String.fromCodePoint(text.codePointAt(at) ?? 0)
    return err({ message: `“${character}” has no meaning here.`, from, to: at + character.length })
  }
  return ok([...tokens, { kind: 'end', value: '', from: text.length, to: text.length }])
}
