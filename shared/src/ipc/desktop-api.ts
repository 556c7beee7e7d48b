import type {
  CommandState,
  DesktopCallArgs,
  DesktopSettings,
  PendingChange,
  ReportingState,
  UpdateChoice,
} from './desktop-calls'
import type { UpdateState } from './update-state'

/** A request to a page to show something. A file is identified by an id; its path stays in the main process. */
export type PageIntent =
  | { readonly kind: 'file'; readonly id: string; readonly name: string; readonly sizeBytes: number }
  | { readonly kind: 'go'; readonly path: string }

/** The messages from the main process to a page, by channel. */
export interface DesktopEvents {
  readonly 'open-intent': PageIntent
  readonly 'run-command': { readonly id: string }
  readonly 'update-state': UpdateState
}

type Stop = () => void

/** The part of the API that pages of a team server get: nothing in it reads files of this computer. */
export interface TeamDesktopApi {
  readonly isDesktopApp: true
  readonly platform: string
  /** Signals that the page listens for files and links to open. */
  pageReady(): Promise<void>
  onOpenIntent(listener: (intent: PageIntent) => void): Stop
  onCommand(listener: (commandId: string) => void): Stop
  setCommands(commands: readonly CommandState[]): Promise<void>
  showProgress(progress: DesktopCallArgs<'show-progress'>): Promise<void>
  /** Reports what would be lost by leaving the page, so that the person is asked first. */
  tellLosses(losses: DesktopCallArgs<'tell-losses'>): Promise<void>
  notify(notification: DesktopCallArgs<'notify'>): Promise<void>
  setTheme(theme: DesktopCallArgs<'set-theme'>['theme']): Promise<void>
  reportProblem(): Promise<void>
  /** Shows the settings that belong to no profile, in their own window. */
  openSettings(): Promise<void>
  /** Absent in older versions of the app. fields: JSON values. */
  writeLog?(line: DesktopCallArgs<'write-log'>): Promise<void>
  tellContext(context: DesktopCallArgs<'tell-context'>['context']): Promise<void>
  readReporting(): Promise<ReportingState>
}

/** The object by which a page knows that it is in the desktop app, and through which it uses the app's abilities. */
export interface DesktopApi extends TeamDesktopApi {
  /** Returns the part of an opened file at an offset; empty at its end. */
  readOpenedFile(id: string, offset: number): Promise<Uint8Array<ArrayBuffer>>
  keepPending(args: DesktopCallArgs<'keep-pending'>): Promise<void>
  readPending(databaseName: string): Promise<readonly PendingChange[]>
  forgetPending(databaseName: string): Promise<void>
  onUpdateState(listener: (state: UpdateState) => void): Stop
  /** Allows error reports to leave this computer or forbids it; the profile's server is restarted. */
  allowReporting(isAllowed: boolean): Promise<void>
  checkForUpdates(): Promise<void>
  /** Downloads the available version. */
  loadUpdate(): Promise<void>
  restartToUpdate(): Promise<void>
  readSettings(): Promise<DesktopSettings>
  chooseUpdates(choice: UpdateChoice): Promise<void>
}
