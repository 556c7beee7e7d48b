import type { DesktopCallArgs } from '@tidemark/shared/ipc/desktop-calls'
import { errorsAsText } from '@tidemark/shared/observability/errors-as-text'
import type { LogFields, Logger } from '@tidemark/shared/observability/logger'
import type { ReadTrace } from '@tidemark/shared/observability/trace-fields'
import { getDesktop } from '../page/desktop-bridge'

let readTrace: ReadTrace = () => undefined

/** The product's logger in a page: the console, and in the desktop app its file of what pages log, too. */
export const consoleLogger: Logger = {
  error: logAs('error'),
  info: logAs('info'),
  debug: (fields, message) => console.debug(message, { ...fields, ...readTrace() }),
}

/** From here on lines carry the ids of the trace that runs. */
export function traceLogWith(read: ReadTrace): void {
  readTrace = read
}

function logAs(level: 'error' | 'info') {
  return (given: LogFields, message: string): void => {
    const fields = { ...given, ...readTrace() }
    console[level](message, fields)
    // It is on the console, and a line about one that could not be kept would be the next.
    keep(level, fields, message).catch(() => undefined)
  }
}

async function keep(level: 'error' | 'info', fields: LogFields, message: string): Promise<void> {
  const desktop = getDesktop()
  if (desktop?.writeLog === undefined) return
  const plain = JSON.parse(JSON.stringify(fields, errorsAsText)) as DesktopCallArgs<'write-log'>['fields'] // JSON says nothing else
  await desktop.writeLog({ level, message, fields: plain })
}
