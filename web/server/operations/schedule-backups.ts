import { existsSync, readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { ErrorCode } from '@tidemark/shared/errors/catalogue'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { logFailure } from '../observability/log-failure'
import type { Logger } from '../observability/log'
import { backupManifestName, type BackupOptions, type BackupReport } from './back-up'

/** The message of the worker that makes a backup. */
export type BackupAnswer =
  | { readonly kind: 'done'; readonly report: BackupReport }
  | {
      readonly kind: 'failed'
      readonly code: ErrorCode
      readonly detail: string | undefined
      readonly hint: string | undefined
    }

export interface BackupSchedule {
  readonly dataDir: string
  /** The number of backups that are kept; 0: none are made. */
  readonly kept: number
  /** The version of Tidemark. */
  readonly version: string
  readonly log: Logger
  /** Unix milliseconds. */
  readonly clock: () => number
  /** The path of the bundled `backup-process.js`. */
  readonly entryPath: string
}

/** The folder of scheduled backups in the data folder. */
export const backupsFolder = 'backups'

const dayMs = 24 * 3600_000
const lookMs = 15 * 60_000

/**
 * Makes a backup when the newest one is a day old, and removes the oldest ones. Looks at the start and every quarter of
 * an hour, so that a server that was down catches up. Returns a function that stops it.
 */
export function scheduleBackups(schedule: BackupSchedule): () => void {
  if (schedule.kept === 0) return () => undefined
  let isRunning = false
  const look = async () => {
    if (isRunning) return
    isRunning = true
    try {
      await backUpIfDue(schedule)
    } catch (thrown) {
      logFailure(schedule.log, thrown, {}, 'The scheduled backup could not be made.')
    } finally {
      isRunning = false
    }
  }
  void look()
  const timer = setInterval(() => void look(), lookMs)
  timer.unref()
  return () => clearInterval(timer)
}

/** Makes a backup if one is due. Fails as `backUp` does; the earlier ones are then kept. */
export async function backUpIfDue(schedule: BackupSchedule): Promise<void> {
  const { dataDir, kept, version, log, clock } = schedule
  const folder = join(dataDir, backupsFolder)
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => timeOfBackup(name) !== null) : []
  const whole = names.filter((name) => existsSync(join(folder, name, backupManifestName))).sort()
  const newest = timeOfBackup(whole.at(-1) ?? '')
  const at = clock()
  if (newest !== null && at - newest < dayMs) return
  // What was being written when the server was killed is no backup.
  for (const name of names) if (!whole.includes(name)) await rm(join(folder, name), { recursive: true })
  const name = nameOfBackup(at)
  const report = await runWorker(schedule, { dataDir, folder: join(folder, name), version, at: new Date(at) })
  log.info({ name, entryCount: report.entryCount, sizeBytes: report.sizeBytes }, 'A backup was made.')
  for (const old of [...whole, name].slice(0, -kept)) await rm(join(folder, old), { recursive: true })
}

async function runWorker({ entryPath }: BackupSchedule, options: BackupOptions): Promise<BackupReport> {
  const worker = new Worker(entryPath, { workerData: options, env: {} })
  const answer = await new Promise<BackupAnswer>((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('the worker of a backup ended')))
  })
  if (answer.kind === 'done') return answer.report
  throw new TidemarkError(answer.code, { detail: answer.detail, hint: answer.hint })
}

/** The folder of a backup is named by its time in UTC: `2026-11-28T13-45-00Z`. */
function nameOfBackup(at: number): string {
  return new Date(at)
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-')
}

function timeOfBackup(name: string): number | null {
  const parts = /^(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\dZ)$/.exec(name)
  return parts === null ? null : Date.parse(`${parts[1]}:${parts[2]}:${parts[3]}`)
}
