import { setTimeout as pause } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test, vi } from 'vitest'
import { abortAfter } from './abort-after'

test('a limit that is a part of another signal comes, also after memory was cleared up', async () => {
  setFlagsFromString('--expose-gc')
  // There once the flag is set.
  const clearUp = runInNewContext('gc') as () => void
  const heard = vi.fn()
  const listen = () => {
    const either = AbortSignal.any([new AbortController().signal, abortAfter(200)])
    either.addEventListener('abort', heard, { once: true })
  }
  listen()
  for (let turn = 0; turn < 100 && heard.mock.calls.length === 0; turn++) {
    clearUp()
    await pause(20)
  }
  expect(heard).toHaveBeenCalledOnce()
})
