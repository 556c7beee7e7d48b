import { app } from 'electron'
import type { Log } from '../log'

/** Refuses what no page needs and Electron would grant by itself, and writes down which processes end. */
export function guardApp(log: Log): void {
  app.on('certificate-error', (event, _contents, url, error, _certificate, answer) => {
    event.preventDefault()
    log.error('A certificate was refused.', { host: URL.canParse(url) ? new URL(url).host : '', error })
    answer(false)
  })
  // Left alone, Electron answers with the first one of the person's that it finds.
  app.on('select-client-certificate', (event, _contents, _url, _certificates, answer) => {
    event.preventDefault()
    answer()
  })
  app.on('child-process-gone', (_event, { type, reason, name }) => {
    if (reason !== 'clean-exit') log.error('A process ended.', { type, reason, name })
  })
}
