import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** A plain web server that serves a folder, and parts of files, also several at once, as update servers do. */
export class UpdateServer {
  /** The bytes of packages sent so far. */
  packageBytes = 0
  /** The headers of requests for feeds. */
  readonly feedHeaders: Readonly<Record<string, unknown>>[] = []
  origin = ''
  /** While true, packages are sent slowly and never completely. */
  isSlow = false
  readonly #server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname
    const isFeed = path.endsWith('.yml')
    if (isFeed) this.feedHeaders.push(request.headers)
    const file = readOrNull(join(this.folder, path))
    if (file === null) response.writeHead(404).end()
    else if (this.isSlow && !isFeed) void this.#trickle(response, file)
    else this.#send(response, file, request.headers.range)
  })

  constructor(readonly folder: string) {}

  async start(): Promise<void> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    const address = this.#server.address()
    if (address === null || typeof address === 'string') throw new Error('a TCP server has a port')
    this.origin = `http://127.0.0.1:${address.port}`
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  #send(response: ServerResponse, file: Buffer, range: string | undefined): void {
    const ranges = [...(range ?? '').matchAll(/(\d+)-(\d*)/g)].map(([, from, to]) => ({
      from: Number(from),
      to: to === '' ? file.length - 1 : Number(to),
    }))
    const parts = ranges.map(({ from, to }) => ({ from, to, bytes: file.subarray(from, to + 1) }))
    this.packageBytes += parts.length === 0 ? file.length : parts.reduce((sum, { bytes }) => sum + bytes.length, 0)
    const [first] = parts
    if (first === undefined) response.writeHead(200, { 'content-length': file.length }).end(file)
    else if (parts.length === 1) {
      response.writeHead(206, {
        'content-length': first.bytes.length,
        'content-range': `bytes ${first.from}-${first.to}/${file.length}`,
      })
      response.end(first.bytes)
    } else {
      response.writeHead(206, { 'content-type': 'multipart/byteranges; boundary=part' })
      for (const { from, to, bytes } of parts) {
        response.write(`\r\n--part\r\ncontent-range: bytes ${from}-${to}/${file.length}\r\n\r\n`)
        response.write(bytes)
      }
      response.end('\r\n--part--\r\n')
    }
  }

  async #trickle(response: ServerResponse, file: Buffer): Promise<void> {
    response.writeHead(200, { 'content-length': file.length })
    let sent = 0
    for (let share = 0.02; this.isSlow; share = Math.min(share + 0.02, 0.9)) {
      response.write(file.subarray(sent, Math.floor(file.length * share)))
      sent = Math.floor(file.length * share)
      await wait(100)
    }
    response.end(file.subarray(sent))
  }
}

function readOrNull(path: string): Buffer | null {
  try {
    return readFileSync(path)
  } catch {
    return null
  }
}
