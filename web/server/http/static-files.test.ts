import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openStaticFiles } from './static-files'

let folder: string
let server: Server

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-static-'))
  mkdirSync(join(folder, 'static', 'chunks'), { recursive: true })
  writeFileSync(join(folder, 'secret.js.br'), 'secret')
  writeFileSync(join(folder, 'static', 'chunks', 'a[b].js.br'), brotliCompressSync('alert(1)'))
  writeFileSync(join(folder, 'static', 'chunks', 'plain.js'), 'alert(2)')
  const files = openStaticFiles(join(folder, 'static'), '/_next/static')
  server = createServer((incoming, response) => {
    if (!files(incoming, response)) response.writeHead(418).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})

afterEach(() => {
  server.close()
  rmSync(folder, { recursive: true })
})

/** Requests a path exactly as written; fetch would normalise it. */
async function get(path: string, headers: Record<string, string> = { 'accept-encoding': 'gzip, br' }, method = 'GET') {
  const { port } = server.address() as AddressInfo // a TCP server has an AddressInfo
  return await new Promise<{ status: number | undefined; headers: Record<string, unknown>; body: Buffer }>(
    (resolve) => {
      request({ host: '127.0.0.1', port, path, headers, method }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () =>
          resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) }),
        )
      }).end()
    },
  )
}

describe('the files of the build', () => {
  it('come compressed as they lie there, to be kept for good', async () => {
    const { status, headers, body } = await get('/_next/static/chunks/a%5Bb%5D.js?dpl=1')
    expect(status).toBe(200)
    expect(brotliDecompressSync(body).toString()).toBe('alert(1)')
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
      'content-length': String(body.byteLength),
    })
  })

  it('answer HEAD with the size and no content', async () => {
    const { status, headers, body } = await get('/_next/static/chunks/a[b].js', { 'accept-encoding': 'br' }, 'HEAD')
    expect([status, body.byteLength]).toEqual([200, 0])
    expect(Number(headers['content-length'])).toBeGreaterThan(0)
  })

  it('that were replaced under the running server are not found', async () => {
    rmSync(join(folder, 'static', 'chunks', 'a[b].js.br'))
    const { status, headers } = await get('/_next/static/chunks/a[b].js')
    expect([status, headers['cache-control']]).toEqual([404, 'no-store'])
  })

  it.each([
    ['a file that was not compressed', '/_next/static/chunks/plain.js', { 'accept-encoding': 'br' }],
    ['a reader without brotli', '/_next/static/chunks/a[b].js', { 'accept-encoding': 'gzip' }],
    ['a reader that refuses brotli', '/_next/static/chunks/a[b].js', { 'accept-encoding': 'gzip, br;q=0' }],
    ['a reader that names no encoding', '/_next/static/chunks/a[b].js', {}],
    ['a path out of the folder', '/_next/static/../secret.js', { 'accept-encoding': 'br' }],
    ['an escaped path out of the folder', '/_next/static/%2e%2e%2fsecret.js', { 'accept-encoding': 'br' }],
    ['the compressed file itself', '/_next/static/chunks/a[b].js.br', { 'accept-encoding': 'br' }],
  ])('leave %s to Next', async (_, path, headers) => {
    expect((await get(path, headers)).status).toBe(418)
  })

  it('leave what is no reading to Next', async () => {
    expect((await get('/_next/static/chunks/a[b].js', { 'accept-encoding': 'br' }, 'POST')).status).toBe(418)
  })
})
