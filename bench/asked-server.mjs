import { once } from 'node:events'
import { Agent, request as httpRequest } from 'node:http'
import { BuiltServer } from '../scripts/built-server.mjs'
import { mainThreadMsOf, processorMsOf } from './processor-time.mjs'

/**
 * What one request took, of many, in milliseconds. timeMs: of the clock, and what the answering thread did between the server's
 * turns, which would have held up others; the rest is of processor time. What the system does not tell is null.
 */
/** @typedef {{ timeMs: number, mainMs: number | null, processorMs: number | null }} Cost */
/** done: what the answer says where it was done. @typedef {{ headers: Readonly<Record<string, string>>, body: string, done: string }} Asked */

const clients = 4
/** Below what a server keeps an idle connection for: it waits while the others have their turns. */
const idleMs = 4_000

/** What Chromium sends besides with each request of a page; the server looks through all of them. */
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
  // How wide the window is, and which panels are open: pages keep both where the server sees them.
  cookie: 'tidemark-viewport=1440; tidemark-ui=%7B%22isSidebarOpen%22%3Atrue%7D',
})

/** A server in a process of its own that several clients ask, each one request after the other. */
export class AskedServer {
  #server
  #agent = new Agent({ keepAlive: true, maxSockets: clients, timeout: idleMs })
  #clients = Array.from({ length: clients }, () => ({
    name: `bench-${crypto.randomUUID()}`,
    /** @type {Map<string, number>} of what it has asked, by path */
    counts: new Map(),
  }))
  #tookMs = 0
  /** Of the answering thread, in its turns. */
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

  /** @param {{ nodeArguments?: readonly string[] }} [options] */
  async start(options) {
    await this.#server.start(options)
    // Pages switch on what follows a request through Node, for good, whether there are reports or not.
    await (await fetch(this.#server.origin)).text()
  }

  async remove() {
    this.#agent.destroy()
    await this.#server.remove()
  }

  /** Once, without counting it. @param {string} path @param {string} body */
  async send(path, body) {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${this.#server.origin}${path}`, { method: 'POST', headers, body })
    const text = await response.text()
    if (!response.ok) throw new Error(`${path} answered ${response.status} ${text}`)
    return text
  }

  begin() {
    this.#tookMs = 0
    this.#mainInTurnsMs = 0
    this.#count = 0
    this.#before = this.#spent()
  }

  /** Of all since it began: between its turns a server does what its requests left to do. @returns {Cost} */
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
   * Asks once for each, and returns when all are answered: what they took together, of the clock and of the answering thread. id:
   * counts a client's requests of that path without a gap, or the server would take the mutations of a push for ones that come too
   * early and leave them out.
   *
   * @template T @param {string} path @param {readonly T[]} each @param {(one: T, client: string, id: number) => Asked} askedOf
   */
  async ask(path, each, askedOf) {
    const waiting = [...each]
    const mainBefore = this.mainMs ?? 0
    const startedAt = performance.now()
    await Promise.all(
      this.#clients.map(async (client) => {
        for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
          const id = (client.counts.get(path) ?? 0) + 1
          client.counts.set(path, id)
          await this.#post(path, askedOf(one, client.name, id))
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
  async #post(path, { headers, body, done }) {
    const { origin } = this.#server
    const ofBody = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const sent = { ...pageHeaders, origin, referer: `${origin}/`, ...ofBody, ...headers }
    const request = httpRequest(`${origin}${path}`, { method: 'POST', agent: this.#agent, headers: sent })
    request.end(body)
    const [response] = /** @type {[import('node:http').IncomingMessage]} */ (await once(request, 'response'))
    let text = ''
    for await (const chunk of response) text += chunk
    if (response.statusCode !== 200 || !text.includes(done))
      throw new Error(`${path} answered ${response.statusCode} ${text}`)
  }

  #spent() {
    return { mainMs: this.mainMs, processorMs: processorMsOf(this.#server.pid ?? 0) }
  }

  /** Of the answering thread since it was started. */
  get mainMs() {
    return mainThreadMsOf(this.#server.pid ?? 0)
  }

  /** Sends a signal, and waits until the server says so on its output. @param {NodeJS.Signals} signal @param {string} saying */
  async signal(signal, saying) {
    const { output } = this.#server
    process.kill(this.#server.pid ?? 0, signal)
    while (!this.#server.output.slice(output.length).includes(saying))
      await new Promise((resolve) => setTimeout(resolve, 1))
  }
}
