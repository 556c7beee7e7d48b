import { join } from 'node:path'
import electronLog from 'electron-log/node'

/** Three levels, as everywhere: error = a developer must look; info = a change of state; debug = the rest. */
export interface Log {
  error(message: string, fields?: unknown): void
  info(message: string, fields?: unknown): void
  debug(message: string, fields?: unknown): void
}

const maxLogBytes = 2 * 1024 * 1024

/** Writes `NAME.log` and keeps the one before it. What it holds is redacted when a report is made of it. */
export function openLog(folder: string, name: 'main' | 'server'): Log {
  const log = electronLog.create({ logId: name })
  log.transports.file.resolvePathFn = () => join(folder, `${name}.log`)
  log.transports.file.maxSize = maxLogBytes
  log.transports.file.level = 'info'
  log.transports.console.level = false
  const write =
    (level: 'error' | 'info' | 'debug') =>
    (message: string, fields?: unknown): void => {
      if (fields === undefined) log[level](message)
      else log[level](message, fields instanceof Error ? (fields.stack ?? fields.message) : fields)
    }
  return { error: write('error'), info: write('info'), debug: write('debug') }
}
