import {
  maxLogFieldsLength,
  maxLogMessageLength,
  reportingStateSchema,
  type DesktopCallArgs,
} from '@tidemark/shared/ipc/desktop-calls'
import type { TeamDesktopApi } from '@tidemark/shared/ipc/desktop-api'
import { call, listen } from './calls'

/** The API of the desktop app for every page of Tidemark. */
export const teamApi: TeamDesktopApi = {
  isDesktopApp: true,
  platform: process.platform,
  pageReady: async () => void (await call('page-ready', {})),
  onOpenIntent: (listener) => listen('open-intent', listener),
  onCommand: (listener) => listen('run-command', ({ id }) => listener(id)),
  setCommands: async (commands) => void (await call('set-commands', { commands: [...commands] })),
  showProgress: async (progress) => void (await call('show-progress', progress)),
  tellLosses: async (losses) => void (await call('tell-losses', losses)),
  notify: async (notification) => void (await call('notify', notification)),
  setTheme: async (theme) => void (await call('set-theme', { theme })),
  reportProblem: async () => void (await call('report-problem', {})),
  openSettings: async () => void (await call('open-settings', {})),
  writeLog: async (line) => void (await call('write-log', shortened(line))),
  tellContext: async (context) => void (await call('tell-context', { context })),
  readReporting: async () => reportingStateSchema.parse(await call('read-reporting', {})),
}

/** A long line is still worth having: the main process takes none that is longer. */
function shortened({ level, message, fields }: DesktopCallArgs<'write-log'>): DesktopCallArgs<'write-log'> {
  const text = JSON.stringify(fields)
  return {
    level,
    message: message.slice(0, maxLogMessageLength),
    fields: text.length > maxLogFieldsLength ? { cut: text.slice(0, maxLogFieldsLength) } : fields,
  }
}
