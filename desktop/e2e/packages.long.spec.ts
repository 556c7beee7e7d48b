import { appendFileSync, readFileSync, readdirSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { freePort } from '../../testkit/servers/built-server.mjs'
import { buildPackages } from '../../tools/release/build-packages.mjs'
import { changeArchive } from '../../testkit/release/change-archive.mjs'
import { ensurePrograms } from '../../testkit/release/ensure-programs.mjs'
import { inspectPackage } from '../../tools/release/inspect-package.mjs'
import { readPackageName } from '../../tools/release/package-names.mjs'
import { listRelease, writeReleaseFiles } from '../../tools/release/release-folder.mjs'
import { partsOf, type UnpackedApp } from '../../tools/release/unpack.mjs'
import { verifyRelease } from '../../tools/release/verify-release.mjs'
import { repositoryRoot } from '../../tools/repository-root.mjs'
import { HostInNode } from './host-in-node'

/**
 * L3: packages of the built app, with a marked stand-in in place of Electron's program. `packages.long.test.ts` tests
 * the other formats.
 */
test.describe.configure({ mode: 'serial' })

// Created by the tests that write to it, because this file is also loaded just to list its tests.
const folder = join(tmpdir(), `tidemark-packages-${process.pid}`)
const release = join(folder, 'release')
const unpackedIn = join(folder, 'looked-into')
let app: UnpackedApp

test.beforeAll(async () => {
  const missing = await ensurePrograms(['7za', 'dpkg-deb', 'desktop-file-validate'])
  test.skip(process.platform !== 'linux' || missing.length > 0, `needs Linux with ${missing.join(', ')}`)
  test.setTimeout(600_000)
  // Compressed lightly: `bench` measures how small a package gets.
  process.env['ELECTRON_BUILDER_COMPRESSION_LEVEL'] = '1'
  await buildPackages({
    output: release,
    orders: [{ os: 'linux', arch: 'x64', formats: ['tar.gz', 'deb'] }],
    isStandIn: true,
    updateUrl: 'https://updates.example/tidemark/',
    config: { deb: { compression: 'gz' } },
  })
  const { packages } = listRelease(release)
  const [version] = packages.map(([, name]) => name.version)
  await writeReleaseFiles(release, version ?? '')
})

test.afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a deb and a tar.gz of the app pass every check of a release but that of the stand-in', async () => {
  test.setTimeout(300_000)
  expect(readdirSync(release)).toEqual([
    'SHA256SUMS',
    'THIRD-PARTY-LICENCES.txt',
    ...['alpha', 'beta', 'latest'].map((channel) => `${channel}-linux.yml`),
    expect.stringMatching(/^tidemark-[\d.]+\.cdx\.json$/),
    expect.stringMatching(/^tidemark-STAND-IN-[\d.]+-linux-amd64\.deb$/),
    expect.stringMatching(/^tidemark-STAND-IN-[\d.]+-linux-x64\.tar\.gz$/),
  ])
  const { problems } = await verifyRelease(release, { unpackedIn })
  expect(problems.map((problem) => problem.replace(/^[^:]+: /, ''))).toEqual([
    'was made with the stand-in for Electron and can never be published',
    'was made with the stand-in for Electron and can never be published',
  ])
})

test('the server in an unpacked deb answers pages and queries from an empty folder', async () => {
  const [name] = listRelease(release).packages.find(([, { format }]) => format === 'deb') ?? ['']
  const read = readPackageName(name)
  if (read === null) throw new Error(`${name} is a package`)
  app = partsOf(join(unpackedIn, name), read)
  const host = new HostInNode(join(app.resources, 'server'), await freePort())
  try {
    await host.start()
    expect(await (await host.fetch('/')).text()).toContain('The world in numbers')
    const run = await host.query('SELECT 40 + 2 AS n')
    expect([run.status, await run.text()]).toEqual([200, expect.stringContaining('42')])
    expect(await host.stop()).toBe(0)
  } finally {
    await host.remove()
  }
})

test('a package that was changed anywhere is refused, and each change is told', async () => {
  const { app: root, resources, program } = app
  const server = join(resources, 'server')
  const said = readFileSync(program, 'latin1')
  writeFileSync(
    program,
    said.replace(/(dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX..)0/s, '$11').replace('STAND-IN', 'SOMETHING'),
    'latin1',
  )
  appendFileSync(join(server, 'package.json'), `${repositoryRoot}/web`)
  await changeArchive(join(resources, 'app.asar'), (archive) => {
    const main = join(archive, 'dist', 'main.js')
    writeFileSync(main, `import"./chunk-GONE.js"\n// ${repositoryRoot}/desktop\n${readFileSync(main, 'utf8')}`)
    writeFileSync(`${main}.map`, '{}')
    rmSync(join(archive, 'dist', 'find-preload.cjs'))
    const manifestPath = join(archive, 'dist', 'server-manifest.json')
    const manifest = JSON.parse(readFileSync(manifestPath, 'utf8')) as { files: Record<string, string> }
    delete manifest.files['web/dist/server/engine-process.js']
    writeFileSync(manifestPath, JSON.stringify(manifest))
  })
  writeFileSync(join(server, 'web', 'main.js.map'), '{}')
  unlinkSync(join(server, 'web', 'package.json'))
  writeFileSync(join(resources, 'package-type'), 'rpm')
  const entry = join(root, '..', '..', 'usr', 'share', 'applications', 'tidemark.desktop')
  writeFileSync(entry, readFileSync(entry, 'utf8').replace('text/csv;', '').replace('%U', '--no-sandbox %U'))
  const binding = join(server, 'node_modules', '@duckdb', 'node-bindings-linux-x64')
  const bytes = readFileSync(join(binding, 'duckdb.node'))
  bytes.writeUInt16LE(0xb7, 18)
  writeFileSync(join(binding, 'duckdb.node'), bytes)
  renameSync(join(binding, 'libduckdb.so'), join(binding, 'libduckdb.so.gone'))
  const name = readPackageName(listRelease(release).packages[0]?.[0] ?? '')
  if (name === null) throw new Error('there is a package')
  const { problems } = await inspectPackage(name, app, { isUnsignedFine: false, hasFeed: true })
  for (const problem of [
    'is called a stand-in and is none',
    'fuse runAsNode is on',
    'app.asar has no /dist/find-preload.cjs',
    'app.asar has no /dist/chunk-GONE.js, which /dist/main.js loads',
    'app.asar: /dist/main.js names the folder it was built in',
    'app.asar holds /dist/main.js.map',
    'the manifest does not name web/dist/server/engine-process.js',
    'server/package.json is not what was staged',
    'server/package.json names the folder it was built in',
    'server/web/main.js.map was not staged',
    'holds opt/Tidemark/resources/server/web/main.js.map',
    'server/web/package.json is missing',
    'would be updated as rpm',
    'the desktop entry does not name text/csv',
    'is started without its sandbox',
    'server/node_modules/@duckdb/node-bindings-linux-x64/duckdb.node is for linux on arm64',
    "DuckDB's library is missing",
  ]) {
    expect(problems).toContain(problem)
  }
})
