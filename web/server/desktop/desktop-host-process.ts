import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { toTidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { readConfig } from '../base/config'
import { createServices } from '../create-services'
import { startHost } from '../http/host'
import { keepEarlyFailures } from '../observability/reporting'
import { installedVersion } from '../base/process-config'
import { setServices } from '../services'
import { createLaunchGate } from './launch-gate'
import { createMainProcessLink } from './main-process-link'
import { getUtilityParentPort } from '../engine/process/utility-port'

const serverDir = dirname(fileURLToPath(import.meta.url))
const webDir = join(serverDir, '..', '..')
const installDir = join(webDir, '..')

/**
 * The main function of the host inside the desktop app. The main process controls it, and only the app's windows can
 * reach it.
 */
function main(): void {
  const parent = getUtilityParentPort()
  if (parent === null) throw new Error('this program is started by the desktop app')
  const link = createMainProcessLink(parent)
  let stop: (() => Promise<void>) | undefined
  let isStopping = false
  link.onMessage((message) => {
    switch (message.kind) {
      case 'start':
        return void start(message).then(
          (host) => {
            stop = host.stop
            if (isStopping) return end(stop)
            link.post({ kind: 'ready', origin: host.origin })
          },
          (thrown: unknown) => fail(thrown),
        )
      case 'stop':
        if (isStopping) return
        isStopping = true
        // If it is still starting, it is closed as soon as it has started.
        if (stop !== undefined) end(stop)
    }
  })

  async function start({ settings, token }: { settings: Record<string, string>; token: string }) {
    const version = installedVersion(installDir)
    const notes: string[] = []
    const config = readConfig({ env: settings, installDir, version, onNote: (sentence) => void notes.push(sentence) })
    keepEarlyFailures()
    const services = await createServices(config, {
      serverDir,
      webDir,
      isDevelopment: false,
      openProcess: link.openProcess,
    })
    setServices(services)
    for (const sentence of notes) services.log.info({}, sentence)
    const host = await startHost({
      services,
      serverDir,
      webDir,
      isDevelopment: false,
      launchGate: createLaunchGate(token),
    }).catch(async (cause: unknown) => {
      await services.close()
      throw cause
    })
    services.log.info({ isDesktopApp: true, origin: host.origin }, 'The desktop server is ready.')
    return {
      origin: host.origin,
      stop: async () => {
        services.pokes.close()
        await host.close()
        await services.close()
      },
    }
  }

  function end(close: () => Promise<void>): void {
    close().then(() => process.exit(0), fail)
  }

  function fail(thrown: unknown): void {
    const error = toTidemarkError(thrown)
    if (error.code === 'internal') console.error(error.cause)
    const { code, message, detail, hint } = error.toBody()
    link.post({ kind: 'failed', error: { code, message, detail, hint } })
    // Give the message time to be sent before the process exits.
    setTimeout(() => process.exit(1), 200)
  }
}

main()
