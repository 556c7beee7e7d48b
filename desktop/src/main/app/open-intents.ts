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
  /** Returns the front window whose page listens for intents. */
  readonly listeningWindow: () => AppWindow | null
  readonly isTeam: () => boolean
  readonly connect: (origin: string) => void
  /** Returns false if no sign-in waits for the code. */
  readonly finishSignIn: (code: string) => boolean
  /** Resolves to false if the person chose to stay in the present profile. */
  readonly workHere: () => Promise<boolean>
}

export interface IntentDelivery {
  take(intent: OpenIntent): void
  /** Tries again; called when a window may have begun or stopped listening. */
  retry(): void
}

/** Delivers each intent to its place: a question to the person, or the front page once it listens. */
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
  /**
   * Sends a file to the listening window. Looks the window up again: it may have closed or changed its page meanwhile.
   */
  const deliverFile = (intent: PageBound, file: OpenedFile) => {
    const window = targets.listeningWindow()
    if (window !== null) return show(window, () => window.send('open-intent', { kind: 'file', ...file }))
    void targets.openedFiles.forget(file.id)
    wait(intent)
  }
  /**
   * Retries before queueing, so that the queue's taker is removed if no window listens: otherwise the intent would come
   * back at once, endlessly.
   */
  const wait = (intent: PageBound) => {
    retry()
    waiting.add([intent])
  }
  /** Offers to open files on this computer: opening a file with Tidemark must not send it to a team's server. */
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
        case 'signed-in':
          if (!targets.finishSignIn(intent.code)) tell(new TidemarkError('sign-on-expired'))
          return
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
    detail: `A link wants to add the team server ${origin}. Continue only if you know it: its pages will open in this window.`,
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
    message: isOne && only !== undefined ? only : `${errors.length} items could not be opened.`,
    detail: [...lines.slice(0, mostTold), ...(rest > 0 ? [`… and ${rest} more.`] : [])].join('\n'),
    buttons: ['Close'],
  })
}
