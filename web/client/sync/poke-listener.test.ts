import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listenForPokes } from './poke-listener'

/** The part of the browser's EventSource that the listener uses: opens and breaks when told to. */
class TestEventSource extends EventTarget {
  static opened: TestEventSource[] = []
  onopen: () => void = () => undefined
  onmessage: (message: { readonly data: string }) => void = () => undefined
  onerror: () => void = () => undefined
  isClosed = false

  constructor(readonly path: string) {
    super()
    TestEventSource.opened.push(this)
  }

  close(): void {
    this.isClosed = true
  }
}

/** Counts its listeners. */
class CountedTarget extends EventTarget {
  readonly listeners = new Set<unknown>()

  override addEventListener(type: string, listener: EventListener, options: AddEventListenerOptions): void {
    this.listeners.add(listener)
    options.signal?.addEventListener('abort', () => this.listeners.delete(listener), { once: true })
    super.addEventListener(type, listener, options)
  }
}

let page: CountedTarget
let heard: string[]
let heardElsewhere: number
let stop: () => void

beforeEach(async () => {
  vi.useFakeTimers()
  TestEventSource.opened = []
  page = new CountedTarget()
  heard = []
  heardElsewhere = 0
  vi.stubGlobal('EventSource', TestEventSource)
  vi.stubGlobal('window', page)
  vi.stubGlobal('document', new EventTarget())
  vi.stubGlobal(
    'BroadcastChannel',
    class extends EventTarget {
      postMessage(): void {}
      close(): void {}
    },
  )
  stop = await listen((lead) => lead())
})
afterEach(() => {
  stop()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** Starts a listener. lock: what the browser does with a request to hold the stream. */
async function listen(lock: (lead: () => Promise<void>) => Promise<void>): Promise<() => void> {
  const request = (_name: string, _options: object, lead: () => Promise<void>) => lock(lead)
  vi.stubGlobal('navigator', { locks: { request, query: () => Promise.resolve({}) } })
  const stopListening = listenForPokes(
    {
      userId: 'ann',
      databaseName: 'tidemark:server:acme:ann',
      orgId: 'acme',
      clientGroup: Promise.resolve('group-1'),
    },
    {
      onPoke: () => heard.push('poke'),
      onPrefetched: ({ answer }) => heard.push(`version ${answer.cookie.v}`),
      onElsewhere: () => (heardElsewhere += 1),
      onBroken: () => heard.push('broken'),
      onPresence: () => heard.push('presence'),
    },
  )
  await vi.advanceTimersByTimeAsync(0)
  return stopListening
}

const latest = () => TestEventSource.opened.at(-1)
const count = () => TestEventSource.opened.length

test('a stream that says nothing for 40 s is given up for another, and a heartbeat is saying something', async () => {
  latest()?.onopen()
  await vi.advanceTimersByTimeAsync(39_000)
  latest()?.dispatchEvent(new Event('heartbeat'))
  await vi.advanceTimersByTimeAsync(39_900)
  expect([count(), latest()?.isClosed, heard]).toEqual([1, false, ['poke']])
  await vi.advanceTimersByTimeAsync(200)
  expect([TestEventSource.opened[0]?.isClosed, heard]).toEqual([true, ['poke', 'broken']])
  await vi.advanceTimersByTimeAsync(1000)
  expect(count()).toBe(2)
})

test('a tab that finds the stream with another asks once for what changed before it could hear', async () => {
  stop()
  heard = []
  stop = await listen(() => new Promise(() => undefined))
  expect([count(), heard]).toEqual([1, ['poke']])
})

test('after each failure it waits longer, up to 10 s, and never as long as all the others', async () => {
  const drawn = vi.spyOn(Math, 'random')
  const waits: number[] = []
  for (const random of [0, 0.999, 0, 0.999, 0, 0.999, 0.999]) {
    drawn.mockReturnValue(random)
    const before = count()
    latest()?.onerror()
    let waitedMs = 0
    for (; count() === before && waitedMs <= 20_000; waitedMs += 250) await vi.advanceTimersByTimeAsync(250)
    waits.push(waitedMs)
  }
  expect(waits).toEqual([500, 2000, 2000, 8000, 5000, 10_000, 10_000])
})

test('a word from the server ends the long waits', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.999)
  for (let failure = 0; failure < 6; failure += 1) {
    latest()?.onerror()
    await vi.advanceTimersByTimeAsync(10_000)
  }
  latest()?.onopen()
  latest()?.onerror()
  await vi.advanceTimersByTimeAsync(1000)
  expect(count()).toBe(8)
})

test('it tries at once when the machine is back on a network, and leaves no listener behind', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.999)
  for (let failure = 0; failure < 5; failure += 1) {
    latest()?.onerror()
    await vi.advanceTimersByTimeAsync(10_000)
  }
  expect([count(), page.listeners.size]).toEqual([6, 0])
  latest()?.onerror()
  await vi.advanceTimersByTimeAsync(100)
  expect([count(), page.listeners.size]).toEqual([6, 1])
  page.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(0)
  expect([count(), page.listeners.size]).toEqual([7, 0])
})

test('a change of its own workspace comes with the answer for the group it names, one of another leaves it alone', () => {
  expect(latest()?.path).toBe('/api/replicache/poke?person=ann&org=acme&clientGroupID=group-1')
  for (const [org, v] of [
    ['acme', 7],
    ['club', 8],
  ])
    latest()?.dispatchEvent(new MessageEvent('pull', { data: JSON.stringify({ org, answer: { cookie: { v } } }) }))
  expect(heard).toEqual(['version 7'])
})

test('other workspaces are told apart from its own, and may all be others once the stream was opened again', () => {
  for (const org of ['club', 'acme', 'club']) latest()?.onmessage({ data: JSON.stringify({ org, version: 1 }) })
  expect([heard, heardElsewhere]).toEqual([['poke'], 2])
  latest()?.onopen()
  expect([heard, heardElsewhere]).toEqual([['poke', 'poke'], 3])
})

test('once stopped it holds no stream, waits for nothing and listens to nothing', async () => {
  latest()?.onerror()
  await vi.advanceTimersByTimeAsync(10)
  stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect([count(), page.listeners.size, vi.getTimerCount()]).toEqual([1, 0, 0])
})
