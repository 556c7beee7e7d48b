import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { appendBlockmap } from 'app-builder-lib/out/targets/differentialUpdateInfoBuilder.js'
import { build } from 'esbuild'
import { afterAll, beforeAll, beforeEach, afterEach, expect, it } from 'vitest'
import { repositoryRoot } from '../repository-root.mjs'
import { runCommand } from '../run-command.mjs'
import { deltaBudget } from './budgets.mjs'
import { promoteRelease, rollbackRelease, stageRelease } from './publish-release.mjs'
import { makeFolder, makeRelease } from '../../testkit/release/release-fixture'
import { UpdateServer } from '../../testkit/release/update-server'

/** The app's own updater with the real electron-updater, as an installed AppImage; prints its final state. */
const program = `
  import { loadElectronUpdater, whyUnsupported } from ${JSON.stringify(join(repositoryRoot, 'desktop/src/main/updates/installed-updater'))}
  import { openUpdater } from ${JSON.stringify(join(repositoryRoot, 'desktop/src/main/updates/updater'))}
  const end = (state) => {
    if (!['ready', 'failed', 'current', 'unsupported'].includes(state.kind)) return
    process.stdout.write(JSON.stringify(state), () => process.exit(0))
  }
  void openUpdater({
    choice: { channel: process.env.TIDEMARK_CHANNEL, mode: 'automatic' },
    log: { info() {}, error() {}, debug() {} },
    onState: end,
    closeAll: async () => undefined,
    proxy: { mode: 'direct' },
    unsupported: whyUnsupported(),
    loadEngine: loadElectronUpdater,
  })
`

let programFolder: string
let server: UpdateServer
let site: string
let installed: string

beforeAll(async () => {
  programFolder = mkdtempSync(join(tmpdir(), 'tidemark-updater-'))
  await build({
    stdin: { contents: program, resolveDir: repositoryRoot, loader: 'ts' },
    outfile: join(programFolder, 'main.mjs'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
    alias: { electron: join(import.meta.dirname, '../../testkit/release/update-double.mjs') },
    tsconfig: join(repositoryRoot, 'desktop', 'tsconfig.json'),
    banner: {
      js: `import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url)`,
    },
  })
})
afterAll(() => rmSync(programFolder, { recursive: true, force: true }))

beforeEach(async () => {
  site = makeFolder()
  installed = makeFolder()
  server = new UpdateServer(site)
  await server.start()
})
afterEach(async () => await server.stop())

interface Installation {
  readonly version?: string
  readonly channel?: string
  /** Its position among all installations, from 0 to 1: a roll-out reaches low ones first. */
  readonly place?: number
  /** The installed AppImage. */
  readonly content?: Buffer
}

/** Lets an installation look for updates until it is done; returns its last state and the downloaded package. */
async function lookForUpdates(options: Installation = {}) {
  const { version = '1.0.0', channel = 'latest', place = 0, content = Buffer.from('old') } = options
  const appImage = join(installed, 'tidemark.AppImage')
  writeFileSync(appImage, content)
  writeFileSync(
    join(installed, 'app-update.yml'),
    `provider: generic\nurl: ${server.origin}\nupdaterCacheDirName: cache\n`,
  )
  const id = Math.floor(place * 0xffff_ffff).toString(16)
  writeFileSync(join(installed, '.updaterId'), `00000000-0000-1000-8000-0000${id.padStart(8, '0')}`)
  const { exitCode, output } = await runCommand(process.execPath, [join(programFolder, 'main.mjs')], {
    cwd: installed,
    env: {
      APPIMAGE: appImage,
      TIDEMARK_CHANNEL: channel,
      TIDEMARK_USER_DATA: installed,
      TIDEMARK_VERSION: version,
      XDG_CACHE_HOME: installed,
    },
  })
  if (exitCode !== 0) throw new Error(output)
  const state: { kind: string; version?: string; reason?: string } = JSON.parse(output.slice(output.lastIndexOf('{')))
  const path = join(installed, 'cache', 'pending', `tidemark-${state.version}-linux-x86_64.AppImage`)
  return { state, fetched: existsSync(path) ? readFileSync(path) : null }
}

/** Returns packages of two versions as electron-builder leaves them; the second differs in 40 KB of 3 MB. */
async function twoPackages() {
  const folder = makeFolder()
  const first = randomBytes(3 * 2 ** 20)
  const second = Buffer.from(first)
  randomBytes(40_000).copy(second, 1_000_000)
  const withBlocks = async (name: string, bytes: Buffer) => {
    const path = join(folder, name)
    writeFileSync(path, bytes)
    const { blockMapSize } = await appendBlockmap(path)
    if (blockMapSize === undefined) throw new Error('a list of blocks has a size')
    return { content: readFileSync(path), blockMapSize }
  }
  return { first: await withBlocks('first', first), second: await withBlocks('second', second) }
}

it('fetches the whole of a new version where the old one is unknown', async () => {
  const { second } = await twoPackages()
  await promoteRelease(makeRelease('1.1.0', second), site, 100)
  const { state, fetched } = await lookForUpdates()
  expect([state, fetched?.equals(second.content)]).toEqual([{ kind: 'ready', version: '1.1.0' }, true])
  // Its position in a roll-out is not sent to the server.
  expect(server.feedHeaders.map((headers) => headers['x-user-staging-id'])).toEqual(['none'])
})

it('fetches only what changed where the old one is known', async () => {
  const { first, second } = await twoPackages()
  await promoteRelease(makeRelease('1.1.0', second), site, 100)
  const { state, fetched } = await lookForUpdates({ content: first.content })
  expect([state, fetched?.equals(second.content)]).toEqual([{ kind: 'ready', version: '1.1.0' }, true])
  expect(server.packageBytes).toBeLessThan(second.content.length * deltaBudget)
})

it('takes nothing that is not what its feed says', async () => {
  const release = makeRelease('1.1.0', { content: 'x'.repeat(100_000) })
  await promoteRelease(release, site, 100)
  const published = join(site, '1.1.0', 'tidemark-1.1.0-linux-x86_64.AppImage')
  writeFileSync(published, `y${'x'.repeat(99_999)}`)
  expect(await lookForUpdates()).toMatchObject({
    state: { kind: 'failed', reason: expect.stringMatching(/sha512/) },
    fetched: null,
  })
  truncateSync(published, 50_000)
  expect(await lookForUpdates()).toMatchObject({ state: { kind: 'failed' }, fetched: null })
  rmSync(published)
  expect(await lookForUpdates()).toMatchObject({
    state: { kind: 'failed', reason: expect.stringMatching(/404/) },
    fetched: null,
  })
})

it('comes to those whose turn it is in a roll-out, then to all', async () => {
  await promoteRelease(makeRelease('1.1.0'), site, 10)
  const kinds = async () => [
    (await lookForUpdates({ place: 0.05 })).state.kind,
    (await lookForUpdates({ place: 0.5 })).state.kind,
  ]
  expect(await kinds()).toEqual(['ready', 'current'])
  stageRelease(site, '1.1.0', 60)
  expect(await kinds()).toEqual(['ready', 'ready'])
})

it('never goes back to an older version, also when one is taken back', async () => {
  await promoteRelease(makeRelease('1.0.0'), site, 100)
  await promoteRelease(makeRelease('1.1.0'), site, 100)
  rollbackRelease(site, '1.1.0')
  expect((await lookForUpdates({ version: '1.1.0' })).state).toEqual({ kind: 'current' })
  expect((await lookForUpdates({ version: '1.0.0' })).state).toEqual({ kind: 'current' })
  expect((await lookForUpdates({ version: '0.9.0' })).state).toEqual({ kind: 'ready', version: '1.0.0' })
})

it('gives a version before its release to those alone who asked for such', async () => {
  await promoteRelease(makeRelease('1.0.0', { channels: ['beta', 'latest'] }), site, 100)
  await promoteRelease(makeRelease('1.1.0-beta.1', { channels: ['beta'] }), site, 100)
  expect((await lookForUpdates()).state).toEqual({ kind: 'current' })
  expect((await lookForUpdates({ channel: 'beta' })).state).toEqual({ kind: 'ready', version: '1.1.0-beta.1' })
})

it('says so when there is no feed, or one that cannot be read', async () => {
  expect((await lookForUpdates()).state).toMatchObject({
    kind: 'failed',
    reason: expect.stringMatching(/latest-linux\.yml/),
  })
  mkdirSync(site, { recursive: true })
  writeFileSync(join(site, 'latest-linux.yml'), '<html>Sign in to the network</html>')
  expect((await lookForUpdates()).state).toMatchObject({ kind: 'failed' })
})
