import { appendFileSync, chmodSync, existsSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { ReadTrace } from '@tidemark/shared/observability/trace-fields'

/** Three levels, as everywhere: error = a developer must look; info = a change of state; debug = the rest. */
export interface Log {
  error(message: string, fields?: unknown): void
  info(message: string, fields?: unknown): void
  debug(message: string, fields?: unknown): void
}

const maxLogBytes = 2 * 1024 * 1024
/** How many logs are kept besides the one that is written. */
const olderLogs = 3

/**
 * Writes `NAME.log`, a JSON object in each line, for its owner's eyes alone, and keeps the three before it as `NAME.1.log`
 * to `NAME.3.log`, the newest first. What it holds is redacted when a report is made of it. A log that cannot be written
 * stops nothing. readTrace: what lines carry besides.
 */
export function openLog(folder: string, name: 'main' | 'server', readTrace: ReadTrace = () => undefined): Log {
  const path = join(folder, `${name}.log`)
  const write = (level: 'error' | 'info', message: string, fields: unknown) => {
    const given = fields instanceof Error ? { error: fields } : fields
    try {
      const time = new Date().toISOString()
      const entry = { time, level, message, ...readTrace(), ...(given === undefined ? {} : { given }) }
      const line = JSON.stringify(entry, withErrors)
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      // A file that was there before keeps its mode.
      if (existsSync(path) && (statSync(path).mode & 0o077) !== 0) chmodSync(path, 0o600)
      appendFileSync(path, `${line}\n`, { mode: 0o600 })
      if (statSync(path).size > maxLogBytes) moveOn(folder, name)
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

/** Of an error JSON would have nothing. */
function withErrors(_: string, value: unknown): unknown {
  return value instanceof Error ? textOf(value) : value
}

function textOf({ stack, message, cause }: Error): string {
  const text = stack ?? message
  return cause instanceof Error ? `${text}\nCaused by: ${textOf(cause)}` : text
}

/** Makes room for a new log; the oldest one goes. */
function moveOn(folder: string, name: string): void {
  for (let age = olderLogs; age >= 1; age -= 1) {
    const newer = join(folder, age === 1 ? `${name}.log` : `${name}.${age - 1}.log`)
    if (existsSync(newer)) renameSync(newer, join(folder, `${name}.${age}.log`))
  }
}
