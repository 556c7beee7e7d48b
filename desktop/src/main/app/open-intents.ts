import { dialog } from 'electron'
import { TidemarkError, toTidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { createIntentQueue } from '../intents/intent-queue'
import type { OpenedFiles } from '../intents/opened-files'
import type { OpenIntent } from '../intents/open-intent'
import type { AppWindow } from '../windows/app-window'

type PageBound = Extract<OpenIntent, { kind: 'file' | 'go' }>

interface IntentTargets {
  readonly openedFiles: OpenedFiles
  /** The window in front whose page listens. */
  readonly listeningWindow: () => AppWindow | null
  readonly isTeam: () => boolean
  readonly connect: (origin: string) => void
  /** Says whether it went on: the person may have stayed. */
  readonly workHere: () => Promise<boolean>
}

export interface IntentDelivery {
  take(intent: OpenIntent): void
  /** A window may have begun or ceased to listen. */
  retry(): void
}

/** Brings what is to be opened to where it belongs: a question to the person, or the page in front once it listens. */
export function createIntentDelivery(targets: IntentTargets): IntentDelivery {
  const waiting = createIntentQueue<PageBound>()
  let stop: (() => void) | undefined

  const retry = () => {
    stop?.()
    stop = undefined
    if (targets.listeningWindow() !== null) stop = waiting.setTaker(deliver)
  }
  const deliver = (intent: PageBound) => {
    const window = targets.listeningWindow()
    if (window === null) return waiting.add([intent])
    if (intent.kind === 'go') return show(window, () => window.send('open-intent', intent))
    if (targets.isTeam()) return void offerHere(intent)
    targets.openedFiles.offer(intent.path).then(
      (file) => show(window, () => window.send('open-intent', { kind: 'file', ...file })),
      (thrown: unknown) => void tell(toTidemarkError(thrown)),
    )
  }
  /** A file of this computer is not sent to a team's server because somebody opened it with Tidemark. */
  const offerHere = async (intent: PageBound) => {
    const { response } = await dialog.showMessageBox({
      type: 'question',
      message: 'Open this file on this computer?',
      detail: 'You are working on a team’s server. Files that you open with Tidemark stay on this computer.',
      buttons: ['Switch to this computer', 'Cancel'],
      defaultId: 0,
      cancelId: 1,
    })
    if (response !== 0 || !(await targets.workHere())) return
    waiting.add([intent])
    retry()
  }
  return {
    retry,
    take: (intent) => {
      switch (intent.kind) {
        case 'refused':
          return void tell(new TidemarkError('invalid-request', { detail: intent.reason }))
        case 'connect':
          return void confirmConnect(intent.origin, targets.connect)
        default:
          waiting.add([intent])
          retry()
      }
    },
  }
}

function show(window: AppWindow, send: () => void): void {
  window.focus()
  send()
}

async function confirmConnect(origin: string, connect: (origin: string) => void): Promise<void> {
  const { response } = await dialog.showMessageBox({
    type: 'question',
    message: `Connect to ${new URL(origin).host}?`,
    detail: `A link asks to add the team server ${origin}. Go on only if you know it: its pages are then shown in this window.`,
    buttons: ['Connect', 'Cancel'],
    defaultId: 1,
    cancelId: 1,
  })
  if (response === 0) connect(origin)
}

async function tell({ message, detail, hint }: TidemarkError): Promise<void> {
  await dialog.showMessageBox({
    type: 'warning',
    message,
    detail: [detail, hint].filter((part) => part !== undefined).join(' '),
    buttons: ['Close'],
  })
}
