import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { unzipSync } from 'fflate'
import { expect, it, onTestFinished } from 'vitest'
import { injectDebugIds } from '../build/debug-ids.mjs'
import { SentryDouble } from '../../testkit/release/sentry-double'
import { uploadSourceMaps } from './upload-source-maps.mjs'

/** Makes the maps of a version, as `release:build` leaves them. */
async function makeMaps(): Promise<string> {
  const folder = join(mkdtempSync(join(tmpdir(), 'tidemark-maps-')), '1.2.3')
  onTestFinished(() => rmSync(join(folder, '..'), { recursive: true, force: true }))
  for (const name of ['desktop/dist/main.js', 'web/next/server/chunks/[root-of-the-server]__x._.js']) {
    mkdirSync(join(folder, name, '..'), { recursive: true })
    await build({
      stdin: { contents: `console.log(${JSON.stringify(name)})`, sourcefile: 'first.ts' },
      outfile: join(folder, name),
      sourcemap: true,
      minify: true,
    })
  }
  injectDebugIds(folder)
  return folder
}

it('sends each script and its map under their id, to the project and release that were meant', async () => {
  const folder = await makeMaps()
  const sentry = new SentryDouble()
  await sentry.start()
  onTestFinished(() => sentry.stop())
  const env = { SENTRY_URL: sentry.url, SENTRY_AUTH_TOKEN: 'secret', SENTRY_ORG: 'org', SENTRY_PROJECT: 'desktop' }
  expect(await uploadSourceMaps(folder, env)).toBe(`2 source maps of Tidemark 1.2.3 were sent to ${sentry.url}`)
  expect([...sentry.authorizations]).toEqual(['Bearer secret'])
  expect(sentry.bundles).toMatchObject([{ release: '1.2.3', projects: ['desktop'] }])
  const unzipped = unzipSync(sentry.bundles[0]?.content ?? Buffer.alloc(0))
  const { files } = JSON.parse(Buffer.from(unzipped['manifest.json'] ?? []).toString('utf8')) as {
    files: Record<string, { type: string; headers: Record<string, string> }>
  }
  const sent = Object.values(files).map(({ type, headers }) => [type, headers['debug-id']])
  const idOf = (name: string) => (JSON.parse(readFileSync(join(folder, name), 'utf8')) as { debug_id: string }).debug_id
  const ids = ['desktop/dist/main.js.map', 'web/next/server/chunks/[root-of-the-server]__x._.js.map'].map(idOf)
  expect(sent).toHaveLength(4)
  for (const id of ids) {
    expect(sent).toContainEqual(['minified_source', id])
    expect(sent).toContainEqual(['source_map', id])
  }
})

it('says what is missing before anything is sent', async () => {
  const folder = await makeMaps()
  const sentry = new SentryDouble()
  await sentry.start()
  onTestFinished(() => sentry.stop())
  const env = { SENTRY_URL: sentry.url, SENTRY_AUTH_TOKEN: 'secret', SENTRY_ORG: 'org', SENTRY_PROJECT: 'desktop' }
  await expect(uploadSourceMaps(folder, { ...env, SENTRY_AUTH_TOKEN: '', SENTRY_ORG: undefined })).rejects.toThrow(
    'Not sent: set SENTRY_AUTH_TOKEN, SENTRY_ORG.',
  )
  await expect(uploadSourceMaps(join(folder, 'none'), env)).rejects.toThrow('There are no source maps in')
  const [of, to] = ['desktop/dist/main.js.map', 'web/next/server/chunks/[root-of-the-server]__x._.js.map']
  cpSync(join(folder, of ?? ''), join(folder, to ?? ''))
  await expect(uploadSourceMaps(folder, env)).rejects.toThrow('its source map has another debug id')
  rmSync(join(folder, 'web'), { recursive: true })
  cpSync(join(folder, 'desktop'), join(folder, 'web', '.next'), { recursive: true })
  await expect(uploadSourceMaps(folder, env)).rejects.toThrow('begin with a dot')
  expect(sentry.bundles).toEqual([])
})

it('says so when the other side refuses', async () => {
  const folder = await makeMaps()
  const env = { SENTRY_AUTH_TOKEN: 'x', SENTRY_ORG: 'org', SENTRY_PROJECT: 'p', SENTRY_URL: 'http://127.0.0.1:9' }
  await expect(uploadSourceMaps(folder, env)).rejects.toThrow(/sentry-cli ended with 1/)
})
