import { basename } from 'node:path'
import { hostProgramSchema, toHostSchema, type FromHost, type ToHost } from '@tidemark/shared/ipc/host-messages'
import type { OpenProcess, ProcessOptions, ProcessPort } from '../engine/process/process-port'
import type { UtilityParentPort, UtilityPort } from '../engine/process/utility-port'

/** The host's side of its communication with Electron's main process. */
export interface MainProcessLink {
  post(message: FromHost): void
  /** Calls the listener with each message that does not concern one of our processes. */
  onMessage(listener: (message: Extract<ToHost, { kind: 'start' | 'stop' }>) => void): void
  /** Makes the main process start a program beside the host: in a packaged app, Node cannot fork. */
  readonly openProcess: OpenProcess
}

interface RemoteProcess {
  port: UtilityPort | undefined
  readonly unsent: unknown[]
  messageListener: (message: unknown) => void
  exitListener: (how: string) => void
}

const defaultThreadPoolSize = 4

export function createMainProcessLink(parent: UtilityParentPort): MainProcessLink {
  const processesById = new Map<number, RemoteProcess>()
  const listeners: ((message: Extract<ToHost, { kind: 'start' | 'stop' }>) => void)[] = []
  let nextId = 1
  const post = (message: FromHost) => parent.postMessage(message)

  const exited = (id: number, how: string) => {
    const remote = processesById.get(id)
    processesById.delete(id)
    remote?.port?.close()
    remote?.exitListener(how)
  }
  const connect = (id: number, port: UtilityPort | undefined) => {
    const remote = processesById.get(id)
    if (remote === undefined || port === undefined) return
    remote.port = port
    port.on('message', ({ data }) => remote.messageListener(data))
    port.start()
    for (const message of remote.unsent.splice(0)) port.postMessage(message)
  }
  parent.on('message', ({ data, ports }) => {
    const message = toHostSchema.parse(data)
    switch (message.kind) {
      case 'process-opened':
        return connect(message.id, ports[0])
      case 'process-exited':
        return exited(message.id, message.how)
      default:
        for (const listener of listeners) listener(message)
    }
  })

  const openProcess = <In, Out>({ entryPath, env }: ProcessOptions): ProcessPort<In, Out> => {
    const id = nextId++
    const remote: RemoteProcess = {
      port: undefined,
      unsent: [],
      messageListener: () => undefined,
      exitListener: () => undefined,
    }
    processesById.set(id, remote)
    post({
      kind: 'open-process',
      id,
      program: hostProgramSchema.parse(basename(entryPath, '.js')),
      threadPoolSize: Number(env?.['UV_THREADPOOL_SIZE'] ?? defaultThreadPoolSize),
    })
    return {
      postMessage: (message) => {
        if (remote.port === undefined) remote.unsent.push(message)
        else remote.port.postMessage(message)
      },
      onMessage: (listener) => {
        remote.messageListener = (message) => listener(message as In) // the other end posts only In
      },
      onExit: (listener) => {
        remote.exitListener = listener
      },
      kill: () => post({ kind: 'kill-process', id }),
    }
  }
  return { post, onMessage: (listener) => void listeners.push(listener), openProcess }
}
