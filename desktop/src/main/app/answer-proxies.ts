import { app } from 'electron'
import type { Logger } from '@tidemark/shared/observability/logger'
import { ProxySignIn } from '../windows/proxy-sign-in'
import type { WindowSet } from './window-set'

/** Asks the person when a proxy wants a name and password. A server that wants them gets none. */
export function answerProxies(windows: WindowSet, log: Logger): void {
  const openByProxy = new Map<string, ProxySignIn>()
  app.on('login', (event, _contents, { firstAuthAttempt }, { isProxy, host, port }, answer) => {
    if (!isProxy) return
    event.preventDefault()
    const key = `${host}:${port}`
    const question = { host, port, isAgain: !firstAuthAttempt }
    // Many requests meet the same proxy at once; they share one dialog.
    if (!openByProxy.has(key)) {
      windows.showTool(`proxy-${key}`, (onClosed) => {
        const opened = new ProxySignIn({
          question,
          log,
          onClosed: () => {
            openByProxy.delete(key)
            onClosed()
          },
        })
        openByProxy.set(key, opened)
        return opened
      })
    }
    openByProxy.get(key)?.add(answer)
  })
}
