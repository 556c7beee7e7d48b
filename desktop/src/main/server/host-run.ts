import { join } from 'node:path'
import { MessageChannelMain, utilityProcess, type UtilityProcess } from 'electron'
import { assertNever } from '@tidemark/shared/base/assert-never'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { fromHostSchema, type FromHost, type ToHost } from '@tidemark/shared/ipc/host-messages'
import type { Logger } from '@tidemark/shared/observability/logger'
import { endNow } from './end-now'
import { hostEnvironment } from './host-environment'

export interface HostStart {
  readonly serverFolder: string
  readonly settings: Record<string, string>
  readonly token: string
  readonly log: Logger
  /** Called with each line that the server's processes print. */
  readonly onOutput: (line: string) => void
}

/** One run of the server's process. */
export interface HostRun {
  /** Resolves to its origin once it answers. Fails with the server's own error, or `internal` if it ended before. */
  readonly ready: Promise<string>
  /** Resolves to a description of how it ended; its engine has ended by then too. */
  readonly exited: Promise<string>
  /** Asks it to finish and close, and kills it after the time given. */
  stop(limitMs: number): Promise<void>
}

/** Starts the server and, on its request, the programs beside it, each as a utility process. */
export function startHostRun({ serverFolder, settings, token, log, onOutput }: HostStart): HostRun {
  const env = hostEnvironment(process.env)
  const fork = (program: string, serviceName: string, extra: Record<string, string> = {}): UtilityProcess => {
    const child = utilityProcess.fork(join(serverFolder, `${program}.js`), [], {
      env: { ...env, ...extra },
      stdio: ['ignore', 'pipe', 'pipe'],
      serviceName,
    })
    readLines(child.stdout, onOutput)
    readLines(child.stderr, onOutput)
    return child
  }
  const programsById = new Map<number, UtilityProcess>()
  const host = fork('desktop-host-process', 'Tidemark server')
  const post = (message: ToHost, ports: Electron.MessagePortMain[] = []) => host.postMessage(message, ports)

  const openProgram = ({ id, program, threadPoolSize }: Extract<FromHost, { kind: 'open-process' }>) => {
    const child = fork(program, `Tidemark ${program}`, { UV_THREADPOOL_SIZE: String(threadPoolSize) })
    programsById.set(id, child)
    child.once('exit', (code) => {
      programsById.delete(id)
      post({ kind: 'process-exited', id, how: `exit code ${code}` })
    })
    const { port1, port2 } = new MessageChannelMain()
    child.postMessage(null, [port1])
    post({ kind: 'process-opened', id }, [port2])
  }

  const exited = new Promise<string>((resolve) => {
    host.once('exit', (code) => {
      for (const child of programsById.values()) endNow(child)
      resolve(`exit code ${code}`)
    })
  })
  const ready = new Promise<string>((resolve, reject) => {
    host.on('message', (data) => {
      const message = fromHostSchema.parse(data)
      switch (message.kind) {
        case 'ready':
          return resolve(message.origin)
        case 'failed':
          return reject(new TidemarkError(message.error.code, message.error))
        case 'open-process':
          return openProgram(message)
        case 'kill-process': {
          const child = programsById.get(message.id)
          return child === undefined ? undefined : endNow(child)
        }
        default:
          assertNever(message)
      }
    })
    void exited.then((how) => reject(new TidemarkError('internal', { detail: `The server's process ended: ${how}.` })))
  })
  post({ kind: 'start', settings, token })
  log.info({ port: settings['PORT'], pid: host.pid }, 'The server is being started.')

  return {
    ready,
    exited,
    stop: async (limitMs) => {
      post({ kind: 'stop' })
      const timer = setTimeout(() => {
        log.error({ limitMs }, 'The server did not close in time and was ended.')
        endNow(host)
      }, limitMs)
      await exited
      clearTimeout(timer)
    },
  }
}

function readLines(stream: NodeJS.ReadableStream | null, onLine: (line: string) => void): void {
  let rest = ''
  stream?.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString('utf8')).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) if (line !== '') onLine(line)
  })
}
