import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { chmod, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { imageIdOf } from '@tidemark/shared/images/image'
import * as z from 'zod/mini'
import { databasePath, sentFileOf } from '../connectors/database-files'
import { versionPathsOf } from '../datasets/files/version-paths'
import { imagePath } from '../images/image-store'
import { listEntryDamage, mustBeUndamaged } from '../store/entry-sums'
import { openSqliteDatabase } from '../store/sqlite-database'
import { toStoreError } from '../store/sqlite-errors'
import { mustBeOurs } from '../store/sqlite-file'
import { currentSchema } from '../store/migrations'
import { schemaOf } from '../store/sqlite-migrations'
import { storeFileName } from '../store/sqlite-store'
import { copyDurably, copyNamedFile, copyVersion, describeIfThere } from './dataset-files'
import { fileLineSchema, type PortableFile } from './portable-file'

/** Files of a data folder besides store and datasets; a backup takes those that exist. */
export const smallFiles = ['installation.json', 'secrets.json', 'secret-keys', 'tidemark.json'] as const

export const backupManifestName = 'backup.json'

/** The schema of a backup's list of files. It is written last, so a folder without it is not a complete backup. */
export const manifestSchema = z.strictObject({
  format: z.literal(1, 'format 1: it is from a newer version of Tidemark'),
  version: z.string(),
  at: z.iso.datetime(),
  files: z.array(
    z.extend(z.omit(fileLineSchema, { kind: true }), { path: z.string().check(z.regex(/^[\w-][\w./%-]*$/)) }),
  ),
})

export interface BackupOptions {
  readonly dataDir: string
  /** A new or empty folder. */
  readonly folder: string
  /** The version of Tidemark. */
  readonly version: string
  readonly at: Date
}

export interface BackupReport {
  readonly entryCount: number
  readonly fileCount: number
  readonly sizeBytes: number
  /** Datasets whose files are not in the data folder. */
  readonly missingVersions: readonly string[]
  /** SQLite files of connections that are not in the data folder. */
  readonly missingDatabases: readonly string[]
  /** Pictures of dashboards that are not in the data folder. */
  readonly missingImages: readonly string[]
}

const attempts = 3

/**
 * Copies a data folder that may be in use: first a snapshot of the store, then the files that it names. The copy is
 * opened and checked before the backup is complete. Fails with `backup-failed`, `store-corrupt` or `disk-full`, and
 * then leaves nothing behind.
 */
export async function backUp({ dataDir, folder, version, at }: BackupOptions): Promise<BackupReport> {
  const source = join(dataDir, storeFileName)
  if (!existsSync(source)) throw new TidemarkError('not-found', { detail: `There is no store ${source}.` })
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new TidemarkError('backup-failed', {
      detail: `${folder} is not empty.`,
      hint: 'Each backup has a folder of its own.',
    })
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  await chmod(folder, 0o700)
  try {
    for (let attempt = 1; ; attempt += 1) {
      await copyStore(source, join(folder, storeFileName))
      const { entryCount, versions, databases, images } = checkStore(join(folder, storeFileName))
      const { files, missing } = await copyVersions(join(dataDir, 'datasets'), join(folder, 'datasets'), versions)
      const copied = await copyNamedFiles(dataDir, folder, databases)
      const pictures = await copyNamedFiles(dataDir, folder, images)
      // A file that was replaced meanwhile is not named in the next copy of the store, while a really missing one still
      // is.
      if (missing.length + copied.missing.length + pictures.missing.length > 0 && attempt < attempts) {
        await rm(join(folder, storeFileName))
        continue
      }
      const described = [...(await copySmallFiles(dataDir, folder)), ...files, ...copied.files, ...pictures.files]
      await writeDurably(
        join(folder, backupManifestName),
        JSON.stringify({ format: 1, version, at, files: described }, null, 2),
      )
      return {
        entryCount,
        fileCount: described.length,
        sizeBytes: described.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
        missingVersions: missing,
        missingDatabases: copied.missing,
        missingImages: pictures.missing,
      }
    }
  } catch (thrown) {
    await rm(folder, { recursive: true, force: true })
    throw thrown
  }
}

async function copyStore(source: string, target: string): Promise<void> {
  const database = openSqliteDatabase(source, { readOnly: true })
  try {
    mustBeOurs(database, source)
    // VACUUM reads a snapshot without blocking writers, and writes a compact copy that needs no log beside it.
    database.prepare('VACUUM INTO ?').run(target)
  } catch (thrown) {
    throw toStoreError(thrown)
  } finally {
    database.close()
  }
  await chmod(target, 0o600)
  const file = await open(target, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Opens the copy as the server would and reads it completely. */
function checkStore(path: string): {
  readonly entryCount: number
  readonly versions: readonly string[]
  readonly databases: readonly string[]
  readonly images: readonly string[]
} {
  const database = openSqliteDatabase(path, { readOnly: true })
  try {
    mustBeOurs(database, path)
    const { integrity_check: report }: { integrity_check: string } = database.prepare('PRAGMA integrity_check(1)').get()
    if (report !== 'ok') throw new TidemarkError('store-corrupt', { detail: `${path}: ${report}` })
    if (schemaOf(database) === currentSchema) mustBeUndamaged(listEntryDamage(database), path)
    const { count }: { count: number } = database.prepare('SELECT count(*) AS count FROM entry WHERE deleted = 0').get()
    const datasets: { key: string; value: string }[] = database
      .prepare("SELECT key, value FROM entry WHERE deleted = 0 AND key GLOB 'dataset/*'")
      .all()
    const versions = datasets.flatMap(({ key, value }) => versionPathsOf(key, JSON.parse(value)))
    const connections: { org: string; key: string; value: string }[] = database
      .prepare("SELECT org, key, value FROM entry WHERE deleted = 0 AND key GLOB 'connection/*'")
      .all()
    const databases = connections.flatMap(({ org, key, value }) => {
      const id = sentFileOf(key, JSON.parse(value))
      return id === null ? [] : databasePath(org, id)
    })
    const tiles: { org: string; key: string; value: string }[] = database
      .prepare(`SELECT org, key, value FROM revision WHERE key GLOB 'tile/*' AND value LIKE '%"kind":"image"%'`)
      .all()
    const images = tiles.flatMap(({ org, key, value }) => {
      const id = imageIdOf(key, JSON.parse(value))
      return id === null ? [] : imagePath(org, id)
    })
    return {
      entryCount: count,
      versions: [...new Set(versions)].sort(),
      databases: [...new Set(databases)].sort(),
      images: [...new Set(images)].sort(),
    }
  } finally {
    database.close()
  }
}

async function copyVersions(from: string, to: string, versions: readonly string[]) {
  const files: Omit<PortableFile, 'kind'>[] = []
  const missing: string[] = []
  for (const version of versions) {
    const copied = await copyVersion(from, to, version)
    if (copied === null) missing.push(version)
    for (const { path, sizeBytes, sha256 } of copied ?? []) files.push({ path: `datasets/${path}`, sizeBytes, sha256 })
  }
  return { files, missing }
}

/** Copies the SQLite files of connections and the pictures of dashboards; these files never change. */
async function copyNamedFiles(dataDir: string, folder: string, paths: readonly string[]) {
  const files: Omit<PortableFile, 'kind'>[] = []
  const missing: string[] = []
  for (const path of paths) {
    const copied = await copyNamedFile(dataDir, folder, path)
    if (copied === null) missing.push(path)
    else files.push({ path, sizeBytes: copied.sizeBytes, sha256: copied.sha256 })
  }
  return { files, missing }
}

async function copySmallFiles(from: string, to: string): Promise<Omit<PortableFile, 'kind'>[]> {
  const files: Omit<PortableFile, 'kind'>[] = []
  for (const name of [storeFileName, ...smallFiles]) {
    if (name !== storeFileName && existsSync(join(from, name))) await copyDurably(join(from, name), join(to, name))
    const described = await describeIfThere(to, name)
    if (described !== null) files.push({ path: name, sizeBytes: described.sizeBytes, sha256: described.sha256 })
  }
  return files
}

async function writeDurably(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}
