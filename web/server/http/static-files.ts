import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join, sep } from 'node:path'

/** Answers what it can; false leaves the request to Next. */
export type StaticFiles = (request: IncomingMessage, response: ServerResponse) => boolean

const typesByExtension: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
}
const suffix = '.br'
/** The headers that only a page heeds; a first visit fetches some twenty of these files. */
const headersOfPages = ['content-security-policy', 'cross-origin-opener-policy', 'referrer-policy']

/**
 * The scripts and style sheets of the build, which were compressed with it: smaller than what Next compresses at each
 * request, and no work. Only files that were there at the start are answered, so no path leads out of the folder.
 *
 * folder: what the build compressed; one that is not there leaves all to Next. urlPrefix: the path it stands for. The
 * request's path was checked to be one.
 */
export function openStaticFiles(folder: string, urlPrefix: string): StaticFiles {
  const pathsByUrl = new Map<string, string>()
  const paths = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : []
  for (const path of paths) {
    if (!path.endsWith(suffix)) continue
    pathsByUrl.set(`${urlPrefix}/${path.slice(0, -suffix.length).replaceAll(sep, '/')}`, join(folder, path))
  }
  return (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false
    const url = decodeURIComponent(request.url?.replace(/\?.*$/s, '') ?? '')
    const path = pathsByUrl.get(url)
    const type = typesByExtension[extname(url)]
    if (path === undefined || type === undefined || !acceptsBrotli(request.headers['accept-encoding'])) return false
    readFile(path).then(
      (content) => {
        for (const name of headersOfPages) response.removeHeader(name)
        response.writeHead(200, {
          'content-type': type,
          'content-encoding': 'br',
          'content-length': content.byteLength,
          // The names change with the content.
          'cache-control': 'public, max-age=31536000, immutable',
          vary: 'Accept-Encoding',
        })
        response.end(request.method === 'HEAD' ? undefined : content)
      },
      // Gone since the start: the build was replaced under a running server.
      () => response.writeHead(404, { 'cache-control': 'no-store' }).end(),
    )
    return true
  }
}

function acceptsBrotli(header: string | string[] | undefined): boolean {
  return String(header ?? '')
    .split(',')
    .some((part) => /^\s*br\s*(;\s*q=(?!0(\.0*)?\s*$).*)?$/i.test(part))
}
