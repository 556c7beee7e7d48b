import type { DesktopCallArgs } from '@tidemark/shared/ipc/desktop-calls'
import type { LogFields, Logger } from '@tidemark/shared/observability/logger'
import type { ReadTrace } from '@tidemark/shared/observability/trace-fields'
import { getDesktop } from '../desktop'

let readTrace: ReadTrace = () => undefined

/** The product's logger in a page: the console, and in the desktop app its file of what pages log, too. */
export const consoleLogger: Logger = {
  error: (fields, message) => log('error', fields, message),
  info: (fields, message) => log('info', fields, message),
  debug: (fields, message) => console.debug(message, { ...fields, ...readTrace() }),
}

/** From here on lines carry the ids of the trace that runs. */
export function traceLogWith(read: ReadTrace): void {
  readTrace = read
}

function log(level: 'error' | 'info', given: LogFields, message: string): void {
  const fields = { ...given, ...readTrace() }
  console[level](message, fields)
  // It is on the console, and a line about one that could not be kept would be the next.
  keep(level, fields, message).catch(() => undefined)
}

async function keep(level: 'error' | 'info', fields: LogFields, message: string): Promise<void> {
  const desktop = getDesktop()
  if (desktop?.writeLog === undefined) return
  const plain = JSON.parse(JSON.stringify(fields, withErrors)) as DesktopCallArgs<'write-log'>['fields'] // JSON says nothing else
  await desktop.writeLog({ level, message, fields: plain })
}

/** Of an error JSON would have nothing. */
function withErrors(_: string, value: unknown): unknown {
  return value instanceof Error ? (value.stack ?? value.message) : value
}
