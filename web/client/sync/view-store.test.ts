import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import type { Actor } from '@tidemark/shared/access/actor'
import { cookieOf, type PageSnapshot } from '@tidemark/shared/sync/protocol'
import { EntryMap } from '@tidemark/shared/entries/entry-map'
import { ViewStore } from './view-store'

const page = (entries: PageSnapshot['entries'], complete = true): PageSnapshot => ({
  cookie: cookieOf(1, 5, 'a'),
  complete,
  entries,
})

describe('entries in memory', () => {
  it('scan finds exactly the keys of a prefix, in order, whatever was written and deleted before', () => {
    const key = fc.constantFrom('a/1', 'a/2', 'a/10', 'ab/1', 'b/1', 'b/2/x', 'b/2/y', 'b/20')
    const step = fc.record({ key, isDeletion: fc.boolean() })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), fc.constantFrom('', 'a', 'a/', 'b/2/', 'c/'), (steps, prefix) => {
        const map = new EntryMap()
        const model = new Map<string, number>()
        steps.forEach(({ key: target, isDeletion }, index) => {
          if (isDeletion) {
            map.delete(target)
            model.delete(target)
          } else {
            map.set(target, index)
            model.set(target, index)
          }
          // Scanning in between keeps the sorted keys in use.
          if (index % 3 === 0) void [...map.scan('a/')]
        })
        const expected = [...model]
          .filter(([entryKey]) => entryKey.startsWith(prefix))
          .sort(([a], [b]) => (a < b ? -1 : 1))
        expect([...map.scan(prefix)]).toEqual(expected)
        expect(map.size).toBe(model.size)
      }),
    )
  })
})

describe('what React reads', () => {
  it('is the page until local data takes over', () => {
    const store = new ViewStore(page([['chart/a', { name: 'Page' }]], false))
    store.applyLocal([{ op: 'add', key: 'chart/a', newValue: { name: 'Local' } }])
    expect(store.getState()).toBe(store.getServerState())
    expect(store.getState().isComplete).toBe(false)
    store.useLocal()
    expect(store.getState().view.get('chart/a')).toEqual({ name: 'Local' })
    expect(store.getState().isComplete).toBe(true)
  })

  it('the server snapshot stays frozen, so hydration is equal', () => {
    const store = new ViewStore(page([['chart/a', { name: 'Page' }]]))
    store.useLocal()
    store.applyLocal([{ op: 'add', key: 'chart/b', newValue: {} }])
    expect(store.isLocal).toBe(true)
    expect([...store.getServerState().view.scan('')]).toEqual([['chart/a', { name: 'Page' }]])
  })

  it('an unchanged entity keeps its identity when local data takes over', () => {
    const store = new ViewStore(page([['chart/a', { name: 'Same', tags: ['x'] }]]))
    const before = store.getState().view.get('chart/a')
    store.applyLocal([{ op: 'add', key: 'chart/a', newValue: { tags: ['x'], name: 'Same' } }])
    store.useLocal()
    expect(store.getState().view.get('chart/a')).toBe(before)
  })

  it('listeners hear of each change and of none after leaving', () => {
    const store = new ViewStore(page([]))
    const listener = vi.fn()
    const leave = store.subscribe(listener)
    store.applyLocal([])
    store.useLocal()
    store.applyLocal([{ op: 'add', key: 'chart/a', newValue: {} }])
    expect(listener).toHaveBeenCalledTimes(2)
    leave()
    store.applyLocal([{ op: 'del', key: 'chart/a' }])
    expect(listener).toHaveBeenCalledTimes(2)
    expect(store.getState().view.get('chart/a')).toBeUndefined()
  })
})

describe('what is done before local data is there', () => {
  const actor: Actor = {
    kind: 'person',
    userId: 'ann',
    orgId: 'acme',
    role: 'editor',
    audiences: ['everyone'],
    grants: [],
  }

  it('is shown on what the page brought, one after the other, and local data takes its place', async () => {
    const views = new ViewStore(page([['a/1', 'old']], false))
    const listener = vi.fn()
    views.subscribe(listener)
    await Promise.all([
      views.showEarly(actor, (tx) => tx.set('a/1', { name: 'mine' })),
      views.showEarly(actor, async (tx) => tx.set('a/2', { was: (await tx.get('a/1')) ?? null })),
    ])
    expect([...views.getState().view.scan('')]).toEqual([
      ['a/1', { name: 'mine' }],
      ['a/2', { was: { name: 'mine' } }],
    ])
    expect([views.getState().isComplete, views.isLocal, listener.mock.calls.length]).toEqual([false, false, 2])
    expect([...views.getServerState().view.scan('')]).toEqual([['a/1', 'old']])
    views.applyLocal([{ op: 'add', key: 'a/3', newValue: 'local' }])
    views.useLocal()
    expect([...views.getState().view.scan('')]).toEqual([['a/3', 'local']])
  })

  it('is kept in view until it is made, though local data is there', async () => {
    const onLocal = vi.fn()
    const views = new ViewStore(page([]), onLocal)
    const [stopFirst, stopSecond] = [views.holdPage(), views.holdPage()]
    views.useLocal()
    expect(views.isReady).toBe(false)
    views.applyLocal([{ op: 'add', key: 'a/1', newValue: 'local' }])
    await views.ready
    stopFirst()
    expect([views.isReady, views.isLocal]).toEqual([true, false])
    stopSecond()
    expect([views.isLocal, onLocal.mock.calls.length]).toEqual([true, 1])
  })

  it('shows nothing of what cannot be done, and what follows is shown all the same', async () => {
    const views = new ViewStore(page([['a/1', 'old']]))
    const half = views.showEarly(actor, async (tx) => {
      await tx.del('a/1')
      throw new Error('not so')
    })
    await expect(half).rejects.toThrow('not so')
    await views.showEarly(actor, (tx) => tx.set('a/2', {}))
    expect([...views.getState().view.scan('')].map(([key]) => key)).toEqual(['a/1', 'a/2'])
  })
})
