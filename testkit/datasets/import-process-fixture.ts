import { bundleProcess } from '../engine/bundle-fixture'
import { forkPort } from '@/server/engine/process/child-port'
import type { OpenProcess, ProcessPort } from '@/server/engine/process/process-port'
import type { ImportJob, ImportMessage } from '@/server/datasets/import/import-job'

interface ImportProcess {
  readonly port: ProcessPort<ImportMessage, ImportJob>
  isWorking: boolean
  onMessage: (message: ImportMessage) => void
  onExit: (how: string) => void
}

/** The built import process, for tests. */
export interface ImportProcessFixture {
  readonly entryPath: string
  /**
   * Like the server's, but reuses a process whose job has ended, because starting one takes longer than importing a
   * small file.
   */
  readonly openProcess: OpenProcess
  close(): void
}

export async function openImportProcessFixture(): Promise<ImportProcessFixture> {
  const { path: entryPath, remove } = await bundleProcess('datasets/import/import-process.ts')
  const all = new Set<ImportProcess>()
  const waiting: ImportProcess[] = []
  const start = (): ImportProcess => {
    const port = forkPort<ImportMessage, ImportJob>({ entryPath })
    const started: ImportProcess = { port, isWorking: true, onMessage: () => undefined, onExit: () => undefined }
    all.add(started)
    port.onMessage((message) => {
      if (message.kind !== 'phase') started.isWorking = false
      started.onMessage(message)
    })
    port.onExit((how) => {
      all.delete(started)
      if (waiting.includes(started)) waiting.splice(waiting.indexOf(started), 1)
      started.onExit(how)
    })
    return started
  }
  return {
    entryPath,
    openProcess: () => {
      const given = waiting.pop() ?? start()
      return {
        postMessage: (job) => {
          given.isWorking = true
          given.port.postMessage(job as never) // handed through
        },
        onMessage: (listener) => {
          given.onMessage = (message) => listener(message as never) // handed through
        },
        onExit: (listener) => {
          given.onExit = listener
        },
        kill: () => {
          if (given.isWorking) given.port.kill()
          else waiting.push(given)
        },
      }
    },
    close: () => {
      for (const { port } of all) port.kill()
      remove()
    },
  }
}
