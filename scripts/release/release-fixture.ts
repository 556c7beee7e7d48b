import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { writeFeed } from './feeds.mjs'

/** An empty folder for one test. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-release-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

interface ReleaseContent {
  /** What is in the package. */
  readonly content?: string | Buffer
  /** Of the list of blocks at its end, by which an updater fetches only what changed. */
  readonly blockMapSize?: number
  readonly channels?: readonly string[]
}

/** A release of one AppImage for Linux, with its feeds. */
export function makeRelease(version: string, given: ReleaseContent = {}): string {
  const { content = `app ${version}`, blockMapSize, channels = ['latest'] } = given
  const folder = makeFolder()
  const name = `tidemark-${version}-linux-x86_64.AppImage`
  writeFileSync(join(folder, name), content)
  const sha512 = createHash('sha512').update(content).digest('base64')
  const size = Buffer.byteLength(content)
  const files = [{ url: name, sha512, size, ...(blockMapSize === undefined ? {} : { blockMapSize }) }]
  for (const channel of channels) {
    writeFeed(join(folder, `${channel}-linux.yml`), { version, files, path: name, sha512, releaseDate: '2026-01-01' })
  }
  return folder
}
