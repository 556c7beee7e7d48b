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

/** A release of one AppImage for Linux with its feeds; what is in the package is the given text. */
export function makeRelease(
  version: string,
  content = `app ${version}`,
  channels: readonly string[] = ['latest'],
): string {
  const folder = makeFolder()
  const name = `tidemark-${version}-linux-x86_64.AppImage`
  writeFileSync(join(folder, name), content)
  const sha512 = createHash('sha512').update(content).digest('base64')
  const files = [{ url: name, sha512, size: Buffer.byteLength(content) }]
  for (const channel of channels) {
    writeFeed(join(folder, `${channel}-linux.yml`), { version, files, path: name, sha512, releaseDate: '2026-01-01' })
  }
  return folder
}
