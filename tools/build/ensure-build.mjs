import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from './build.mjs'
import { contentHash } from './content-hash.mjs'
import { listFiles } from '../list-files.mjs'
import { repositoryRoot } from '../repository-root.mjs'
import { withSetupLock } from './setup-lock.mjs'

const stampPath = join(repositoryRoot, 'web', 'dist', 'build-stamp')
const ofRelease = ' for a release'

/**
 * Builds if a source changed since the last build. Throws with the builder's output if that fails.
 *
 * isForRelease: requires a build with all source maps, which also serves every other purpose.
 *
 * @param {{ isForRelease?: boolean }} [options]
 */
export async function ensureBuild({ isForRelease = false } = {}) {
  if (isBuilt(buildHash(), isForRelease)) return 'unchanged'
  return await withSetupLock(async () => {
    const hash = buildHash()
    if (isBuilt(hash, isForRelease)) return 'unchanged'
    console.log('Building (about a minute the first time)…')
    rmSync(stampPath, { force: true })
    await build({ isForRelease })
    mkdirSync(dirname(stampPath), { recursive: true })
    writeFileSync(stampPath, isForRelease ? `${hash}${ofRelease}` : hash)
    return 'built'
  })
}

/** @param {string} hash @param {boolean} isForRelease */
function isBuilt(hash, isForRelease) {
  if (!existsSync(stampPath)) return false
  const stamp = readFileSync(stampPath, 'utf8')
  return stamp === `${hash}${ofRelease}` || (!isForRelease && stamp === hash)
}

/**
 * Hashes the content of everything that the build reads: neither a fresh checkout of the same commit nor a touched file
 * needs a new build.
 */
function buildHash() {
  const sources = ['web', 'shared'].flatMap((folder) => listFiles(repositoryRoot, folder)).filter(isBuildInput)
  const settings = [
    'package.json',
    'package-lock.json',
    'tsconfig.base.json',
    'tools/build/browser-maps.mjs',
    'tools/build/build.mjs',
    'tools/build/compress-static.mjs',
    'tools/build/debug-ids.mjs',
  ]
  return contentHash(repositoryRoot, [...sources, ...settings], process.version)
}

/** @param {string} path */
function isBuildInput(path) {
  return !path.startsWith('web/e2e/') && !/\.test\.tsx?$/.test(path) && !path.includes('/__snapshots__/')
}

// Runs as `npm run build`; `npm start` then finds its result.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    await ensureBuild()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
