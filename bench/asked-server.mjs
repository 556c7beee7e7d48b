import { once } from 'node:events'
import { connect } from 'node:net'
import { BuiltServer } from '../testkit/servers/built-server.mjs'
import { mainThreadMsOf, processorMsOf } from './processor-time.mjs'

/**
 * The cost of one request, averaged over many, in milliseconds. timeMs: elapsed time, plus work that the answering
 * thread does between measured turns and that would have delayed other requests. The other figures are processor time.
 * null: the system does not report it.
 */
/** @typedef {{ timeMs: number, mainMs: number | null, processorMs: number | null }} Cost */
/**
 * One request. done: text that a successful answer contains.
 *
 * @typedef {{ headers: Readonly<Record<string, string>>, body: string, done: string }} Asked
 */

/** Enough that the server always has another request waiting. */
const clients = 8

/** The headers that Chromium sends with each request of a page, because the server parses all of them. */
const pageHeaders = /** @type {const} */ ({
  'sec-ch-ua-platform': '"Linux"',
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/149.0.0.0 Safari/537.36',
  'sec-ch-ua': '"Chromium";v="149", "Not)A;Brand";v="24"',
  'sec-ch-ua-mobile': '?0',
  accept: '*/*',
  'sec-fetch-site': 'same-origin',
  'sec-fetch-mode': 'cors',
  'sec-fetch-dest': 'empty',
  'accept-encoding': 'gzip, deflate, br, zstd',
  'accept-language': 'en-GB,en;q=0.9',
  // Pages store the window's width and the open panels in cookies, where the server sees them.
  cookie: 'tidemark-viewport=1440; tidemark-ui=%7B%22isSidebarOpen%22%3Atrue%7D',
})

/** A server in its own process, and several clients that each send one request after the other. */
export class AskedServer {
  #server
  #clients = Array.from({ length: clients }, () => ({
    name: `bench-${crypto.randomUUID()}`,
    /** @type {Map<string, number>} of what it has asked, by path */
    counts: new Map(),
    /** @type {Connection | null} */
    connection: null,
  }))
  #tookMs = 0
  /** The processor time of the answering thread within measured turns. */
  #mainInTurnsMs = 0
  #count = 0
  /** @type {{ mainMs: number | null, processorMs: number | null }} */
  #before = { mainMs: null, processorMs: null }

  /** @param {BuiltServer} server */
  constructor(server) {
    this.#server = server
  }

  /** @param {Readonly<Record<string, string>>} settings by environment names */
  static async create(settings) {
    return new AskedServer(await BuiltServer.create(settings))
  }

  async start() {
    await this.#server.start()
    // The first page makes Node trace requests for good, with or without reports.
    await (await fetch(this.#server.origin)).text()
  }

  async remove() {
    for (const { connection } of this.#clients) connection?.end()
    await this.#server.remove()
  }

  begin() {
    this.#tookMs = 0
    this.#mainInTurnsMs = 0
    this.#count = 0
    this.#before = this.#spent()
  }

  /**
   * Returns the totals since the start. Includes work that the server does between turns, after its answers.
   *
   * @returns {Cost}
   */
  end() {
    const after = this.#spent()
    const mainMs = (after.mainMs ?? 0) - (this.#before.mainMs ?? 0)
    /** @param {number | null} from @param {number | null} to */
    const each = (from, to) => (from === null || to === null ? null : (to - from) / this.#count)
    return {
      timeMs: (this.#tookMs + mainMs - this.#mainInTurnsMs) / this.#count,
      mainMs: each(this.#before.mainMs, after.mainMs),
      processorMs: each(this.#before.processorMs, after.processorMs),
    }
  }

  /**
   * Sends one request for each item and returns when all are answered. Adds up the elapsed time and the answering
   * thread's time. id: counts a client's requests of that path without a gap, because the server would leave out a push
   * whose mutation comes too early.
   *
   * @template T @param {string} path @param {readonly T[]} each @param {(one: T, client: string, id: number) => Asked} askedOf
   */
  async ask(path, each, askedOf) {
    // Built before measuring, since building requests is not the server's cost.
    const asking = await Promise.all(
      this.#clients.map(async (client, number) => {
        client.connection ??= await Connection.open(this.#server.origin)
        const requests = each
          .filter((_, index) => index % clients === number)
          .map((one) => {
            const id = (client.counts.get(path) ?? 0) + 1
            client.counts.set(path, id)
            const asked = askedOf(one, client.name, id)
            return { text: this.#textOf(path, asked), done: asked.done }
          })
        return { connection: client.connection, requests }
      }),
    )
    const mainBefore = this.mainMs ?? 0
    const startedAt = performance.now()
    await Promise.all(
      asking.map(async ({ connection, requests }) => {
        for (const { text, done } of requests) {
          const answer = await connection.ask(text)
          if (!answer.startsWith('HTTP/1.1 200 ') || !answer.includes(done)) throw new Error(`${path}: ${answer}`)
        }
      }),
    )
    const timeMs = performance.now() - startedAt
    const mainMs = (this.mainMs ?? 0) - mainBefore
    this.#tookMs += timeMs
    this.#mainInTurnsMs += mainMs
    this.#count += each.length
    return { timeMs, mainMs }
  }

  /** @param {string} path @param {Asked} asked */
  #textOf(path, { headers, body }) {
    const { origin } = this.#server
    const ofBody = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const { host } = new URL(origin)
    const sent = {
      host,
      connection: 'keep-alive',
      ...pageHeaders,
      origin,
      referer: `${origin}/`,
      ...ofBody,
      ...headers,
    }
    const lines = Object.entries(sent).map(([name, value]) => `${name}: ${value}\r\n`)
    return `POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`
  }

  #spent() {
    return { mainMs: this.mainMs, processorMs: processorMsOf(this.#server.pid ?? 0) }
  }

  /** The processor time of the answering thread since the server started. */
  get mainMs() {
    return mainThreadMsOf(this.#server.pid ?? 0)
  }
}

/** A kept-alive connection that sends one request after the other. */
class Connection {
  #socket
  #received = ''
  /** @type {((answer: string) => void) | null} */
  #take = null

  /** @param {import('node:net').Socket} socket */
  constructor(socket) {
    this.#socket = socket.setEncoding('latin1').setNoDelay()
    socket.on('data', (/** @type {string} */ text) => {
      this.#received += text
      if (!isWhole(this.#received)) return
      const answer = this.#received
      this.#received = ''
      this.#take?.(answer)
    })
  }

  /** @param {string} origin */
  static async open(origin) {
    const { hostname, port } = new URL(origin)
    const socket = connect(Number(port), hostname)
    await once(socket, 'connect')
    return new Connection(socket)
  }

  /** @param {string} request @returns {Promise<string>} the whole answer */
  async ask(request) {
    return await new Promise((resolve, reject) => {
      this.#take = resolve
      this.#socket.once('close', () => reject(new Error('the server has closed the connection')))
      this.#socket.write(request)
    }).finally(() => this.#socket.removeAllListeners('close'))
  }

  end() {
    this.#socket.destroy()
  }
}

/**
 * Returns true if an answer of a measured route is complete: by its content length, or by an empty last chunk.
 *
 * @param {string} answer
 */
function isWhole(answer) {
  const end = answer.indexOf('\r\n\r\n')
  if (end === -1) return false
  const length = /\r\ncontent-length: (\d+)/i.exec(answer.slice(0, end))?.[1]
  return length === undefined ? answer.endsWith('\r\n0\r\n\r\n') : answer.length >= end + 4 + Number(length)
}
