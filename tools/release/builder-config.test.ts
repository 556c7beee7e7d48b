import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { validateConfiguration } from 'app-builder-lib/out/util/config/config.js'
import { load } from 'js-yaml'
import { expect, it } from 'vitest'
import { repositoryRoot } from '../repository-root.mjs'
import { releaseFormats } from './build-packages.mjs'

/** The part of electron-builder's log that the check uses. */
const log = { isEnabled: false, add: () => undefined } as unknown as Parameters<typeof validateConfiguration>[1]

const read = () => load(readFileSync(join(repositoryRoot, 'electron-builder.yml'), 'utf8')) as Record<string, object> // checked below

it('every setting of the packages is one that electron-builder knows, installers for Windows and the Mac included', async () => {
  await validateConfiguration(read(), log)
  const { nsis, ...rest } = read()
  expect(nsis).toBeDefined()
  // Unknown settings, which its type would not accept either.
  const wrong: object = { ...rest, nsis: { ...nsis, oneKlick: true }, dmg: { sizes: 'big' } }
  await expect(validateConfiguration(wrong, log)).rejects.toThrow(
    /configuration\.dmg should[\s\S]*configuration\.nsis should/,
  )
})

it.each(['mac', 'win', 'linux'] as const)(
  'a release has the formats for %s that are set up, for both processors',
  (os) => {
    const { target } = read()[os] as { target: readonly { target: string; arch: readonly string[] }[] }
    expect(target.map((each) => each.target)).toEqual(releaseFormats[os])
    for (const { arch } of target) expect(arch).toEqual(['x64', 'arm64'])
  },
)
