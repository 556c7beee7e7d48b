import { app } from 'electron'

export interface OrderlyQuit {
  readonly isQuitting: boolean
  /** Closes everything now; the quit that follows does not do so again. */
  closeAll(): Promise<void>
}

/** Makes every quit wait until everything was closed in order. */
export function quitInOrder(close: () => Promise<void>): OrderlyQuit {
  let stage: 'running' | 'closing' | 'closed' = 'running'
  const closeAll = async () => {
    stage = 'closing'
    await close()
    stage = 'closed'
  }
  app.on('before-quit', (event) => {
    if (stage === 'closed') return
    event.preventDefault()
    if (stage === 'running') void closeAll().then(() => app.quit())
  })
  return {
    get isQuitting() {
      return stage !== 'running'
    },
    closeAll,
  }
}
