/**
 * The limits of one SQL text; a longer or deeper one is `text-too-large`. The server reads a text of this size in a few
 * milliseconds, and no parser behind it meets a nesting that takes it minutes.
 *
 * tokens: words, numbers, strings, comments and signs. brackets, comments: levels of nesting. parameters: different
 * ones; a page draws a field for each. mentions: of parameters. boundValues: values that lists and mentions of parameters
 * bind together.
 */
export const sqlLimits = {
  characters: 200_000,
  tokens: 20_000,
  brackets: 200,
  comments: 8,
  parameters: 100,
  mentions: 500,
  boundValues: 10_000,
} as const

/** Returns the text without the white space and semicolons at its end. */
export function withoutEnd(sql: string): string {
  // Not a pattern such as /[;\s]+$/: on a run of semicolons in the middle it takes the square of their number.
  let end = sql.length
  while (end > 0 && (sql[end - 1] === ';' || sql[end - 1]?.trim() === '')) end -= 1
  return sql.slice(0, end)
}
