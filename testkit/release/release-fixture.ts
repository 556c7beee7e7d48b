import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { writeRelease, type ReleaseContent } from './write-release'

/** Returns an empty folder for one test. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-release-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Creates a release of one AppImage for Linux, with its feeds; returns its folder. */
export function makeRelease(version: string, given: ReleaseContent = {}): string {
  const folder = makeFolder()
  writeRelease(folder, version, given)
  return folder
}
