import { join } from 'node:path'
import { cutText } from '@tidemark/shared/base/plain-text'
import { badRowPlace, type BadRow } from '@tidemark/shared/datasets/bad-rows'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { createPlainCsv } from './plain-csv'

/**
 * Rows whose structure does not fit, so that they are not among those of the source. first: the first of them. longest:
 * characters of the longest one's line in `unreadPath`.
 */
export interface UnreadRows {
  readonly count: number
  readonly first: readonly BadRow[]
  readonly longest: number
}

export const noUnreadRows: UnreadRows = { count: 0, first: [], longest: 0 }

const shownRows = 20
const shownLength = 300

/** Returns the path of whole unread rows until they are published: row, line, reason and text, without a header. */
export function unreadPath(workFolder: string): string {
  return join(workFolder, 'unread.csv')
}

export interface UnreadRowsWriter {
  add(row: BadRow): void
  flush(): Promise<void>
  close(): Promise<UnreadRows>
}

/** Counts rows and keeps the first ones; path: where all of them are written, null for nowhere. */
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

/** A file most of whose rows do not fit is not what it was taken for: nobody is asked about its rows. */
export function isMostlyBad(badCount: number, rowCount: number): boolean {
  return badCount * 2 > rowCount
}

/** The failure that the first unread row is, where there is no way around it. */
export function unreadRowError(row: BadRow): TidemarkError {
  return new TidemarkError('upload-unreadable', {
    detail: `${badRowPlace(row)} ${row.reason}.`,
    hint: `Correct that row and drop the file again.${row.text === '' ? '' : ` It begins: ${cutText(row.text, 80)}`}`,
  })
}
