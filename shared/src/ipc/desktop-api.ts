import type {
  CommandState,
  DesktopCallArgs,
  DesktopSettings,
  PendingChange,
  ReportingState,
  UpdateChoice,
} from './desktop-calls'
import type { UpdateState } from './update-state'

/** A request that a page shows something. A file is offered under an id; its path stays in the main process. */
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

/** The part of the API for pages of a team server: nothing that reads files of this computer. */
export interface TeamDesktopApi {
  readonly isDesktopApp: true
  readonly platform: string
  /** Signals that the page listens for files and links to open. */
  pageReady(): Promise<void>
  onOpenIntent(listener: (intent: PageIntent) => void): Stop
  onCommand(listener: (commandId: string) => void): Stop
  setCommands(commands: readonly CommandState[]): Promise<void>
  showProgress(progress: DesktopCallArgs<'show-progress'>): Promise<void>
  /** Reports what leaving the page would lose, so that the person is asked first. */
  tellLosses(losses: DesktopCallArgs<'tell-losses'>): Promise<void>
  notify(notification: DesktopCallArgs<'notify'>): Promise<void>
  setTheme(theme: DesktopCallArgs<'set-theme'>['theme']): Promise<void>
  reportProblem(): Promise<void>
  /** Shows the settings that no profile owns, in a window of their own. */
  openSettings(): Promise<void>
  /** Absent in an app from before it. fields: what JSON can say. */
  writeLog?(line: DesktopCallArgs<'write-log'>): Promise<void>
  tellContext(context: DesktopCallArgs<'tell-context'>['context']): Promise<void>
  readReporting(): Promise<ReportingState>
}

/** The one object by which a page knows that it is in the desktop app, and through which it asks for what only that can do. */
export interface DesktopApi extends TeamDesktopApi {
  /** A part of an opened file from an offset on; empty at its end. */
  readOpenedFile(id: string, offset: number): Promise<Uint8Array<ArrayBuffer>>
  keepPending(args: DesktopCallArgs<'keep-pending'>): Promise<void>
  readPending(databaseName: string): Promise<readonly PendingChange[]>
  forgetPending(databaseName: string): Promise<void>
  onUpdateState(listener: (state: UpdateState) => void): Stop
  /** Lets error reports leave this computer, or no longer; its server is started again with it. */
  allowReporting(isAllowed: boolean): Promise<void>
  checkForUpdates(): Promise<void>
  /** Loads the version that waits for the person's word. */
  loadUpdate(): Promise<void>
  restartToUpdate(): Promise<void>
  readSettings(): Promise<DesktopSettings>
  chooseUpdates(choice: UpdateChoice): Promise<void>
}
