import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { controllerWith, onAbort, orAborted, withAnySignal } from './abort-signals'

/** Resolves when the signal aborts. */
async function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => void onAbort(signal, resolve))
}

test('whoever listens is told once, also of what was aborted before', () => {
  const heard = vi.fn()
  const controller = new AbortController()
  onAbort(controller.signal, heard)
  expect(heard).not.toHaveBeenCalled()
  controller.abort()
  controller.abort()
  expect(heard).toHaveBeenCalledOnce()
  onAbort(controller.signal, heard)
  expect(heard).toHaveBeenCalledTimes(2)
})

test('whoever takes that back is not told', () => {
  const heard = vi.fn()
  const controller = new AbortController()
  onAbort(controller.signal, heard)()
  controller.abort()
  expect(heard).not.toHaveBeenCalled()
})

test('as many as run at once may listen, without a warning', async () => {
  const warned = vi.fn()
  process.on('warning', warned)
  onTestFinished(() => void process.off('warning', warned))
  const { signal } = new AbortController()
  for (let count = 0; count < 30; count += 1) onAbort(signal, () => undefined)
  await pause(0)
  expect(warned).not.toHaveBeenCalled()
})

test('whoever waits has what comes first: the value, its failure, or the end of waiting', async () => {
  const [never, controller] = [new Promise<never>(() => undefined), new AbortController()]
  const takeBack = vi.spyOn(controller.signal, 'removeEventListener')
  const stopped = () => new Error('stopped')
  expect(await orAborted(Promise.resolve(1), controller.signal, stopped)).toBe(1)
  await expect(orAborted(Promise.reject(new Error('failed')), controller.signal, stopped)).rejects.toThrow('failed')
  expect(takeBack).toHaveBeenCalledTimes(2)
  const waiting = orAborted(never, controller.signal, stopped)
  controller.abort()
  await expect(waiting).rejects.toThrow('stopped')
})

test('whoever waits no more is given nothing, also of what is there, and whatever becomes of it is no matter', async () => {
  const unhandled = vi.fn()
  process.on('unhandledRejection', unhandled)
  onTestFinished(() => void process.off('unhandledRejection', unhandled))
  const stopped = () => new Error('stopped')
  await expect(orAborted(Promise.resolve(1), AbortSignal.abort(), stopped)).rejects.toThrow('stopped')
  const failing = pause(1).then(() => Promise.reject(new Error('failed')))
  await expect(orAborted(failing, AbortSignal.abort(), stopped)).rejects.toThrow('stopped')
  await pause(5)
  expect(unhandled).not.toHaveBeenCalled()
})

test('a controller aborts with its signal, for its reason, and by itself', () => {
  const whole = new AbortController()
  const [part, other] = [controllerWith(whole.signal), controllerWith(whole.signal)]
  other.abort('alone')
  expect(part.signal.aborted).toBe(false)
  whole.abort('all')
  expect(part.signal.reason).toBe('all')
  expect(other.signal.reason).toBe('alone')
})

test('what runs is stopped by the first of several signals, for its reason', async () => {
  const [one, other] = [new AbortController(), new AbortController()]
  const reason = withAnySignal([one.signal, other.signal], async (signal) => {
    await aborted(signal)
    // The type of `reason` is any.
    return signal.reason as unknown
  })
  other.abort('second')
  one.abort('first')
  expect(await reason).toBe('second')
  expect(await withAnySignal([one.signal], async ({ aborted: isAborted }) => isAborted)).toBe(true)
})

test('nothing is left of what has run, however it ended', async () => {
  const controller = new AbortController()
  const removed = vi.spyOn(controller.signal, 'removeEventListener')
  await withAnySignal([controller.signal], async () => undefined)
  await expect(withAnySignal([controller.signal], () => Promise.reject(new Error('it failed')))).rejects.toThrow(
    'it failed',
  )
  expect(removed).toHaveBeenCalledTimes(2)
})
