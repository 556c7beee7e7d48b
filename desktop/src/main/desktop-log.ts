import { chmodSync, existsSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
// Its part for Node: the one for Electron answers messages of every page, past our own way for them (`ipc/handle.ts`).
import electronLog from 'electron-log/node'
import { errorsAsText } from '@tidemark/shared/observability/errors-as-text'
import type { Logger, LogFields } from '@tidemark/shared/observability/logger'
import type { ReadTrace } from '@tidemark/shared/observability/trace-fields'

const maxLogBytes = 2 * 1024 * 1024
/** How many logs are kept besides the one that is written. */
const olderLogs = 3

/**
 * Writes `NAME.log`, a JSON object in each line, for its owner's eyes alone, and keeps the three before it as `NAME.1.log`
 * to `NAME.3.log`, the newest first. What it holds is redacted when a report is made of it. A log that cannot be written
 * stops nothing. Its own sentence is `msg`, as in the server's lines: an error's is among the fields. readTrace: what lines carry
 * besides.
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
  // Else it looks for a name round the program, for folders that are not asked for, and where it finds none writes nothing.
  file.setAppName('Tidemark')
  file.level = 'info'
  file.maxSize = maxLogBytes
  file.writeOptions = { flag: 'a', mode: 0o600, encoding: 'utf8' }
  file.archiveLogFn = () => moveOn(folder, name)
  file.resolvePathFn = () => {
    // Whoever clears up may take the folder away while the app runs, and a file that was there before keeps its mode.
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    if (existsSync(path) && (statSync(path).mode & 0o077) !== 0) chmodSync(path, 0o600)
    return path
  }
  file.transforms = [
    ({ message: { date, level, data } }) => {
      // As all three below hand them over.
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
    // What goes round in a circle keeps its sentence.
    return JSON.stringify({ time, level, msg, fields: String(thrown) })
  }
}

/** Makes room for a new log; the oldest one goes. */
function moveOn(folder: string, name: string): void {
  for (let age = olderLogs; age >= 1; age -= 1) {
    const newer = join(folder, age === 1 ? `${name}.log` : `${name}.${age - 1}.log`)
    if (existsSync(newer)) renameSync(newer, join(folder, `${name}.${age}.log`))
  }
}
