import type { JobStore } from './job-store'

/** The jobs for those who add and change them. */
export type JobQueue = Pick<
  JobStore,
  | 'add'
  | 'putScheduled'
  | 'runNow'
  | 'setPaused'
  | 'delete'
  | 'get'
  | 'getSome'
  | 'list'
  | 'listRuns'
  | 'listUndelivered'
  | 'count'
>

/** Creates a queue whose jobs are looked for as soon as they may be due. */
export function createJobQueue(jobs: JobStore, wake: () => void): JobQueue {
  const thenWake =
    <Args extends readonly unknown[], T>(change: (...args: Args) => Promise<T>) =>
    async (...args: Args): Promise<T> => {
      const value = await change(...args)
      wake()
      return value
    }
  return {
    ...jobs,
    add: thenWake(jobs.add),
    putScheduled: thenWake(jobs.putScheduled),
    runNow: thenWake(jobs.runNow),
    setPaused: thenWake(jobs.setPaused),
  }
}
