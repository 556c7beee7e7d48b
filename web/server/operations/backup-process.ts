import { parentPort, workerData } from 'node:worker_threads'
import { toTidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { backUp, type BackupOptions } from './back-up'
import type { BackupAnswer } from './schedule-backups'

/** The worker that makes one backup: SQLite copies synchronously, which would hold up every request. */
const answer = (message: BackupAnswer) => parentPort?.postMessage(message)

// Started by `schedule-backups.ts` alone, with these options.
backUp(workerData as BackupOptions).then(
  (report) => answer({ kind: 'done', report }),
  (thrown: unknown) => {
    const { code, detail, hint } = toTidemarkError(thrown)
    answer({ kind: 'failed', code, detail, hint })
  },
)
