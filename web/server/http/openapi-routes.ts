import { readFile } from 'node:fs/promises'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import * as z from 'zod/mini'
import { answerJson, answerWhole, routesOver } from './api-route'
import type { RouteGroup } from './api-routes'
import { openApiDocument } from './openapi-document'

const { openRoute } = routesOver<'config'>()

/** The files of Swagger UI, which the build puts beside the server. */
const pageFiles = {
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'swagger-ui.css': 'text/css; charset=utf-8',
} as const

/**
 * Starts Swagger UI with the address of the description. It is a separate file, so that the page needs no inline
 * script.
 */
const startScript = `const dark = matchMedia('(prefers-color-scheme: dark)')
const showScheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', showScheme)
showScheme()
window.ui = SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#api', deepLinking: true, validatorUrl: null })`

const page = `<!doctype html>
<html lang="en">
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>Tidemark API</title>
  <link rel="icon" href="/icon.svg">
  <link rel="stylesheet" href="/api/docs/swagger-ui.css">
  <div id="api"></div>
  <script src="/api/docs/swagger-ui-bundle.js"></script>
  <script src="/api/docs/start.js"></script>
</html>`

const pagePolicy = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Returns the routes that serve the description and a page to read and try it. */
export function openApiRoutes(groups: readonly RouteGroup[], docsDir: URL): RouteGroup {
  // Built once: it never changes, and building it takes a while.
  let document: object | undefined
  const own: RouteGroup = {
    name: 'Description',
    routes: [
      openRoute(
        {
          method: 'GET',
          path: '/api/openapi.json',
          summary: 'This description, in OpenAPI 3.1.',
          answer: z.looseObject({ openapi: z.string() }),
          example: 'curl -s http://127.0.0.1:3000/api/openapi.json',
        },
        async ({ services }) => answerJson((document ??= openApiDocument([...groups, own], services.config.version))),
      ),

      openRoute(
        {
          method: 'GET',
          path: '/api/docs',
          summary: 'A page to read the description and to try it.',
          otherAnswers: [{ type: 'text/html' }],
          example: 'curl -s http://127.0.0.1:3000/api/docs',
        },
        async () => answerWhole(page, 'text/html; charset=utf-8', 200, { 'content-security-policy': pagePolicy }),
      ),

      openRoute(
        {
          method: 'GET',
          path: '/api/docs/:file',
          summary: 'A script or a style sheet of that page.',
          otherAnswers: [{ type: 'text/javascript' }, { type: 'text/css' }],
          errors: ['not-found'],
          example: 'curl -s http://127.0.0.1:3000/api/docs/start.js',
        },
        async ({ params: { file } }) => {
          if (file === 'start.js') return answerWhole(startScript, pageFiles['swagger-ui-bundle.js'])
          const type = Object.entries(pageFiles).find(([name]) => name === file)?.[1]
          if (type === undefined) throw new TidemarkError('not-found')
          return answerWhole(await readFile(new URL(file, docsDir)), type, 200, { 'cache-control': 'no-cache' })
        },
      ),
    ],
  }
  return own
}
