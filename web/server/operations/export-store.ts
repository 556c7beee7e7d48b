import { open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { JsonObject } from '@tidemark/shared/base/json'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { favouritePrefix } from '@tidemark/shared/favourites/favourite'
import { commentsReadPrefix } from '@tidemark/shared/comments/comment'
import { commentMailPrefix } from '@tidemark/shared/comments/comment-mail'
import { personalViewsPrefix } from '@tidemark/shared/saved-views/personal-view'
import { imageIdOf } from '@tidemark/shared/images/image'
import { parseEntry } from '@tidemark/shared/sync/concepts'
import { databasePath, sentFileOf } from '../connectors/database-files'
import { versionPathsOf } from '../datasets/files/version-paths'
import { imagePath } from '../images/image-store'
import { copyNamedFile, copyVersion } from './dataset-files'
import type { PortableFile } from './portable-file'
import { rowOf, sqlColumnsOf, sqlKeyOf, textColumnOf } from './portable-rows'
import { portableTables, type PortableRow, type PortableTable } from './portable-tables'
import type { StoreDatabase, StoreDatabaseTx } from './store-database'

export interface ExportOptions {
  readonly database: StoreDatabase
  /** The file to write; an older one is replaced. Files of datasets, connections and dashboards go to `<path>.files`. */
  readonly path: string
  /** The id or slug of one workspace, whose entries and history are written; null for everything. */
  readonly workspace: string | null
  /** The data folder from which those files are copied; null to leave them out. */
  readonly dataDir: string | null
}

export interface ExportReport {
  /** Rows by table. */
  readonly counts: Readonly<Record<string, number>>
  /** The ids of the exported workspaces. */
  readonly workspaces: readonly string[]
  readonly fileCount: number
  /** Keys of entries that do not match their schema; the server leaves them out as well. */
  readonly damagedKeys: readonly string[]
  /** Versions of datasets whose files do not exist. */
  readonly missingVersions: readonly string[]
  /** SQLite files of connections that do not exist. */
  readonly missingDatabases: readonly string[]
  /** Pictures that dashboards show or showed and that do not exist, such as those still on their way from a browser. */
  readonly missingImages: readonly string[]
}

export function filesFolderOf(path: string): string {
  return `${path}.files`
}

/**
 * Writes a snapshot of the store with one JSON text per line; the server may run meanwhile. Both engines write the same
 * bytes for the same content. Fails with `not-found` if the workspace does not exist.
 */
export async function exportStore({ database, path, workspace, dataDir }: ExportOptions): Promise<ExportReport> {
  const partial = `${path}.partial`
  const partialFiles = filesFolderOf(partial)
  await rm(partialFiles, { recursive: true, force: true })
  const file = await open(partial, 'w', 0o600)
  try {
    const writer = createLineWriter((text) => file.writeFile(text))
    const rows = await database.read(async (tx) =>
      writeRows(tx, workspace === null ? null : await workspaceIdOf(tx, workspace), writer),
    )
    const copied = dataDir === null ? null : await copyFiles(dataDir, partialFiles, rows)
    for (const line of copied?.files ?? []) await writer.write(line)
    await writer.write({ kind: 'end', lines: writer.count() + 1 })
    await writer.flush()
    await file.sync()
    await rm(filesFolderOf(path), { recursive: true, force: true })
    if (copied !== null && copied.files.length > 0) await rename(partialFiles, filesFolderOf(path))
    await rename(partial, path)
    return {
      counts: rows.counts,
      workspaces: rows.workspaces,
      fileCount: copied?.files.length ?? 0,
      damagedKeys: rows.damagedKeys,
      missingVersions: copied?.missingVersions ?? [],
      missingDatabases: copied?.missingDatabases ?? [],
      missingImages: copied?.missingImages ?? [],
    }
  } catch (thrown) {
    await rm(partial, { force: true })
    await rm(partialFiles, { recursive: true, force: true })
    throw thrown
  } finally {
    await file.close()
  }
}

/** Returns a workspace's id. People know its slug, but local mode and deleted workspaces only have an id. */
async function workspaceIdOf(tx: StoreDatabaseTx, name: string): Promise<string> {
  const [row] = await tx.query('SELECT id FROM organization WHERE slug = ?1', [name])
  return row === undefined ? name : String(row['id'])
}

interface WrittenRows {
  readonly counts: Readonly<Record<string, number>>
  readonly workspaces: readonly string[]
  readonly damagedKeys: readonly string[]
  readonly versions: readonly string[]
  readonly databases: readonly string[]
  readonly images: readonly string[]
}

async function writeRows(tx: StoreDatabaseTx, workspace: string | null, writer: LineWriter): Promise<WrittenRows> {
  const counts: Record<string, number> = {}
  const workspaces: string[] = []
  const damagedKeys: string[] = []
  const versions: string[] = []
  const databases: string[] = []
  const images = new Set<string>()
  await writer.write({ kind: 'tidemark', format: 1, contents: workspace === null ? 'installation' : 'workspace' })
  for (const table of portableTables) {
    if (workspace !== null && !table.isOfWorkspace) continue
    let count = 0
    for await (const row of rowsOf(tx, table, workspace)) {
      // The export of one workspace contains no people, and so nothing that is theirs alone.
      if (workspace !== null && table.name === 'entry' && isPersonal(textColumnOf(row, 'key'))) continue
      if (table.name === 'entry' && !isSound(row)) {
        damagedKeys.push(textColumnOf(row, 'key'))
        continue
      }
      if (table.name === 'entry') versions.push(...versionPathsOf(textColumnOf(row, 'key'), row['value'] ?? null))
      const databasePath = table.name === 'entry' ? databasePathOfRow(row) : null
      if (databasePath !== null) databases.push(databasePath)
      // History may bring a picture back, so those of revisions go along.
      const image = table.name === 'entry' || table.name === 'revision' ? imagePathOfRow(row) : null
      if (image !== null) images.add(image)
      if (table.name === 'org') workspaces.push(textColumnOf(row, 'id'))
      await writer.write({ kind: table.name, ...row })
      count += 1
    }
    if (table.name === 'org' && workspace !== null && count === 0)
      throw new TidemarkError('not-found', { detail: `There is no workspace ${workspace}.` })
    counts[table.name] = count
  }
  const distinct = (paths: readonly string[]) => [...new Set(paths)].sort()
  return {
    counts,
    workspaces,
    damagedKeys,
    versions: distinct(versions),
    databases: distinct(databases),
    images: [...images].sort(),
  }
}

function isPersonal(key: string): boolean {
  return [favouritePrefix, personalViewsPrefix, commentsReadPrefix, commentMailPrefix].some((prefix) =>
    key.startsWith(prefix),
  )
}

async function* rowsOf(
  tx: StoreDatabaseTx,
  table: PortableTable,
  workspace: string | null,
): AsyncGenerator<PortableRow> {
  const where = workspace === null || table.org === null ? null : { column: table.org, value: workspace }
  const source = { table: table.name, columns: sqlColumnsOf(table), key: sqlKeyOf(table), where }
  for await (const stored of tx.select(source)) yield rowOf(table, stored)
}

function databasePathOfRow(row: PortableRow): string | null {
  const id = sentFileOf(textColumnOf(row, 'key'), row['value'] ?? null)
  return id === null ? null : databasePath(textColumnOf(row, 'org'), id)
}

function imagePathOfRow(row: PortableRow): string | null {
  const id = imageIdOf(textColumnOf(row, 'key'), row['value'] ?? null)
  return id === null ? null : imagePath(textColumnOf(row, 'org'), id)
}

function isSound(row: PortableRow): boolean {
  if (row['value'] === null) return true
  try {
    parseEntry(textColumnOf(row, 'key'), row['value'])
    return true
  } catch (thrown) {
    if (thrown instanceof TidemarkError) return false
    throw thrown
  }
}

async function copyFiles(dataDir: string, to: string, { versions, databases, images }: WrittenRows) {
  const files: PortableFile[] = []
  const missingVersions: string[] = []
  for (const version of versions) {
    const copied = await copyVersion(join(dataDir, 'datasets'), to, version)
    if (copied === null) missingVersions.push(version)
    else files.push(...copied)
  }
  const copyNamed = async (paths: readonly string[]): Promise<readonly string[]> => {
    const missing: string[] = []
    for (const path of paths) {
      const copied = await copyNamedFile(dataDir, to, path)
      if (copied === null) missing.push(path)
      else files.push(copied)
    }
    return missing
  }
  const missingDatabases = await copyNamed(databases)
  const missingImages = await copyNamed(images)
  return { files, missingVersions, missingDatabases, missingImages }
}

interface LineWriter {
  write(line: JsonObject): Promise<void>
  flush(): Promise<void>
  count(): number
}

const bufferedCharacters = 256 * 1024

function createLineWriter(writeText: (text: string) => Promise<void>): LineWriter {
  let buffered: string[] = []
  let size = 0
  let count = 0
  const flush = async () => {
    const text = buffered.join('')
    buffered = []
    size = 0
    await writeText(text)
  }
  return {
    write: async (line) => {
      const text = `${JSON.stringify(line)}\n`
      buffered.push(text)
      size += text.length
      count += 1
      if (size >= bufferedCharacters) await flush()
    },
    flush,
    count: () => count,
  }
}
