import { app, powerMonitor } from 'electron'
import type { Logger } from '@tidemark/shared/observability/logger'
import type { Leaving } from '../windows/leave-question'

export interface OrderlyQuit {
  readonly isQuitting: boolean
  /**
   * Closes everything now, and the quit that follows does not repeat it. Resolves to false if the person stays or
   * another close is under way.
   */
  closeAll(leaving: Leaving): Promise<boolean>
}

interface QuitOptions {
  /** Asks the person if something would be lost; resolves to false if they stay. */
  readonly mayLeave: (leaving: Leaving) => Promise<boolean>
  readonly close: () => Promise<void>
  readonly log: Logger
}

/** Delays every quit until the person has agreed and everything was closed in order. */
export function quitInOrder({ mayLeave, close, log }: QuitOptions): OrderlyQuit {
  let stage: 'running' | 'asking' | 'closing' | 'closed' = 'running'
  const closeNow = async () => {
    stage = 'closing'
    // A part that cannot be closed must not keep an app without windows alive.
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
 * Handles the system's shutdown without a question, because the system ends the app within seconds. macOS needs none of
 * this: it sends apps an ordinary quit and waits.
 */
function endWithSystem(end: () => void): void {
  if (process.platform !== 'linux') return
  // Electron's type omits the event; preventing its default delays the shutdown as long as the system allows.
  const events: NodeJS.EventEmitter = powerMonitor
  events.on('shutdown', (event: Electron.Event) => {
    event.preventDefault()
    end()
  })
}
