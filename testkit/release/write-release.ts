import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeFeed } from '../../tools/release/feeds.mjs'

export interface ReleaseContent {
  /** The content of the package. */
  readonly content?: string | Buffer
  /** The size of the block map at its end, by which an updater fetches only changed blocks. */
  readonly blockMapSize?: number
  readonly channels?: readonly string[]
}

/** Writes a release of one AppImage for Linux, with its feeds, into a folder; for tests. */
export function writeRelease(folder: string, version: string, given: ReleaseContent = {}): void {
  const { content = `app ${version}`, blockMapSize, channels = ['latest'] } = given
  const name = `tidemark-${version}-linux-x86_64.AppImage`
  writeFileSync(join(folder, name), content)
  const sha512 = createHash('sha512').update(content).digest('base64')
  const size = Buffer.byteLength(content)
  const files = [{ url: name, sha512, size, ...(blockMapSize === undefined ? {} : { blockMapSize }) }]
  for (const channel of channels) {
    writeFeed(join(folder, `${channel}-linux.yml`), { version, files, path: name, sha512, releaseDate: '2026-01-01' })
  }
}
