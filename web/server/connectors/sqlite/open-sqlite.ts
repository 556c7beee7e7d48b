import { pathToFileURL } from 'node:url'
import { statSync } from 'node:fs'
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite'
import { offsetAt } from '@tidemark/shared/charts/plot/time/zoned-time'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { momentText, wallTime, type SqliteValue } from './sqlite-values'

/**
 * A file opened for reading. finish: closes it; fails with `query-failed` if another program has written to it
 * meanwhile.
 */
export interface OpenSqlite {
  readonly database: DatabaseSyncInstance
  finish(): void
  close(): void
}

/** The largest text or binary value, in bytes. */
const maxValueBytes = 64 * 1024 * 1024
const actions = { pragma: 19, read: 20, select: 21, function: 31, recursive: 33 } as const
const refusedFunctions: ReadonlySet<string> = new Set([
  'load_extension',
  'fts3_tokenizer',
  'readfile',
  'writefile',
  'edit',
])

/**
 * Opens a file read-only and immutable: no lock is taken and no file is created beside it. Only reading statements on
 * this file are allowed. Fails with `connection-file`.
 */
export function openSqlite(path: string, timeZone: string): OpenSqlite {
  const before = stampOf(path)
  mustBeWhole(path)
  const address = pathToFileURL(path)
  address.searchParams.set('immutable', '1')
  let database: DatabaseSyncInstance
  try {
    database = new DatabaseSync(address.href, {
      readOnly: true,
      defensive: true,
      limits: { length: maxValueBytes, attach: 0 },
    })
  } catch (cause) {
    throw new TidemarkError('connection-file', { detail: 'SQLite cannot open it.', cause })
  }
  const close = () => database.close()
  try {
    // Functions called by the file's own definitions (views, say) may only calculate. Temporary tables stay in memory,
    // which is monitored.
    database.exec('PRAGMA trusted_schema = OFF; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -16384')
    database.prepare('SELECT count(*) FROM sqlite_schema').get()
  } catch (cause) {
    close()
    throw new TidemarkError('connection-file', {
      detail: 'It is no SQLite database, or it is damaged or has a password.',
      cause,
    })
  }
  defineFunctions(database, timeZone)
  return {
    database,
    finish: () => {
      close()
      if (stampOf(path) === before) return
      throw new TidemarkError('query-failed', {
        detail: 'Another program wrote the file while it was read.',
        retryable: true,
      })
    },
    close,
  }
}

/** Allows only SELECTs from now on. Views and full-text tables of the file stay readable. */
export function allowOnlyReading(database: DatabaseSyncInstance): void {
  database.setAuthorizer((action, name, detail) => {
    switch (action) {
      case actions.select:
      case actions.read:
      case actions.recursive:
        return 0
      case actions.function:
        return refusedFunctions.has((detail ?? '').toLowerCase()) ? 1 : 0
      case actions.pragma:
        return name === 'data_version' || name === 'table_info' ? 0 : 1
      default:
        return 1
    }
  })
}

/** Defines functions that SQLite lacks, or that it supports only for ASCII or UTC. */
function defineFunctions(database: DatabaseSyncInstance, timeZone: string): void {
  const pure = { deterministic: true, directOnly: false }
  database.function('zoned_time', pure, (value: SqliteValue) => wallTime(value, timeZone))
  database.function('moment_text', pure, (value: SqliteValue) => momentText(value, timeZone))
  database.function('lower', pure, (value: SqliteValue) => inCase(value, (text) => text.toLowerCase()))
  database.function('upper', pure, (value: SqliteValue) => inCase(value, (text) => text.toUpperCase()))
  database.function('split_part', pure, (text: SqliteValue, separator: SqliteValue, place: SqliteValue) =>
    typeof text === 'string' ? (text.split(String(separator))[Number(place) - 1] ?? '') : null,
  )
  defineRegexps(database)
  database.function('least', { ...pure, varargs: true }, (...values: SqliteValue[]) =>
    values.reduce((least, value) => (least === null || value === null ? null : value < least ? value : least)),
  )
  database.function('current_date', () => {
    const now = Date.now()
    return new Date(now + offsetAt(now, timeZone)).toISOString().slice(0, 10)
  })
}

/** The builder's patterns find in time; one in hand-written SQL may not, and its process is ended like that of any long run. */
function defineRegexps(database: DatabaseSyncInstance): void {
  const pure = { deterministic: true, directOnly: false }
  let last: { readonly source: SqliteValue; readonly pattern: RegExp } | null = null
  const patternOf = (source: SqliteValue): RegExp => {
    if (last?.source !== source) last = { source, pattern: new RegExp(String(source), 'gu') }
    last.pattern.lastIndex = 0
    return last.pattern
  }
  database.function('regexp_matches', pure, (text: SqliteValue, source: SqliteValue) =>
    typeof text === 'string' ? Number(patternOf(source).test(text)) : null,
  )
  database.function('regexp_extract', pure, (text: SqliteValue, source: SqliteValue) =>
    typeof text === 'string' ? (patternOf(source).exec(text)?.[0] ?? '') : null,
  )
  database.function('regexp_replace', pure, (text: SqliteValue, source: SqliteValue, by: SqliteValue) =>
    typeof text === 'string' ? text.replace(patternOf(source), () => String(by)) : null,
  )
}

function inCase(value: SqliteValue, change: (text: string) => string): SqliteValue {
  return typeof value === 'string' ? change(value) : value
}

function stampOf(path: string): string {
  try {
    const { dev, ino, size, mtimeMs } = statSync(path)
    return `${dev} ${ino} ${size} ${mtimeMs}`
  } catch (cause) {
    throw new TidemarkError('connection-file', { detail: 'There is no such file any more.', cause })
  }
}

/** Fails if a log of another program exists beside the file, since rows in it would be missing. */
function mustBeWhole(path: string): void {
  for (const suffix of ['-wal', '-journal']) {
    const size = statSync(`${path}${suffix}`, { throwIfNoEntry: false })?.size ?? 0
    if (size === 0) continue
    throw new TidemarkError('connection-file', {
      detail: 'Another program writes it: not all of its rows are in the file yet.',
      hint: 'Close that program, or copy the file with SQLite’s “.backup” and connect the copy.',
    })
  }
}
