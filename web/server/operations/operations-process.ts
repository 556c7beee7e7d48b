import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { TidemarkError, toTidemarkError } from '@tidemark/shared/errors/tidemark-error'
import * as z from 'zod/mini'
import type { Config } from '../base/config'
import { readProcessConfig } from '../base/process-config'
import { backUp } from './back-up'
import { acceptStore, checkStore } from './check-store'
import { countOf, describeCounts } from './count-of'
import { exportStore, filesFolderOf } from './export-store'
import { importStore } from './import-store'
import { notingInStore, readingStore, writingStore } from './store-access'
import { raiseEpochs } from './raise-epochs'
import { recordOperation } from './record-operation'
import { describeDamage, mustBeUndamaged } from '../store/entry-sums'
import { restore } from './restore'

const installDir = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..')

/** The usage of each command, shown after a wrong use. */
const usages = {
  export: 'npm run export -- FILE [--workspace ID] [--no-files]',
  import: 'npm run import -- FILE [--into WORKSPACE] [--replace]',
  backup: 'npm run backup -- FOLDER',
  restore: 'npm run restore -- FOLDER',
  'epoch:raise': 'npm run epoch:raise',
  check: 'npm run check [-- --accept]',
} as const
type Command = keyof typeof usages

interface Request {
  readonly config: Config
  /** An absolute path; empty if the command takes none. */
  readonly path: string
  readonly options: Options
}

const optionsSchema = z.object({
  workspace: z.optional(z.string()),
  'no-files': z.optional(z.boolean()),
  into: z.optional(z.string()),
  replace: z.optional(z.boolean()),
  accept: z.optional(z.boolean()),
})
type Options = z.infer<typeof optionsSchema>

const commands: { readonly [C in Command]: (request: Request) => Promise<readonly string[]> } = {
  export: async ({ config, path, options }) => {
    const dataDir = options['no-files'] === true ? null : config.dataDir
    const workspace = options.workspace ?? null
    const report = await readingStore(config, (database) => exportStore({ database, path, workspace, dataDir }))
    const { counts, fileCount, damagedKeys, missingVersions, missingDatabases, missingImages } = report
    const notes = await noteExport(config, path, workspace === null ? null : report.workspaces)
    return [
      `Exported ${describeCounts(counts)} to ${path}.`,
      fileCount > 0
        ? `${countOf(fileCount, 'file is', 'files are')} in ${filesFolderOf(path)}: carry both together.`
        : 'No files were written.',
      ...notes,
      ...damagedKeys.map((key) => `Left out, because it does not fit its schema: ${key}`),
      ...missingVersions.map((version) => `Not in the data folder: the files of dataset ${version}`),
      ...missingDatabases.map((path) => `Not in the data folder: ${path}, which a connection reads`),
      ...missingImages.map((path) => `Not in the data folder: ${path}, which a dashboard shows`),
    ]
  },

  import: async ({ config, path, options }) => {
    const { counts, workspaces, fileCount, missingVersions, missingDatabases, missingImages } = await writingStore(
      config,
      (database) =>
        importStore({
          database,
          path,
          dataDir: config.dataDir,
          mode: config.mode === 'local' ? 'local' : 'team',
          into: options.into ?? null,
          isReplacing: options.replace === true,
          now: Date.now(),
        }),
    )
    return [
      `Imported ${describeCounts(counts)} into ${workspaces.join(', ')}, and ${countOf(fileCount, 'file')}.`,
      ...missingVersions.map((version) => `Neither in the export nor here: the files of dataset ${version}`),
      ...missingDatabases.map((path) => `Neither in the export nor here: ${path}, which a connection reads`),
      ...missingImages.map((path) => `Neither in the export nor here: ${path}, which a dashboard shows`),
    ]
  },

  backup: async ({ config, path }) => {
    mustBeFolderStore(config, 'Back PostgreSQL up with pg_dump or its own log archive: see docs/self-hosting.md.')
    const { version, dataDir } = config
    const report = await backUp({ dataDir, folder: path, version, at: new Date() })
    return [
      `Backed up ${countOf(report.entryCount, 'entry', 'entries')} and ${countOf(report.fileCount, 'file')} (${report.sizeBytes} bytes) to ${path}.`,
      ...report.missingVersions.map((missing) => `Not in the data folder: the files of dataset ${missing}`),
      ...report.missingDatabases.map((missing) => `Not in the data folder: ${missing}, which a connection reads`),
      ...report.missingImages.map((missing) => `Not in the data folder: ${missing}, which a dashboard shows`),
    ]
  },

  restore: async ({ config, path }) => {
    mustBeFolderStore(config, 'Restore PostgreSQL with its own tools, then run: npm run epoch:raise')
    const { workspaceCount } = await restore({ folder: path, dataDir: config.dataDir, now: Date.now() })
    return [
      `Restored ${countOf(workspaceCount, 'workspace')} to ${config.dataDir}. Browsers will start over from them.`,
    ]
  },

  'epoch:raise': async ({ config }) => {
    const count = await writingStore(config, (database) => raiseEpochs(database, Date.now()))
    return [`The clients of ${countOf(count, 'workspace')} will start over.`]
  },

  check: async ({ config, options }) => {
    const { workspaceCount, entryCount, damages } = checkStore(config)
    if (damages.length === 0) return [`All ${entryCount} entries of ${countOf(workspaceCount, 'workspace')} are there.`]
    if (options.accept !== true) mustBeUndamaged(damages, 'The store')
    await acceptStore(config, Date.now())
    return [...damages.map(describeDamage), 'Accepted as it is. Browsers will start over from it.']
  },
}

/**
 * Adds the export to the audit log. A failure is only reported: the file has been written, and it may be all that can
 * be saved from a store whose disk is full or damaged.
 */
async function noteExport(
  config: Config,
  path: string,
  workspaces: readonly string[] | null,
): Promise<readonly string[]> {
  const contents = workspaces === null ? 'installation' : 'workspace'
  const operation = { action: 'export', contents, fileName: basename(path), at: Date.now() } as const
  try {
    await notingInStore(config, (tx) => recordOperation(tx, workspaces, operation))
    return []
  } catch (thrown) {
    const { code, message, detail = '', cause } = toTidemarkError(thrown)
    return [`The audit log does not say so: ${code === 'internal' ? String(cause) : `${message} ${detail}`}`]
  }
}

function mustBeFolderStore({ databaseUrl }: Config, hint: string): void {
  if (databaseUrl !== undefined)
    throw new TidemarkError('backup-failed', { detail: 'DATABASE_URL: the store is not in the data folder.', hint })
}

async function main(): Promise<readonly string[]> {
  const [name = '', ...args] = process.argv.slice(2)
  // The scripts in package.json pass the command's name.
  const command = z.enum(['export', 'import', 'backup', 'restore', 'epoch:raise', 'check']).parse(name)
  const { options, positionals } = parse(command, args)
  const [path] = positionals
  if (positionals.length !== (command === 'epoch:raise' || command === 'check' ? 0 : 1)) throw wrongUse(command)
  const config = readProcessConfig(installDir)
  // Paths are relative to the folder where npm was started, not to the checkout in which it runs scripts.
  const from = process.env['INIT_CWD'] ?? process.cwd()
  return await commands[command]({ config, path: path === undefined ? '' : resolve(from, path), options })
}

const optionsOf = {
  export: { workspace: { type: 'string' }, 'no-files': { type: 'boolean' } },
  import: { into: { type: 'string' }, replace: { type: 'boolean' } },
  backup: {},
  restore: {},
  'epoch:raise': {},
  check: { accept: { type: 'boolean' } },
} as const

function parse(command: Command, args: string[]) {
  try {
    const { values, positionals } = parseArgs({ args, options: optionsOf[command], allowPositionals: true })
    return { options: optionsSchema.parse(values), positionals }
  } catch (cause) {
    throw wrongUse(command, cause)
  }
}

function wrongUse(command: Command, cause?: unknown): TidemarkError {
  return new TidemarkError('invalid-request', { detail: `It is used so: ${usages[command]}`, cause })
}

function fail(thrown: unknown): void {
  const error = toTidemarkError(thrown)
  process.stderr.write(`${error.message}${error.detail ? ` ${error.detail}` : ''}\n`)
  if (error.hint) process.stderr.write(`${error.hint}\n`)
  if (error.code === 'internal')
    process.stderr.write(`${String(error.cause instanceof Error ? error.cause.stack : error.cause)}\n`)
  process.exitCode = 1
}

main().then((lines) => process.stdout.write(`${lines.join('\n')}\n`), fail)
