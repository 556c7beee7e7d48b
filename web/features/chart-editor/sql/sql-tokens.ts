export interface EditorSqlToken {
  readonly kind: 'name' | 'quotedName' | 'string' | 'comment' | 'symbol'
  /** As written; quoted names without their quotes. */
  readonly text: string
  readonly from: number
  readonly to: number
}

/**
 * The longest text of which hints and suggestions are made, in characters. The server makes them too while it renders a
 * page, and meanwhile answers nobody.
 */
export const longestHinted = 20_000

const pattern =
  /(?<comment>--[^\n]*|\/\*[\s\S]*?(?:\*\/|$))|(?<string>'(?:[^']|'')*(?:'|$))|(?<quotedName>"(?:[^"]|"")*(?:"|$))|(?<name>[\p{L}_][\p{L}\p{N}_$]*)|(?<symbol>\d[\w.]*|[^\s\w])/gu

/** Splits SQL into tokens. Never fails, even on unfinished text: an unclosed string ends with the text. */
export function sqlTokens(sql: string): EditorSqlToken[] {
  const tokens: EditorSqlToken[] = []
  for (const match of sql.matchAll(pattern)) {
    const { comment, string, quotedName, name } = match.groups ?? {}
    const kind =
      comment !== undefined
        ? 'comment'
        : string !== undefined
          ? 'string'
          : quotedName !== undefined
            ? 'quotedName'
            : name !== undefined
              ? 'name'
              : 'symbol'
    const text = kind === 'quotedName' ? match[0].replace(/^"|"$/g, '').replaceAll('""', '"') : match[0]
    tokens.push({ kind, text, from: match.index, to: match.index + match[0].length })
  }
  return tokens
}
