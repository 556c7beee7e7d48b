import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as z from 'zod/mini'

const assembleSchema = z.looseObject({
  checksum: z.string(),
  chunks: z.array(z.string()),
  projects: z.array(z.string()),
  version: z.nullish(z.string()),
})

/** The part of Sentry's API that receives source maps: bundles arrive in chunks and are assembled once complete. */
export class SentryDouble {
  /** The uploaded bundles, with their releases and projects. */
  readonly bundles: {
    readonly release: string | null
    readonly projects: readonly string[]
    readonly content: Buffer
  }[] = []
  /** The authorization headers of all requests. */
  readonly authorizations = new Set<string | undefined>()
  url = ''
  readonly #chunksByHash = new Map<string, Buffer>()
  #server: Server | null = null

  async start(): Promise<void> {
    const server = createServer((request, response) => {
      this.authorizations.add(request.headers.authorization)
      this.#answer(request).then(
        (body) => response.setHeader('content-type', 'application/json').end(JSON.stringify(body)),
        (thrown: unknown) => response.writeHead(500).end(String(thrown)),
      )
    })
    this.#server = server
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    // A TCP server has an address of this form.
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  async stop(): Promise<void> {
    await new Promise((resolve) => this.#server?.close(resolve))
  }

  async #answer(request: IncomingMessage): Promise<unknown> {
    const chunkUpload = '/api/0/organizations/org/chunk-upload/'
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer) // without an encoding, streams give buffers
    const body = Buffer.concat(parts)
    switch (`${request.method} ${request.url}`) {
      case `GET ${chunkUpload}`:
        return {
          url: `${this.url}${chunkUpload}`,
          chunkSize: 8 * 2 ** 20,
          chunksPerRequest: 64,
          maxRequestSize: 32 * 2 ** 20,
          concurrency: 1,
          hashAlgorithm: 'sha1',
          compression: [],
          accept: ['release_files', 'sources', 'artifact_bundles', 'artifact_bundles_v2'],
        }
      case `POST ${chunkUpload}`: {
        const headers = { 'content-type': request.headers['content-type'] ?? '' }
        for (const file of (await new Response(body, { headers }).formData()).values()) {
          if (typeof file === 'string') continue
          const chunk = Buffer.from(await file.arrayBuffer())
          this.#chunksByHash.set(createHash('sha1').update(chunk).digest('hex'), chunk)
        }
        return {}
      }
      case 'POST /api/0/organizations/org/artifactbundle/assemble/': {
        const { chunks, projects, version } = assembleSchema.parse(JSON.parse(body.toString('utf8')))
        const missingChunks = chunks.filter((hash) => !this.#chunksByHash.has(hash))
        if (missingChunks.length > 0) return { state: 'not_found', missingChunks, detail: null }
        const content = Buffer.concat(chunks.flatMap((hash) => this.#chunksByHash.get(hash) ?? []))
        this.bundles.push({ release: version ?? null, projects, content })
        return { state: 'ok', missingChunks: [], detail: null }
      }
      default:
        throw new Error(`Sentry's double has no ${request.method} ${request.url}`)
    }
  }
}
