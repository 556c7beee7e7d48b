import { app, powerMonitor } from 'electron'
import type { Logger } from '@tidemark/shared/observability/logger'
import type { Leaving } from '../windows/leave-question'

export interface OrderlyQuit {
  readonly isQuitting: boolean
  /**
   * Closes everything now; the quit that follows does not do so again. Says whether it did: not when the person stays, nor
   * while another one is under way.
   */
  closeAll(leaving: Leaving): Promise<boolean>
}

interface QuitOptions {
  /** Asks the person, where something would be lost. */
  readonly mayLeave: (leaving: Leaving) => Promise<boolean>
  readonly close: () => Promise<void>
  readonly log: Logger
}

/** Makes every quit wait until the person agrees and everything was closed in order. */
export function quitInOrder({ mayLeave, close, log }: QuitOptions): OrderlyQuit {
  let stage: 'running' | 'asking' | 'closing' | 'closed' = 'running'
  const closeNow = async () => {
    stage = 'closing'
    // What cannot be closed must not keep an app alive whose windows are gone.
    await close().catch((thrown: unknown) => log.error({ err: thrown }, 'Not everything was closed.'))
    stage = 'closed'
  }
  const closeAll = async (leaving: Leaving) => {
    if (stage !== 'running') return false
    stage = 'asking'
    const isAgreed = await mayLeave(leaving)
    if (stage !== 'asking') return false
    if (isAgreed) await closeNow()
    else stage = 'running'
    return isAgreed
  }
  app.on('before-quit', (event) => {
    if (stage === 'closed') return
    event.preventDefault()
    void closeAll('quit').then((isClosed) => {
      if (isClosed) app.quit()
    })
  })
  endWithSystem(() => {
    if (stage === 'running' || stage === 'asking') void closeNow().then(() => app.quit())
  })
  return {
    get isQuitting() {
      return stage === 'closing' || stage === 'closed'
    },
    closeAll,
  }
}

/**
 * Answers the system's shutdown without asking anybody: it comes within seconds. A Mac quits its apps as a person does,
 * and waits.
 */
function endWithSystem(end: () => void): void {
  if (process.platform !== 'linux') return
  // Its type leaves out the event, which holds the system for as long as it lets itself be held.
  const events: NodeJS.EventEmitter = powerMonitor
  events.on('shutdown', (event: Electron.Event) => {
    event.preventDefault()
    end()
  })
}
