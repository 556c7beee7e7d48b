import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it } from 'vitest'
import { endNow } from './end-now'

it('ends a process that listens to nothing, and lets be what has ended in the meantime', async () => {
  const child = spawn(process.execPath, ['-e', "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)"])
  const exited = once(child, 'exit')
  const { pid } = child
  endNow({ pid })
  await exited
  // The system has forgotten the process before Electron reports its end.
  expect(() => endNow({ pid })).not.toThrow()
  expect(() => endNow({ pid: undefined })).not.toThrow()
})
