import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Three levels, as everywhere: error = a developer must look; info = a change of state; debug = the rest. */
export interface Log {
  error(message: string, fields?: unknown): void
  info(message: string, fields?: unknown): void
  debug(message: string, fields?: unknown): void
}

const maxLogBytes = 2 * 1024 * 1024

/**
 * Writes `NAME.log`, a JSON object in each line, and keeps the one before it as `NAME.old.log`. What it holds is redacted
 * when a report is made of it. A log that cannot be written stops nothing.
 */
export function openLog(folder: string, name: 'main' | 'server'): Log {
  const path = join(folder, `${name}.log`)
  const write = (level: 'error' | 'info', message: string, fields: unknown) => {
    const given = fields instanceof Error ? { error: fields.stack ?? fields.message } : fields
    const line = JSON.stringify({
      time: new Date().toISOString(),
      level,
      message,
      ...(given === undefined ? {} : { given }),
    })
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      appendFileSync(path, `${line}\n`, { mode: 0o600 })
      if (statSync(path).size > maxLogBytes) renameSync(path, join(folder, `${name}.old.log`))
    } catch {
      // A full disk, most likely: it is told where it costs more than a line.
      return
    }
  }
  return {
    error: (message, fields) => write('error', message, fields),
    info: (message, fields) => write('info', message, fields),
    debug: () => undefined,
  }
}
