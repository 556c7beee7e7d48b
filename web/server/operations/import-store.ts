import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { localOrgId } from '@tidemark/shared/access/actor'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { imageIdOf } from '@tidemark/shared/images/image'
import { databasePath, sentFileOf } from '../connectors/database-files'
import { versionPathsOf } from '../datasets/files/version-paths'
import { imagePath } from '../images/image-store'
import { describeContent, describeIfThere, placeContent, placeFile } from './dataset-files'
import { filesFolderOf } from './export-store'
import { nextEpoch } from './next-epoch'
import { readPortableFile, type PortableFile } from './portable-file'
import { insertTargetOf, textColumnOf, tupleOf } from './portable-rows'
import { portableTables, tablesOfTheMoment, type PortableRow, type PortableTable } from './portable-tables'
import { recordOperation } from './record-operation'
import type { SqlValue, StoreDatabase, StoreDatabaseTx } from './store-database'

export interface ImportOptions {
  readonly database: StoreDatabase
  /** A file written by `exportStore`; its files are in the folder `<path>.files`. */
  readonly path: string
  /** The data folder that receives the files. */
  readonly dataDir: string
  readonly mode: 'local' | 'team'
  /**
   * The id or slug of the workspace that receives the content of the file's only workspace; null: each keeps its own.
   */
  readonly into: string | null
  /** True to replace existing workspaces of the same ids; otherwise the import fails with `import-conflict`. */
  readonly isReplacing: boolean
  /** Unix milliseconds. */
  readonly now: number
}

export interface ImportReport {
  /** Rows by table. */
  readonly counts: Readonly<Record<string, number>>
  readonly workspaces: readonly string[]
  readonly fileCount: number
  /** Versions of datasets whose files are neither in the export nor in the data folder. */
  readonly missingVersions: readonly string[]
  /** SQLite files of connections that are neither in the export nor in the data folder. */
  readonly missingDatabases: readonly string[]
  /** Pictures that are neither in the export nor in the data folder. */
  readonly missingImages: readonly string[]
}

/**
 * Reads an export in three steps: checks every line and file, copies the files of datasets, then writes all rows in one
 * transaction with a new epoch and an audit event for each workspace. Fails with `import-invalid`, which names the
 * line, with `import-conflict` or the store's own errors; the store is then unchanged.
 */
export async function importStore(options: ImportOptions): Promise<ImportReport> {
  const { database, path, dataDir } = options
  const datasetsFolder = join(dataDir, 'datasets')
  const found = await checkFile(path)
  const plan = await database.read((tx) => planImport(tx, found, options))
  // If a workspace is imported into another, its files get that one's paths.
  const targetOf = ({ org, pathIn }: FoundNamed) => pathIn(plan.targets.get(org) ?? org)
  for (const file of found.files) {
    const sent = found.databases.get(file.path) ?? found.images.get(file.path)
    const target = sent === undefined ? join(datasetsFolder, file.path) : join(dataDir, targetOf(sent))
    if (file.content === undefined) await placeFile(join(filesFolderOf(path), file.path), target)
    else await placeContent(Buffer.from(file.content, 'base64'), target)
  }
  const missingVersions = []
  for (const version of found.versions)
    if ((await describeIfThere(datasetsFolder, `${version}/data.parquet`)) === null) missingVersions.push(version)
  const missingOf = (named: ReadonlyMap<string, FoundNamed>) =>
    [...named.values()].map(targetOf).filter((path) => !existsSync(join(dataDir, path)))
  const missingDatabases = missingOf(found.databases)
  const missingImages = missingOf(found.images)
  const counts = await database.write((tx) => writeAll(tx, plan, options))
  return {
    counts,
    workspaces: [...plan.targets.values()],
    fileCount: found.files.length,
    missingVersions,
    missingDatabases,
    missingImages,
  }
}

interface FoundInFile {
  readonly contents: 'installation' | 'workspace'
  readonly orgs: readonly string[]
  readonly files: readonly PortableFile[]
  readonly versions: readonly string[]
  /** The uploaded SQLite files by their paths in the export. */
  readonly databases: ReadonlyMap<string, FoundNamed>
  /** The pictures by their paths in the export. */
  readonly images: ReadonlyMap<string, FoundNamed>
}

/** A file of a workspace. pathIn: its path if that workspace has another id. */
interface FoundNamed {
  readonly org: string
  readonly pathIn: (org: string) => string
}

async function checkFile(path: string): Promise<FoundInFile> {
  let contents: FoundInFile['contents'] = 'workspace'
  const orgs: string[] = []
  const files: PortableFile[] = []
  const versions = new Set<string>()
  const databases = new Map<string, FoundNamed>()
  const images = new Map<string, FoundNamed>()
  for await (const line of readPortableFile(path)) {
    if (line.kind === 'header') contents = line.header.contents
    else if (line.kind === 'file') files.push(line.file)
    else if (line.table.name === 'org') orgs.push(textColumnOf(line.row, 'id'))
    else if (line.table.name === 'entry' || line.table.name === 'revision') {
      const [org, key, value] = [
        textColumnOf(line.row, 'org'),
        textColumnOf(line.row, 'key'),
        line.row['value'] ?? null,
      ]
      const image = imageIdOf(key, value)
      if (image !== null) images.set(imagePath(org, image), { org, pathIn: (target) => imagePath(target, image) })
      if (line.table.name === 'revision') continue
      for (const version of versionPathsOf(key, value)) versions.add(version)
      const id = sentFileOf(key, value)
      if (id !== null) databases.set(databasePath(org, id), { org, pathIn: (target) => databasePath(target, id) })
    }
  }
  for (const file of files) await mustBeWhole(filesFolderOf(path), file)
  return { contents, orgs, files, versions: [...versions].sort(), databases, images }
}

async function mustBeWhole(folder: string, file: PortableFile): Promise<void> {
  const there = file.content === undefined ? await describeIfThere(folder, file.path) : describeContent(file)
  if (there !== null && there.sizeBytes === file.sizeBytes && there.sha256 === file.sha256) return
  throw new TidemarkError('import-invalid', {
    detail: `${folder}/${file.path} is ${there === null ? 'missing' : 'not the file that was exported'}.`,
    hint: 'The folder of files belongs to the export: carry both together.',
  })
}

/** The decisions before an import writes. targets: the workspace that receives the content, by each org of the file. */
interface ImportPlan {
  readonly targets: ReadonlyMap<string, string>
  readonly tables: readonly PortableTable[]
  readonly isWhole: boolean
}

async function planImport(tx: StoreDatabaseTx, found: FoundInFile, options: ImportOptions): Promise<ImportPlan> {
  const { mode, into } = options
  const isWhole = found.contents === 'installation' && into === null
  const targets = new Map<string, string>()
  const [only, ...others] = found.orgs
  if (into !== null || (mode === 'local' && found.contents === 'workspace')) {
    if (only === undefined || others.length > 0)
      throw conflict(`The file holds ${found.orgs.length} workspaces, and one can go into another.`)
    targets.set(only, into === null ? localOrgId : await findWorkspace(tx, into, mode))
  } else for (const org of found.orgs) targets.set(org, org)
  await mustBeReachable(tx, [...targets.values()], isWhole, options)
  if (!options.isReplacing) await mustBeFree(tx, [...targets.values()], isWhole)
  return { targets, isWhole, tables: portableTables.filter(({ isOfWorkspace }) => isWhole || isOfWorkspace) }
}

async function findWorkspace(tx: StoreDatabaseTx, name: string, mode: ImportOptions['mode']): Promise<string> {
  if (mode === 'local' && name === localOrgId) return localOrgId
  const [row] = await tx.query('SELECT id FROM organization WHERE id = ?1 OR slug = ?1', [name])
  if (row === undefined) throw new TidemarkError('not-found', { detail: `There is no workspace ${name}.` })
  return String(row['id'])
}

async function mustBeReachable(
  tx: StoreDatabaseTx,
  orgs: readonly string[],
  isWhole: boolean,
  { mode }: ImportOptions,
): Promise<void> {
  for (const org of orgs) {
    if (mode === 'local' && org !== localOrgId)
      throw conflict(`In local mode there is one workspace, and the file holds ${org}.`, 'Set TIDEMARK_MODE=team.')
    if (mode === 'local') continue
    if (
      org === localOrgId ||
      (!isWhole && (await tx.query('SELECT 1 FROM organization WHERE id = ?1', [org])).length === 0)
    )
      throw conflict(
        `The file's workspace ${org} has no members here.`,
        'Give a workspace of yours its content: npm run import -- FILE --into WORKSPACE',
      )
  }
}

async function mustBeFree(tx: StoreDatabaseTx, orgs: readonly string[], isWhole: boolean): Promise<void> {
  const hint = 'Make a backup, then say --replace: what is here goes, and what the file holds takes its place.'
  if (isWhole) {
    for (const table of ['org', 'user'])
      if ((await tx.query(`SELECT 1 FROM "${table}" LIMIT 1`)).length > 0)
        throw conflict('This store is in use already.', hint)
  } else
    for (const org of orgs)
      if ((await tx.query('SELECT 1 FROM entry WHERE org = ?1 LIMIT 1', [org])).length > 0)
        throw conflict(`Workspace ${org} has content already.`, hint)
}

function conflict(detail: string, hint?: string): TidemarkError {
  return new TidemarkError('import-conflict', { detail, hint })
}

const rowsAtOnce = 500

async function writeAll(
  tx: StoreDatabaseTx,
  { targets, tables, isWhole }: ImportPlan,
  { path, now }: ImportOptions,
): Promise<Readonly<Record<string, number>>> {
  const known = await highestEpoch(tx)
  if (isWhole) await deleteAll(tx)
  else for (const org of targets.values()) await deleteContent(tx, org)
  const counts: Record<string, number> = Object.fromEntries(tables.map(({ name }) => [name, 0]))
  let batch: (readonly SqlValue[])[] = []
  let batchTable: PortableTable | null = null
  const flush = async () => {
    if (batchTable === null || batch.length === 0) return
    await tx.insert(insertTargetOf(batchTable), batch)
    counts[batchTable.name] = (counts[batchTable.name] ?? 0) + batch.length
    batch = []
  }
  for await (const line of readPortableFile(path)) {
    if (line.kind !== 'row' || !tables.includes(line.table)) continue
    if (line.table !== batchTable || batch.length >= rowsAtOnce) await flush()
    batchTable = line.table
    batch.push(tupleOf(line.table, movedTo(targets, line.table, line.row)))
  }
  await flush()
  const epoch = nextEpoch(known, now)
  for (const org of targets.values()) await tx.setEpoch(org, epoch)
  await recordOperation(tx, isWhole ? null : [...targets.values()], {
    action: 'import',
    contents: isWhole ? 'installation' : 'workspace',
    fileName: basename(path),
    at: now,
  })
  return counts
}

function movedTo(targets: ReadonlyMap<string, string>, { org }: PortableTable, row: PortableRow): PortableRow {
  const target = org === null ? undefined : targets.get(textColumnOf(row, org))
  return org === null || target === undefined ? row : { ...row, [org]: target }
}

export async function highestEpoch(tx: StoreDatabaseTx): Promise<number> {
  const [row] = await tx.query('SELECT max(epoch) AS epoch FROM org')
  return Number(row?.['epoch'] ?? 0)
}

async function deleteContent(tx: StoreDatabaseTx, org: string): Promise<void> {
  await tx.deleteEntries(org)
  await tx.query('DELETE FROM client_group WHERE org = ?1', [org])
  await tx.query('DELETE FROM revision WHERE org = ?1', [org])
  await tx.query('DELETE FROM category_hue WHERE org = ?1', [org])
  await tx.query('DELETE FROM org WHERE id = ?1', [org])
}

async function deleteAll(tx: StoreDatabaseTx): Promise<void> {
  for (const { id } of await tx.query('SELECT id FROM org')) await deleteContent(tx, String(id))
  const names = [...tablesOfTheMoment, ...portableTables.toReversed().map(({ name }) => name)]
  for (const name of names) if (name !== 'entry') await tx.query(`DELETE FROM "${name}"`)
}
