import { createRequire, syncBuiltinESMExports } from 'node:module'
import { EventEmitter } from 'node:events'

/** The parent port of a utility process, built on a Node child's channel; what a packaged app lacks is removed. */
interface FromParent {
  readonly type: 'message' | 'port' | 'port-close'
  readonly port?: number
  readonly ports?: readonly number[]
  readonly data?: unknown
}

const send = process.send?.bind(process)
const portsById = new Map<number, Port>()

class Port extends EventEmitter {
  readonly #id: number
  readonly #unread: unknown[] = []
  #isStarted = false

  constructor(id: number) {
    super()
    this.#id = id
  }

  postMessage(data: unknown): void {
    if (process.connected) send?.({ type: 'port', port: this.#id, data })
  }

  receive(data: unknown): void {
    if (this.#isStarted) this.emit('message', { data, ports: [] })
    else this.#unread.push(data)
  }

  start(): void {
    this.#isStarted = true
    for (const data of this.#unread.splice(0)) this.emit('message', { data, ports: [] })
  }

  close(): void {
    if (process.connected) send?.({ type: 'port-close', port: this.#id })
    portsById.delete(this.#id)
  }
}

class ParentPort extends EventEmitter {
  postMessage(data: unknown): void {
    if (process.connected) send?.({ type: 'message', data })
  }
}

const parentPort = new ParentPort()
const unread: unknown[] = []
parentPort.on('newListener', (event) => {
  if (event === 'message')
    setImmediate(() => unread.splice(0).forEach((message) => parentPort.emit('message', message)))
})

process.on('message', (message: FromParent) => {
  const port = portsById.get(message.port ?? 0)
  switch (message.type) {
    case 'message': {
      const ports = (message.ports ?? []).map((id) => {
        const opened = new Port(id)
        portsById.set(id, opened)
        return opened
      })
      const event = { data: message.data, ports }
      if (parentPort.listenerCount('message') === 0) unread.push(event)
      else parentPort.emit('message', event)
      return
    }
    case 'port':
      return port?.receive(message.data)
    case 'port-close':
      port?.emit('close')
  }
})
process.on('disconnect', () => process.exit(0))
Object.defineProperty(process, 'parentPort', { value: parentPort })
Object.defineProperty(process, 'send', { value: undefined })

const childProcess = createRequire(import.meta.url)('node:child_process') as typeof import('node:child_process')
childProcess.fork = () => {
  throw new Error('a packaged app cannot fork itself as Node: the runAsNode fuse is off')
}
syncBuiltinESMExports()
