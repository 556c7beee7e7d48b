import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { chmod, copyFile, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { PortableFile } from './portable-file'

/** Copies the files of a version and returns their descriptions; null if the version does not exist. */
export async function copyVersion(from: string, to: string, version: string): Promise<readonly PortableFile[] | null> {
  if (!existsSync(join(from, version))) return null
  const files: PortableFile[] = []
  for (const name of (await readdir(join(from, version))).sort()) {
    const path = `${version}/${name}`
    await copyDurably(join(from, path), join(to, path))
    files.push(await describeFile(to, path))
  }
  return files
}

/** Copies an SQLite file of a connection, or a picture, to the same path; null if it does not exist. */
export async function copyNamedFile(from: string, to: string, path: string): Promise<PortableFile | null> {
  if (!existsSync(join(from, path))) return null
  await copyDurably(join(from, path), join(to, path))
  return await describeFile(to, path)
}

/** Copies one file unless the target exists: versions and the files of connections never change. */
export async function placeFile(from: string, to: string): Promise<void> {
  if (!existsSync(to)) await copyDurably(from, to)
}

/** Writes a file unless there is one. */
export async function placeContent(content: Uint8Array, to: string): Promise<void> {
  if (existsSync(to)) return
  const source = `${to}.content`
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  try {
    await writeFile(source, content, { mode: 0o600 })
    await copyDurably(source, to)
  } finally {
    await rm(source, { force: true })
  }
}

/** Describes a file whose content is in its line. */
export function describeContent({ path, content = '' }: Pick<PortableFile, 'path' | 'content'>): PortableFile {
  const bytes = Buffer.from(content, 'base64')
  return { kind: 'file', path, sizeBytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
}

/** Describes a file as it is now; null if it is not there. */
export async function describeIfThere(folder: string, path: string): Promise<PortableFile | null> {
  return existsSync(join(folder, path)) ? await describeFile(folder, path) : null
}

async function describeFile(folder: string, path: string): Promise<PortableFile> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(join(folder, path)) as AsyncIterable<Buffer>) hash.update(chunk) // no encoding
  const { size } = await stat(join(folder, path))
  return { kind: 'file', path, sizeBytes: size, sha256: hash.digest('hex') }
}

/** Copies a file, which is complete and synced to disk before it gets its name. */
export async function copyDurably(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  const partial = `${to}.partial`
  try {
    await copyFile(from, partial)
    await chmod(partial, 0o600)
    const file = await open(partial, 'r+')
    try {
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(partial, to)
  } catch (thrown) {
    await rm(partial, { force: true })
    throw thrown
  }
}
