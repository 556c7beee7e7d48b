import { serialize } from 'node:v8'
import { ipcMain, type WebContents, type WebFrameMain } from 'electron'
import { TidemarkError, toTidemarkError, type ErrorBody } from '@tidemark/shared/errors/tidemark-error'
import { desktopCalls, type DesktopCallArgs, type DesktopCallName } from '@tidemark/shared/ipc/desktop-calls'
import type { Logger } from '@tidemark/shared/observability/logger'
import type { MainReporting } from '../observability'
import type { AppWindow } from '../windows/app-window'

/** The answer to a call. Errors are part of it, because Electron passes on only the text of a thrown error. */
export type CallAnswer =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: ErrorBody }

export interface CallRules {
  readonly windowOf: (contents: WebContents) => AppWindow | null
  /** True if the page's window was closed and is no longer known. */
  readonly isClosed: (contents: WebContents) => boolean
  readonly log: Logger
  readonly reporting: Pick<MainReporting, 'capture'>
}

/**
 * Answers one kind of call. Only the main frame of a window that shows its own server may call, with arguments of the
 * expected form and size; pages of a team server may make only the calls meant for them.
 * Everything else fails with `ipc-refused`, which is reported unless the page is closing: its last calls arrive when
 * its window is already forgotten, and nobody waits for the answers.
 */
export function handle<Name extends DesktopCallName>(
  rules: CallRules,
  name: Name,
  answer: (args: DesktopCallArgs<Name>, window: AppWindow) => unknown,
): void {
  ipcMain.handle(name, async ({ sender, senderFrame }, ...args: readonly unknown[]): Promise<CallAnswer> => {
    try {
      const call = desktopCalls[name]
      const window = rules.windowOf(sender)
      if (window === null || senderFrame === null) throw refused(name, 'its window is not known')
      if (senderFrame !== sender.mainFrame) throw refused(name, 'it comes from a frame')
      if (window.ownOrigin === null || senderFrame.origin !== window.ownOrigin)
        throw refused(name, `its origin is ${senderFrame.origin}`)
      if (window.isTeam && !call.team) throw refused(name, 'it is not open to team servers')
      if (args.length !== 1) throw refused(name, `it has ${args.length} arguments`)
      if (serialize(args[0]).byteLength > call.maxBytes) throw refused(name, `it is larger than ${call.maxBytes} bytes`)
      const parsed = call.args.safeParse(args[0])
      if (!parsed.success) throw refused(name, parsed.error.issues[0]?.message ?? 'its arguments are wrong')
      // The arguments were parsed with this name's schema; TypeScript cannot follow the name through the table.
      return { ok: true, value: await answer(parsed.data as DesktopCallArgs<Name>, window) }
    } catch (thrown) {
      const error = toTidemarkError(thrown)
      const isFault = error.code === 'ipc-refused' || error.code === 'internal'
      if (isFault && !isGoing(rules, sender, senderFrame)) {
        rules.log.error({ name, detail: error.detail, err: error.cause }, 'A call failed.')
        rules.reporting.capture(error)
      }
      return { ok: false, error: error.toBody() }
    }
  })
}

/** Returns true if the page is closed, was left or is about to be replaced. frame: the one that called. */
function isGoing({ windowOf, isClosed }: CallRules, sender: WebContents, frame: WebFrameMain | null): boolean {
  if (sender.isDestroyed() || isClosed(sender) || frame === null || frame.detached) return true
  return windowOf(sender)?.isReplaced === true
}

function refused(name: string, why: string): TidemarkError {
  return new TidemarkError('ipc-refused', { detail: `${name}: ${why}.` })
}
