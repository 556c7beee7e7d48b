import {
  maxLogFieldsLength,
  maxLogMessageLength,
  reportingStateSchema,
  type DesktopCallArgs,
} from '@tidemark/shared/ipc/desktop-calls'
import type { TeamDesktopApi } from '@tidemark/shared/ipc/desktop-api'
import { callMain, listenToMain } from './calls'

/** The desktop app's API for every page of Tidemark. */
export const teamApi: TeamDesktopApi = {
  isDesktopApp: true,
  platform: process.platform,
  pageReady: async () => void (await callMain('page-ready', {})),
  onOpenIntent: (listener) => listenToMain('open-intent', listener),
  onCommand: (listener) => listenToMain('run-command', ({ id }) => listener(id)),
  setCommands: async (commands) => void (await callMain('set-commands', { commands: [...commands] })),
  showProgress: async (progress) => void (await callMain('show-progress', progress)),
  tellLosses: async (losses) => void (await callMain('tell-losses', losses)),
  notify: async (notification) => void (await callMain('notify', notification)),
  setTheme: async (theme) => void (await callMain('set-theme', { theme })),
  reportProblem: async () => void (await callMain('report-problem', {})),
  openSettings: async () => void (await callMain('open-settings', {})),
  writeLog: async (line) => void (await callMain('write-log', shortened(line))),
  tellContext: async (context) => void (await callMain('tell-context', { context })),
  readReporting: async () => reportingStateSchema.parse(await callMain('read-reporting', {})),
}

/** Shortens a log line, because the main process refuses longer ones. */
function shortened({ level, message, fields }: DesktopCallArgs<'write-log'>): DesktopCallArgs<'write-log'> {
  const text = JSON.stringify(fields)
  return {
    level,
    message: message.slice(0, maxLogMessageLength),
    fields: text.length > maxLogFieldsLength ? { cut: text.slice(0, maxLogFieldsLength) } : fields,
  }
}
