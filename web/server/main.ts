import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { toTidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { startChartHost } from './chart-host/start-chart-host'
import { createServices } from './create-services'
import { startHost } from './http/host'
import { keepEarlyFailures } from './observability/reporting'
import { readProcessConfig } from './base/process-config'
import { setServices } from './services'

const serverDir = dirname(fileURLToPath(import.meta.url))
const webDir = join(serverDir, '..', '..')
const installDir = join(webDir, '..')

async function main(): Promise<void> {
  const config = readProcessConfig(installDir)
  const isDevelopment = process.env['TIDEMARK_DEV'] === '1'
  const setUpLinks: string[] = []
  const showSetUpLink = (link: string) => void setUpLinks.push(link)
  keepEarlyFailures()
  const services = await createServices(config, { serverDir, webDir, isDevelopment, showSetUpLink })
  setServices(services)
  const starting =
    config.mode === 'chart' ? startChartHost(services) : startHost({ services, serverDir, webDir, isDevelopment })
  const host = await starting.catch(async (cause: unknown) => {
    await services.close()
    throw cause
  })
  let isClosing = false
  const stop = () => {
    // A second Ctrl-C must not interrupt the shutdown that the first one began.
    if (isClosing) return
    isClosing = true
    services.pokes.close()
    void host
      .close()
      .then(() => services.close())
      .then(
        () => process.exit(0),
        (thrown: unknown) => fail(thrown),
      )
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  // Print this last: a script that waits for the line may stop the server at once.
  process.stdout.write(`Tidemark ${config.version} is ready at ${host.origin}\n`)
  for (const link of setUpLinks) process.stdout.write(`Nobody has an account yet. Make the first owner at ${link}\n`)
}

function fail(thrown: unknown): void {
  const error = toTidemarkError(thrown)
  process.stderr.write(`Tidemark did not start. ${error.message}${error.detail ? ` ${error.detail}` : ''}\n`)
  if (error.hint) process.stderr.write(`${error.hint}\n`)
  if (error.code === 'internal')
    process.stderr.write(`${String(error.cause instanceof Error ? error.cause.stack : error.cause)}\n`)
  process.exit(1)
}

main().catch(fail)
