/** Runs tasks one after the other in the order they came; one that fails does not hold up the next. */
export interface TaskQueue {
  run<T>(task: () => Promise<T>): Promise<T>
}

export function createTaskQueue(): TaskQueue {
  let last: Promise<unknown> = Promise.resolve()
  return {
    run: (task) => {
      const result = last.then(task)
      // Its failure goes to its caller; the queue only waits for its end.
      last = result.then(ignore, ignore)
      return result
    },
  }
}

function ignore(): void {}
