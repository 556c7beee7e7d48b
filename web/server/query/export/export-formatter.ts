import { Worker } from 'node:worker_threads'
import type { Field } from '@tidemark/shared/query/field'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { RowBatch } from '@/server/engine/process/engine-messages'
import type { FormatterBytes, FromFormatter, RowFileOptions, ToFormatter } from './export-messages'

/**
 * Turns rows into the bytes of a file in a worker. Only one call may run at a time. Fails if the file format cannot
 * hold the rows.
 */
export interface ExportFormatter {
  start(fields: readonly Field[]): Promise<void>
  write(batch: RowBatch): Promise<readonly Uint8Array[]>
  end(): Promise<Pick<FormatterBytes, 'pieces' | 'notes'>>
  close(): void
}

export function startExportFormatter(entryPath: string, options: RowFileOptions): ExportFormatter {
  const worker = new Worker(entryPath, {
    // The garbage of rows is short-lived; a small young generation keeps the process small.
    resourceLimits: { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 96 },
    env: {},
    stderr: false,
  })
  let waiting: { resolve: (bytes: FormatterBytes) => void; reject: (error: Error) => void } | undefined
  let failure: Error | undefined
  const fail = (error: Error): void => {
    failure ??= error
    waiting?.reject(failure)
    waiting = undefined
  }
  worker.on('message', (answer: FromFormatter) => {
    if (answer.kind === 'failed') return fail(new TidemarkError(answer.error.code, answer.error))
    waiting?.resolve(answer)
    waiting = undefined
  })
  worker.on('error', fail)
  worker.on('exit', () => fail(new Error('the worker of an export ended')))
  const ask = (message: ToFormatter): Promise<FormatterBytes> =>
    new Promise((resolve, reject) => {
      if (failure !== undefined) return reject(failure)
      waiting = { resolve, reject }
      worker.postMessage(message)
    })
  return {
    start: async (fields) => void (await ask({ kind: 'start', options, fields })),
    write: async ({ columns, rowCount }) => (await ask({ kind: 'batch', columns, rowCount })).pieces,
    end: () => ask({ kind: 'end' }),
    close: () => void worker.terminate(),
  }
}
