import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { repositoryRoot } from '../repository-root.mjs'

const lockFolder = join(repositoryRoot, '.setup-lock')
const ownerFile = join(lockFolder, 'pid')

/**
 * Runs the work while no other process installs or builds in this checkout; waits for one that does.
 *
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withSetupLock(work) {
  await takeLock()
  const release = () => rmSync(lockFolder, { recursive: true, force: true })
  process.once('exit', release)
  try {
    return await work()
  } finally {
    process.off('exit', release)
    release()
  }
}

async function takeLock() {
  let hasSaidSo = false
  for (;;) {
    try {
      mkdirSync(lockFolder)
      writeFileSync(ownerFile, String(process.pid))
      return
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    }
    if (isAbandoned()) {
      rmSync(lockFolder, { recursive: true, force: true })
      continue
    }
    if (!hasSaidSo) console.log('Waiting for another Tidemark process to finish installing or building…')
    hasSaidSo = true
    await sleep(200)
  }
}

/**
 * Returns true if the lock's owner is gone, or if it is older than any install and build take, since process ids are
 * reused.
 */
function isAbandoned() {
  try {
    const ageMs = Date.now() - statSync(lockFolder).mtimeMs
    if (ageMs > 30 * 60_000) return true
    return !isAlive(Number(readFileSync(ownerFile, 'utf8')))
  } catch (error) {
    // It was just taken and has no id yet, or was just released.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false
    throw error
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
