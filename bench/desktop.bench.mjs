import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { buildBlockMap } from 'app-builder-lib/out/targets/blockmap/blockmap.js'
import { build } from 'esbuild'
import buildDouble, { doubleFolder } from '../desktop/e2e/double/build-double.mjs'
import { freePort } from '../testkit/servers/built-server.mjs'
import { deltaBudget, sizeBudgets } from '../tools/release/budgets.mjs'
import { buildPackages } from '../tools/release/build-packages.mjs'
import { ensurePrograms } from '../testkit/release/ensure-programs.mjs'
import { listRelease } from '../tools/release/release-folder.mjs'
import { repositoryRoot } from '../tools/repository-root.mjs'
import { stageDesktop } from '../tools/build/stage-desktop.mjs'
import { percentile } from './measure.mjs'
import { runBench } from './run-bench.mjs'

const rounds = 5

/**
 * Measures the desktop app's size, the size of an update, and the time until its server is ready, all without Electron
 * itself.
 */
async function measure() {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-bench-'))
  try {
    const rows = await measureHost(join(folder, 'server'))
    const missing = await ensurePrograms(['7za', 'desktop-file-validate', 'dpkg-deb', 'mksquashfs', 'rpmbuild'])
    return process.platform === 'linux' && missing.length === 0 ? [...rows, ...(await measurePackages(folder))] : rows
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @param {string} folder */
async function measureHost(folder) {
  await buildDouble()
  stageDesktop(folder)
  const outfile = join(doubleFolder, 'host-in-node.js')
  await build({
    absWorkingDir: repositoryRoot,
    entryPoints: ['desktop/e2e/host-in-node.ts'],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    logLevel: 'warning',
  })
  /** @type {typeof import('../desktop/e2e/host-in-node')} */
  const { HostInNode } = await import(pathToFileURL(outfile).href)
  /** @type {number[]} */
  const first = []
  /** @type {number[]} */
  const ready = []
  /** @type {number[]} */
  const painted = []
  /** @type {number[]} */
  const memory = []
  for (let round = 0; round < rounds; round += 1) {
    const host = new HostInNode(folder, await freePort())
    for (const times of [first, ready]) {
      const startedAt = performance.now()
      await host.start()
      times.push(performance.now() - startedAt)
      const response = await host.fetch('/')
      await response.text()
      if (times === ready) {
        painted.push(performance.now() - startedAt)
        await (await host.query('SELECT 42')).text()
        if (process.platform === 'linux') memory.push(residentMegabytes(host.pids))
      }
      await host.stop()
    }
    await host.remove()
  }
  return [
    { what: 'desktop, server of the first start: ready', value: percentile(first, 0.5), unit: 'ms' },
    { what: 'desktop, server: ready', value: percentile(ready, 0.5), unit: 'ms', limit: 800 },
    { what: 'desktop, server: first page answered', value: percentile(painted, 0.5), unit: 'ms', limit: 1500 },
    ...(memory.length === 0
      ? []
      : [
          {
            what: 'desktop, server and engine after a page and a query: memory',
            value: percentile(memory, 0.5),
            unit: 'MB',
            limit: 250,
          },
        ]),
    { what: 'desktop, server as it is staged', value: bytesBelow(folder) / 1e6, unit: 'MB', limit: sizeBudgets.server },
  ]
}

/** Returns the memory of processes; pages shared by several count in proportion. @param {readonly number[]} pids */
function residentMegabytes(pids) {
  const kilobytes = pids.map((pid) =>
    Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]),
  )
  return kilobytes.reduce((sum, size) => sum + size, 0) / 1024
}

/** @param {string} folder */
async function measurePackages(folder) {
  const release = join(folder, 'release')
  const formats = /** @type {const} */ (['AppImage', 'deb', 'rpm', 'tar.gz'])
  const { folders } = await buildPackages({
    output: release,
    orders: [{ os: 'linux', arch: 'x64', formats }],
    isStandIn: true,
  })
  const sizes = listRelease(release).packages.map(([name, { format }]) => ({
    what: `desktop, ${format} without Electron`,
    value: statSync(join(release, name)).size / 1e6,
    unit: 'MB',
    limit: sizeBudgets.packageWithoutElectron,
  }))
  const app = folders[0] ?? ''
  const before = await blocksOf(app, join(folder, 'before'))
  touchOwnFiles(app)
  const after = await blocksOf(app, join(folder, 'after'))
  const full = [...after.values()].reduce((sum, size) => sum + size, 0)
  const fetched = [...after].reduce((sum, [hash, size]) => sum + (before.has(hash) ? 0 : size), 0)
  return [
    ...sizes,
    {
      what: 'desktop, update that changes every file of ours: fetched of an AppImage',
      value: (fetched / full) * 100,
      unit: '%',
      limit: deltaBudget * 100,
      note: 'Electron is not in it and would not change',
    },
  ]
}

/**
 * Returns the blocks of an AppImage as an updater compares them: size by hash.
 *
 * @param {string} app @param {string} path
 */
async function blocksOf(app, path) {
  execFileSync('mksquashfs', [
    app,
    path,
    '-all-root',
    '-noappend',
    '-quiet',
    '-no-progress',
    '-no-fragments',
    '-comp',
    'zstd',
  ])
  await buildBlockMap(path, 'gzip', `${path}.blockmap`)
  /** @type {{ files: readonly { checksums: readonly string[], sizes: readonly number[] }[] }} */
  const { files } = JSON.parse(gunzipSync(readFileSync(`${path}.blockmap`)).toString('utf8'))
  return new Map(
    files.flatMap(({ checksums, sizes }) => checksums.map((hash, at) => /** @type {const} */ ([hash, sizes[at] ?? 0]))),
  )
}

/**
 * Changes our own files as if they were built from other sources; packages of others stay unchanged.
 *
 * @param {string} app
 */
function touchOwnFiles(app) {
  const own = [join(app, 'resources', 'app.asar'), ...filesBelow(join(app, 'resources', 'server', 'web'))]
  for (const path of own.filter((each) => !each.includes('node_modules'))) appendFileSync(path, randomBytes(64))
}

/** @param {string} folder */
function bytesBelow(folder) {
  return filesBelow(folder).reduce((sum, path) => sum + statSync(path).size, 0)
}

/** @param {string} folder */
function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

await runBench(import.meta.url, measure)
