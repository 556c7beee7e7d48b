import { EventEmitter } from 'node:events'
import type { ChildProcess } from 'node:child_process'

let nextId = 1

/** One end of a channel: in this process until it is transferred, then in a child, which refers to it by its id. */
export class PortDouble extends EventEmitter {
  readonly id = nextId++
  partner: PortDouble | null = null
  child: ChildProcess | null = null
  #unread: unknown[] = []
  #isStarted = false

  postMessage(message: unknown): void {
    this.partner?.receive(structuredClone(message))
  }

  receive(data: unknown): void {
    if (this.child !== null) {
      if (this.child.connected) this.child.send({ type: 'port', port: this.id, data })
    } else if (this.#isStarted) this.emit('message', { data, ports: [] })
    else this.#unread.push(data)
  }

  start(): void {
    this.#isStarted = true
    for (const data of this.#unread.splice(0)) this.emit('message', { data, ports: [] })
  }

  close(): void {
    const { partner } = this
    this.partner = null
    if (partner === null) return
    partner.partner = null
    if (partner.child === null) partner.emit('close')
    else if (partner.child.connected) partner.child.send({ type: 'port-close', port: partner.id })
  }

  transferTo(child: ChildProcess): number {
    this.child = child
    portsById.set(this.id, this)
    for (const data of this.#unread.splice(0)) this.receive(data)
    child.once('exit', () => this.close())
    return this.id
  }
}

export const portsById = new Map<number, PortDouble>()

export class MessageChannelDouble {
  readonly port1 = new PortDouble()
  readonly port2 = new PortDouble()

  constructor() {
    this.port1.partner = this.port2
    this.port2.partner = this.port1
  }
}
