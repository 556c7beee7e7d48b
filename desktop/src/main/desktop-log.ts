import { chmodSync, existsSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
// Imports electron-log's Node part: its Electron part answers messages of every page, which bypasses `ipc/handle.ts`.
import electronLog from 'electron-log/node'
import { errorsAsText } from '@tidemark/shared/observability/errors-as-text'
import type { Logger, LogFields } from '@tidemark/shared/observability/logger'
import type { ReadTrace } from '@tidemark/shared/observability/trace-fields'

const maxLogBytes = 2 * 1024 * 1024
/** The number of earlier log files that are kept. */
const olderLogs = 3

/**
 * Opens the log `NAME.log`, one JSON object per line, readable by its owner only; three earlier files are kept as
 * `NAME.1.log` (the newest) to `NAME.3.log`. Secrets are removed only when a report is made of it, and a log that
 * cannot be written stops nothing.
 * As in the server's log, `msg` is the line's own sentence and an error's message is among the fields. readTrace:
 * returns fields added to every line.
 */
export function openLog(
  folder: string,
  name: 'main' | 'renderer' | 'server',
  readTrace: ReadTrace = () => undefined,
): Logger {
  const path = join(folder, `${name}.log`)
  const log = electronLog.create({ logId: path })
  const { file } = log.transports
  log.transports.console.level = false
  if (log.transports.ipc) log.transports.ipc.level = false
  // Without a name electron-log searches folders around the program for one, and writes nothing if it finds none.
  file.setAppName('Tidemark')
  file.level = 'info'
  file.maxSize = maxLogBytes
  file.writeOptions = { flag: 'a', mode: 0o600, encoding: 'utf8' }
  file.archiveLogFn = () => moveOn(folder, name)
  file.resolvePathFn = () => {
    // The folder may be deleted while the app runs, and an existing file keeps the mode it was created with.
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    if (existsSync(path) && (statSync(path).mode & 0o077) !== 0) chmodSync(path, 0o600)
    return path
  }
  file.transforms = [
    ({ message: { date, level, data } }) => {
      // The three functions below always pass a message and fields.
      const [msg, fields] = data as [string, LogFields]
      return lineOf({ ...fields, ...readTrace(), time: date.toISOString(), level, msg })
    },
  ]
  return {
    error: (fields, message) => log.error(message, fields),
    info: (fields, message) => log.info(message, fields),
    debug: (fields, message) => log.debug(message, fields),
  }
}

function lineOf({ time, level, msg, ...fields }: LogFields): string {
  try {
    return JSON.stringify({ time, level, msg, ...fields }, errorsAsText)
  } catch (thrown) {
    // Fields with circular references cannot be serialized; their text is logged.
    return JSON.stringify({ time, level, msg, fields: String(thrown) })
  }
}

/** Renames the log files to make room for a new one; drops the oldest. */
function moveOn(folder: string, name: string): void {
  for (let age = olderLogs; age >= 1; age -= 1) {
    const newer = join(folder, age === 1 ? `${name}.log` : `${name}.${age - 1}.log`)
    if (existsSync(newer)) renameSync(newer, join(folder, `${name}.${age}.log`))
  }
}
