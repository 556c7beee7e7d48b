/** Runs tasks one after another in order of arrival; a failed task does not hold up the next. */
export interface TaskQueue {
  run<T>(task: () => Promise<T>): Promise<T>
}

export function createTaskQueue(): TaskQueue {
  let last: Promise<unknown> = Promise.resolve()
  return {
    run: (task) => {
      const result = last.then(task)
      // The caller handles the failure; the queue only waits for the end.
      last = result.then(ignore, ignore)
      return result
    },
  }
}

function ignore(): void {}
