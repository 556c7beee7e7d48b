import { expect, it } from 'vitest'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { HostRun } from './host-run'
import { createLocalServer, type ServerState } from './local-server'

/** A server process that the test controls. */
class ScriptedRun implements HostRun {
  readonly ready: Promise<string>
  readonly exited: Promise<string>
  becomeReady!: (origin: string) => void
  fail!: (error: TidemarkError) => void
  exit!: (how: string) => void

  constructor(readonly port: number) {
    this.ready = new Promise((resolve, reject) => {
      this.becomeReady = resolve
      this.fail = reject
    })
    this.exited = new Promise((resolve) => (this.exit = resolve))
  }

  stop = async (): Promise<void> => this.exit('exit code 0')
}

function setUp(isPortFree = async () => true, findHolder = async () => 'node (process 1)') {
  const runs: ScriptedRun[] = []
  const states: ServerState[] = []
  const waits: number[] = []
  let now = 0
  const server = createLocalServer({
    port: 24_000,
    startRun: (port) => {
      const run = new ScriptedRun(port)
      runs.push(run)
      return run
    },
    isPortFree,
    findHolder,
    onState: (state) => states.push(state),
    wait: async (ms) => {
      waits.push(ms)
      now += ms
    },
    clock: () => now,
  })
  return { server, runs, states, waits }
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 5))
const last = (runs: readonly ScriptedRun[]): ScriptedRun => {
  const run = runs.at(-1)
  if (run === undefined) throw new Error('nothing was started')
  return run
}

it('starts the server again after 0.5, 2 and 5 s, and gives up at the fourth end within a minute', async () => {
  const { server, runs, states, waits } = setUp()
  server.start()
  await settle()
  for (let crash = 0; crash < 4; crash += 1) {
    last(runs).becomeReady('http://127.0.0.1:24000')
    await settle()
    last(runs).exit('exit code 9')
    await settle()
  }
  expect(waits).toEqual([500, 2_000, 5_000])
  expect(states.at(-1)).toMatchObject({ kind: 'failed', error: { code: 'server-stopped' } })
  server.start()
  await settle()
  expect([runs.length, states.at(-1)]).toEqual([5, { kind: 'starting' }])
})

it('waits 5 s for its port, then says who holds it, and takes another one for this launch when told', async () => {
  const { server, runs, states, waits } = setUp(async () => false)
  server.start()
  await settle()
  expect(waits).toEqual(Array.from({ length: 10 }, () => 500))
  expect(states.at(-1)).toEqual({ kind: 'port-taken', port: 24_000, holder: 'node (process 1)' })
  expect(runs).toEqual([])
  server.start(0)
  await settle()
  expect(last(runs).port).toBe(0)
})

it('starts as soon as its port is free, also when another program was quicker once', async () => {
  const free = [false, false, true, true]
  const { server, runs, states } = setUp(async () => free.shift() ?? true)
  server.start()
  await settle()
  last(runs).fail(new TidemarkError('port-taken'))
  last(runs).exit('exit code 1')
  await settle()
  last(runs).becomeReady('http://127.0.0.1:24000')
  await settle()
  expect([runs.length, states.at(-1)]).toEqual([2, { kind: 'ready', origin: 'http://127.0.0.1:24000' }])
})

it('does not try again what the server itself says is wrong', async () => {
  const { server, runs, states } = setUp()
  server.start()
  await settle()
  last(runs).fail(new TidemarkError('store-corrupt'))
  last(runs).exit('exit code 1')
  await settle()
  expect(states.at(-1)).toMatchObject({ kind: 'failed', error: { code: 'store-corrupt' } })
  expect(runs).toHaveLength(1)
})

it('leaves it ended when it was told to stop', async () => {
  const { server, runs, states } = setUp()
  server.start()
  await settle()
  last(runs).becomeReady('http://127.0.0.1:24000')
  await settle()
  await server.stop()
  await settle()
  expect(states.at(-1)).toEqual({ kind: 'stopped' })
  expect(runs).toHaveLength(1)
})

it('starts one server however often it is told to, and ends it before it takes another port', async () => {
  const { server, runs, states } = setUp()
  server.start()
  server.start()
  await settle()
  server.start()
  await settle()
  expect([runs.length, states]).toEqual([1, [{ kind: 'starting' }]])
  const [first] = runs
  server.start(0)
  await settle()
  expect(await first?.exited).toBe('exit code 0')
  expect(runs.map(({ port }) => port)).toEqual([24_000, 0])
})

it('says that its port is taken where the system does not tell by whom', async () => {
  const { server, states } = setUp(
    async () => false,
    async () => await Promise.reject(new Error('EACCES: /proc/net/tcp')),
  )
  server.start()
  await settle()
  expect(states.at(-1)).toEqual({ kind: 'port-taken', port: 24_000, holder: null })
})

it('stays stopped, or on its way under another port, when it is told late who holds its port', async () => {
  const tell: ((name: string) => void)[] = []
  const { server, states } = setUp(
    async () => false,
    () => new Promise((resolve) => tell.push(resolve)),
  )
  server.start()
  await settle()
  server.start(0)
  tell[0]?.('node (process 1)')
  await settle()
  expect(states).toEqual([{ kind: 'starting' }, { kind: 'starting' }])
  await server.stop()
  server.start()
  await settle()
  await server.stop()
  tell[1]?.('node (process 1)')
  await settle()
  expect(states.at(-1)).toEqual({ kind: 'stopped' })
})
