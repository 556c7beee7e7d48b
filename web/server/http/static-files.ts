import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join, sep } from 'node:path'

/** Answers a request if it is for one of the files; returns false to leave it to Next. */
export type StaticFiles = (request: IncomingMessage, response: ServerResponse) => boolean

const typesByExtension: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
}
const suffix = '.br'
/**
 * Headers that matter for pages only. They are removed here because a first visit fetches some twenty of these files.
 */
const headersOfPages = ['content-security-policy', 'cross-origin-opener-policy', 'referrer-policy']

/**
 * Serves the build's scripts and style sheets, which were compressed at build time: smaller than Next's compression on
 * each request, and without work. Only files present at the start are served, so no path can leave the folder.
 *
 * folder: the compressed files; if it is missing, Next serves everything. urlPrefix: the path it is served under. The
 * request's path has already been validated.
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
          // The file names contain a hash of the content.
          'cache-control': 'public, max-age=31536000, immutable',
          vary: 'Accept-Encoding',
        })
        response.end(request.method === 'HEAD' ? undefined : content)
      },
      // The file has disappeared: the build was replaced while the server ran.
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
