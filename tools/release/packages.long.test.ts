import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bindingsFolder, engineOf } from '../build/stage-desktop.mjs'
import { buildPackages } from './build-packages.mjs'
import { ensurePrograms } from '../../testkit/release/ensure-programs.mjs'
import { listRelease, writeReleaseFiles } from './release-folder.mjs'
import { standInMark } from './stand-in.mjs'
import { verifyRelease } from './verify-release.mjs'

/**
 * L3, the other formats: packaged like a release, with the stand-in for Electron. A deb and a tar.gz:
 * `packages.long.spec.ts`.
 */
const folder = mkdtempSync(join(tmpdir(), 'tidemark-packages-'))
const missing = await ensurePrograms(['7za', 'desktop-file-validate', 'makensis', 'mksquashfs', 'rpmbuild'])

afterAll(() => rmSync(folder, { recursive: true, force: true }), 300_000)

/**
 * host: the system on which it can be made. Installers for Windows and disk images need tools that neither npm nor
 * Debian has.
 */
const orders = [
  { name: 'linux', os: 'linux', platform: 'linux', host: 'linux', formats: ['AppImage', 'rpm'] },
  { name: 'win-zip', os: 'win', platform: 'win32', host: 'linux', formats: ['zip'] },
  { name: 'mac-zip', os: 'mac', platform: 'darwin', host: 'linux', formats: ['zip'] },
  { name: 'win-nsis', os: 'win', platform: 'win32', host: 'win32', formats: ['nsis'] },
  { name: 'mac-dmg', os: 'mac', platform: 'darwin', host: 'darwin', formats: ['dmg', 'zip'] },
] as const

describe.each(orders)('packages for $name', ({ name, os, platform, host, formats }) => {
  const isPossible = process.platform === host && (host !== 'linux' || missing.length === 0)
  const release = join(folder, name)

  beforeAll(async () => {
    if (!isPossible) return
    delete process.env['ELECTRON_BUILDER_COMPRESSION_LEVEL']
    await buildPackages({
      output: release,
      orders: [{ os, arch: 'x64', formats }],
      isStandIn: true,
      // A zip for Windows is made only for tests and has no feed.
      ...(name === 'win-zip' ? {} : { updateUrl: 'https://updates.example/tidemark/' }),
    })
    await writeReleaseFiles(release, listRelease(release).packages[0]?.[1].version ?? '')
  }, 1_800_000)

  it.skipIf(!isPossible)('pass every check of a release but that of the stand-in', async () => {
    expect(listRelease(release).packages).toHaveLength(formats.length)
    const target = { os: platform, arch: 'x64' }
    const hasEngine =
      platform === process.platform || existsSync(join(bindingsFolder(target), 'node_modules', engineOf(target)))
    const { problems } = await verifyRelease(release)
    const said = new Set(problems.map((problem) => problem.replace(/^[^:]+: /, '')))
    expect([...said].toSorted()).toEqual([
      ...(hasEngine ? [] : ['DuckDB is missing', "DuckDB's library is missing"]),
      'was made with the stand-in for Electron and can never be published',
    ])
  })

  it.skipIf(!isPossible || os !== 'linux')(
    'hold the app: an AppImage starts it, an rpm installs where it should',
    () => {
      const find = (end: string) => join(release, readdirSync(release).find((name) => name.endsWith(end)) ?? '')
      const run = (program: string, ...args: string[]) =>
        execFileSync(program, args, { encoding: 'utf8', stdio: 'pipe' })
      expect(() => run(find('.AppImage'))).toThrow(standInMark)
      const listed = run('rpm', '-qpl', find('.rpm')).split('\n')
      for (const path of ['/opt/Tidemark/tidemark', '/usr/share/applications/tidemark.desktop'])
        expect(listed).toContain(path)
      expect(run('rpm', '-qp', '--requires', find('.rpm'))).toContain('gtk3')
      expect(listed.filter((path) => path.includes('.build-id'))).toEqual([])
    },
  )
})
