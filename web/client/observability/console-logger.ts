import type { DesktopCallArgs } from '@tidemark/shared/ipc/desktop-calls'
import { errorsAsText } from '@tidemark/shared/observability/errors-as-text'
import type { LogFields, Logger } from '@tidemark/shared/observability/logger'
import type { ReadTrace } from '@tidemark/shared/observability/trace-fields'
import { getDesktop } from '../page/desktop-bridge'

let readTrace: ReadTrace = () => undefined

/** The product's logger in a page: writes to the console and, in the desktop app, also to its file of page logs. */
export const consoleLogger: Logger = {
  error: logAs('error'),
  info: logAs('info'),
  debug: (fields, message) => console.debug(message, { ...fields, ...readTrace() }),
}

/** Adds the ids of the running trace to all later lines. */
export function traceLogWith(read: ReadTrace): void {
  readTrace = read
}

function logAs(level: 'error' | 'info') {
  return (given: LogFields, message: string): void => {
    const fields = { ...given, ...readTrace() }
    console[level](message, fields)
    // The line is already on the console, and logging that it was not kept would fail in the same way.
    keep(level, fields, message).catch(() => undefined)
  }
}

async function keep(level: 'error' | 'info', fields: LogFields, message: string): Promise<void> {
  const desktop = getDesktop()
  if (desktop?.writeLog === undefined) return
  // plain values, as JSON is
  const plain = JSON.parse(JSON.stringify(fields, errorsAsText)) as DesktopCallArgs<'write-log'>['fields']
  await desktop.writeLog({ level, message, fields: plain })
}
