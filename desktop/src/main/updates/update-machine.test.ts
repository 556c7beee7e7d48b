import { expect, it } from 'vitest'
import type { UpdateState } from '@tidemark/shared/ipc/update-state'
import { nextUpdateState, type UpdateEvent } from './update-machine'

function after(...events: readonly UpdateEvent[]): UpdateState {
  return events.reduce<UpdateState>(nextUpdateState, { kind: 'idle' })
}

const found: UpdateEvent = { kind: 'found', version: '1.1.0', isLoading: true }

it('goes from looking over loading to ready', () => {
  expect(after({ kind: 'check' })).toEqual({ kind: 'checking' })
  expect(after({ kind: 'check' }, { kind: 'none' })).toEqual({ kind: 'current' })
  expect(after({ kind: 'check' }, found, { kind: 'progress', percent: 41.6 })).toEqual({
    kind: 'downloading',
    version: '1.1.0',
    percent: 42,
  })
  expect(after({ kind: 'check' }, found, { kind: 'downloaded', version: '1.1.0' })).toEqual({
    kind: 'ready',
    version: '1.1.0',
  })
})

it('keeps what is ready, until the feed names something else or nothing', () => {
  const ready: UpdateEvent = { kind: 'downloaded', version: '1.1.0' }
  const events: UpdateEvent[] = [{ kind: 'check' }, { kind: 'failed', reason: 'offline' }, found]
  expect(after(ready, ...events)).toEqual({ kind: 'ready', version: '1.1.0' })
  expect(after(ready, { ...found, version: '1.1.1' })).toMatchObject({ kind: 'downloading', version: '1.1.1' })
  expect(after(ready, { kind: 'none' })).toEqual({ kind: 'withdrawn', version: '1.1.0' })
  expect(after(ready, { kind: 'none' }, { kind: 'check' }, { kind: 'none' })).toEqual({ kind: 'current' })
})

it('never shows less progress than before, as when a part is fetched again', () => {
  expect(after(found, { kind: 'progress', percent: 60 }, { kind: 'progress', percent: 10 })).toMatchObject({
    percent: 60,
  })
})

it('can be tried again after a failure', () => {
  expect(after({ kind: 'check' }, { kind: 'failed', reason: 'no network' })).toMatchObject({ kind: 'failed' })
  expect(after({ kind: 'failed', reason: 'no network' }, { kind: 'check' })).toEqual({ kind: 'checking' })
})

it('does nothing where updates are not supported', () => {
  const unsupported: UpdateState = { kind: 'unsupported', reason: 'x' }
  expect(nextUpdateState(unsupported, { kind: 'check' })).toBe(unsupported)
})

it('waits to be told to load where the person wants to be asked', () => {
  const waiting = after({ kind: 'check' }, { ...found, isLoading: false })
  expect(waiting).toEqual({ kind: 'available', version: '1.1.0' })
  expect(nextUpdateState(waiting, { kind: 'load' })).toMatchObject({ kind: 'downloading', version: '1.1.0' })
  expect(after({ kind: 'load' })).toEqual({ kind: 'idle' })
})
