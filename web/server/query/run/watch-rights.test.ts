import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { watchRights } from './watch-rights'

describe('the rights of whoever waits for an answer', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] }))
  afterEach(() => vi.useRealTimers())
  const open = () => {
    const look = vi.fn(async () => undefined)
    return { look, watch: watchRights(look, 5_000) }
  }

  test('are not looked at for an answer that comes soon', async () => {
    const { look, watch } = open()
    vi.advanceTimersByTime(4_999)
    await watch.lookIfLate()
    watch.end()
    vi.advanceTimersByTime(60_000)
    expect(look).not.toHaveBeenCalled()
  })

  test('are looked at every five seconds while it is waited for', async () => {
    const { look, watch } = open()
    await vi.advanceTimersByTimeAsync(15_000)
    expect(look).toHaveBeenCalledTimes(3)
    watch.end()
  })

  test('are looked at once more before an answer that comes late, and once for answers that come together', async () => {
    const { look, watch } = open()
    await vi.advanceTimersByTimeAsync(8_000)
    expect(look).toHaveBeenCalledTimes(1)
    await watch.lookIfLate()
    await watch.lookIfLate()
    expect(look).toHaveBeenCalledTimes(2)
    await vi.advanceTimersByTimeAsync(1_000)
    await watch.lookIfLate()
    expect(look).toHaveBeenCalledTimes(3)
    watch.end()
  })

  test('are waited for where they are just being looked at', async () => {
    let found = (): void => undefined
    const watch = watchRights(() => new Promise((resolve) => (found = resolve)), 5_000)
    vi.advanceTimersByTime(5_000)
    const sent = vi.fn()
    const sending = watch.lookIfLate().then(sent)
    await Promise.resolve()
    expect(sent).not.toHaveBeenCalled()
    found()
    await sending
    watch.end()
  })
})
