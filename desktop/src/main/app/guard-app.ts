import { app } from 'electron'
import type { Logger } from '@tidemark/shared/observability/logger'

/** Refuses what no page needs but Electron would grant by default, and logs processes that end. */
export function guardApp(log: Logger): void {
  app.on('certificate-error', (event, _contents, url, error, _certificate, answer) => {
    event.preventDefault()
    log.error({ host: URL.canParse(url) ? new URL(url).host : '', error }, 'A certificate was refused.')
    answer(false)
  })
  // By default Electron answers with the first client certificate of the person that it finds.
  app.on('select-client-certificate', (event, _contents, _url, _certificates, answer) => {
    event.preventDefault()
    answer()
  })
  app.on('child-process-gone', (_event, { type, reason, name }) => {
    if (reason !== 'clean-exit') log.error({ type, reason, name }, 'A process ended.')
  })
}
