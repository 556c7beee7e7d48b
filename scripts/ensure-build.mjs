import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { build } from './build.mjs'
import { contentHash } from './content-hash.mjs'
import { listFiles } from './list-files.mjs'
import { repositoryRoot } from './repository-root.mjs'
import { withSetupLock } from './setup-lock.mjs'

const stampPath = join(repositoryRoot, 'web', 'dist', 'build-stamp')

/** Builds when a source changed since the last build. Throws with the builder's own words when that fails. */
export async function ensureBuild() {
  if (isBuilt(buildHash())) return 'unchanged'
  return await withSetupLock(async () => {
    const hash = buildHash()
    if (isBuilt(hash)) return 'unchanged'
    console.log('Building (about a minute the first time)…')
    rmSync(stampPath, { force: true })
    await build()
    mkdirSync(dirname(stampPath), { recursive: true })
    writeFileSync(stampPath, hash)
    return 'built'
  })
}

/** @param {string} hash */
function isBuilt(hash) {
  return existsSync(stampPath) && readFileSync(stampPath, 'utf8') === hash
}

/** Everything the build reads, by content: a fresh checkout of the same commit needs no new build, a touched file neither. */
function buildHash() {
  const sources = ['web', 'shared'].flatMap((folder) => listFiles(repositoryRoot, folder)).filter(isBuildInput)
  const settings = [
    'package.json',
    'package-lock.json',
    'tsconfig.base.json',
    'scripts/build.mjs',
    'scripts/compress-static.mjs',
  ]
  return contentHash(repositoryRoot, [...sources, ...settings], process.version)
}

/** @param {string} path */
function isBuildInput(path) {
  return !path.startsWith('web/e2e/') && !/\.test\.tsx?$/.test(path) && !path.includes('/__snapshots__/')
}
