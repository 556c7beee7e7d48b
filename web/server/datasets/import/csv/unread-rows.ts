import { join } from 'node:path'
import { cutText } from '@tidemark/shared/base/plain-text'
import { badRowPlace, type BadRow } from '@tidemark/shared/datasets/bad-rows'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { createPlainCsv } from './plain-csv'

/**
 * Rows whose structure does not fit, which are not part of the source. first: the first of them. longest: characters of
 * the longest line in `unreadPath`.
 */
export interface UnreadRows {
  readonly count: number
  readonly first: readonly BadRow[]
  readonly longest: number
}

export const noUnreadRows: UnreadRows = { count: 0, first: [], longest: 0 }

const shownRows = 20
const shownLength = 300

/**
 * Returns the path of the file with complete unread rows, which exists until they are published: row, line, reason and
 * text, without a header.
 */
export function unreadPath(workFolder: string): string {
  return join(workFolder, 'unread.csv')
}

export interface UnreadRowsWriter {
  add(row: BadRow): void
  flush(): Promise<void>
  close(): Promise<UnreadRows>
}

/** Counts rows and keeps the first ones. path: the file for all of them; null for none. */
export function collectUnreadRows(path: string | null): UnreadRowsWriter {
  const output = path === null ? null : createPlainCsv(path)
  const first: BadRow[] = []
  let count = 0
  let longest = 0
  return {
    add: (row) => {
      count += 1
      if (first.length < shownRows) first.push(shownRow(row))
      longest = Math.max(longest, (row.reason.length + row.text.length) * 2 + 50)
      output?.write([String(row.row), row.line === null ? null : String(row.line), row.reason, row.text])
    },
    flush: async () => output?.flush(),
    close: async () => {
      await output?.close()
      return { count, first, longest }
    },
  }
}

export function shownRow(row: BadRow): BadRow {
  return { ...row, text: cutText(row.text, shownLength) }
}

/** Returns true if most rows do not fit. The file is then not what it seemed, and nobody is asked about its rows. */
export function isMostlyBad(badCount: number, rowCount: number): boolean {
  return badCount * 2 > rowCount
}

/** Returns the error for the first unread row, if it cannot be left out. */
export function unreadRowError(row: BadRow): TidemarkError {
  return new TidemarkError('upload-unreadable', {
    detail: `${badRowPlace(row)} ${row.reason}.`,
    hint: `Correct that row and drop the file again.${row.text === '' ? '' : ` It begins: ${cutText(row.text, 80)}`}`,
  })
}
