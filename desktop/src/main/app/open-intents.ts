import { dialog } from 'electron'
import { TidemarkError, toTidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { askTogether } from '../intents/ask-together'
import { createIntentQueue } from '../intents/intent-queue'
import type { OpenedFile, OpenedFiles } from '../intents/opened-files'
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
    if (window === null) return wait(intent)
    if (intent.kind === 'go') return show(window, () => window.send('open-intent', intent))
    if (targets.isTeam()) return offerHere(intent)
    targets.openedFiles.offer(intent.path).then(
      (file) => deliverFile(intent, file),
      (thrown: unknown) => tell(toTidemarkError(thrown)),
    )
  }
  /** The window that listened may have gone, or shows something else by now. */
  const deliverFile = (intent: PageBound, file: OpenedFile) => {
    const window = targets.listeningWindow()
    if (window !== null) return show(window, () => window.send('open-intent', { kind: 'file', ...file }))
    void targets.openedFiles.forget(file.id)
    wait(intent)
  }
  /** Nobody takes it before a window listens: it would come back at once, and so on. */
  const wait = (intent: PageBound) => {
    retry()
    waiting.add([intent])
  }
  /** A file of this computer is not sent to a team's server because somebody opened it with Tidemark. */
  const offerHere = askTogether<PageBound>(async (intents) => {
    const these = intents.length === 1 ? 'this file' : `these ${intents.length} files`
    const { response } = await dialog.showMessageBox({
      type: 'question',
      message: `Open ${these} on this computer?`,
      detail: 'You are working on a team’s server. Files that you open with Tidemark stay on this computer.',
      buttons: ['Switch to this computer', 'Cancel'],
      defaultId: 0,
      cancelId: 1,
    })
    if (response !== 0 || !(await targets.workHere())) return
    waiting.add(intents)
    retry()
  })
  const tell = askTogether(tellAll)
  return {
    retry,
    take: (intent) => {
      switch (intent.kind) {
        case 'refused':
          return tell(new TidemarkError('invalid-request', { detail: intent.reason }))
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

const mostTold = 10

async function tellAll(errors: readonly TidemarkError[]): Promise<void> {
  const messages = new Set(errors.map(({ message }) => message))
  const [only] = messages
  const isOne = messages.size === 1
  const lines = errors.map(({ message, detail, hint }) =>
    [...(isOne ? [] : [message]), detail, hint].filter((part) => part !== undefined).join(' '),
  )
  const rest = lines.length - mostTold
  await dialog.showMessageBox({
    type: 'warning',
    message: isOne && only !== undefined ? only : `${errors.length} things were not opened.`,
    detail: [...lines.slice(0, mostTold), ...(rest > 0 ? [`… and ${rest} more.`] : [])].join('\n'),
    buttons: ['Close'],
  })
}
