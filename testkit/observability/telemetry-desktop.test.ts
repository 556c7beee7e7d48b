import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { SourceMap, type SourceMapping } from 'node:module'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { contextSections } from '@tidemark/shared/observability/session-context'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { injectDebugIds } from '../../tools/build/debug-ids.mjs'
import { repositoryRoot } from '../../tools/repository-root.mjs'
import { runCommand } from '../../tools/run-command.mjs'
import { IngestServer } from '../../tools/telemetry/telemetry-ingest.mjs'

const canary = 'CANARY-7f3a'
/** A secret that looks like any other word. */
const plainCanary = 'lovelace'
const rejectionsAsInElectron = '--unhandled-rejections=warn'

/** Runs the main process's own reporting as a program: reports an error of its own, then one passed on by a window. */
const program = `
  import { ipcMain } from 'electron'
  import { createToldContext } from ${JSON.stringify(join(repositoryRoot, 'desktop/src/main/observability-context'))}
  import { logUncaughtErrors } from ${JSON.stringify(join(repositoryRoot, 'desktop/src/main/observability'))}
  import { startSdk } from ${JSON.stringify(join(repositoryRoot, 'desktop/src/main/observability-sdk'))}
  const context = createToldContext()
  const config = { isEnabled: true, environment: 'production', release: '0.1.0', dsn: process.env.DSN }
  const sdk = startSdk(config, context.read)
  const told = (userId) => ({
    session: { userId, orgId: 'o1', isDesktopApp: true }, replicache: { online: true },
    localStorage: { otherEntryCount: 1 }, featureFlags: { available: false }, legendState: { draftCount: 0 },
  })
  context.tell({}, told('of-the-page-last-told'))
  const ofWindow = {
    event_id: 'a'.repeat(32), platform: 'javascript', level: 'error', contexts: told('of-this-window'),
    user: { email: '${canary}@example.com' }, request: { url: 'http://127.0.0.1/?${canary}' },
    exception: { values: [{ type: 'TypeError', value: 'failed for "${canary}" of ${plainCanary}', stacktrace: { frames: [] } }] },
  }
  const tellOfWindow = (type) => {
    const exception = { values: [{ ...ofWindow.exception.values[0], type }] }
    const lines = [{ event_id: ofWindow.event_id }, { type: 'event' }, { ...ofWindow, exception }]
    const envelope = lines.map((line) => JSON.stringify(line)).join('\\n')
    ipcMain.emit('sentry-ipc.envelope', { sender: { id: 1, on() {}, once() {} } }, envelope)
  }
  tellOfWindow('TypeError')
  const name = '/dashboards/${canary}'
  const profile = {
    event_id: 'd'.repeat(32), version: '1', platform: 'javascript',
    transactions: [{ id: 'c'.repeat(32), trace_id: 'b'.repeat(32), name, active_thread_id: '0' }],
    profile: { frames: [{ function: 'draw', abs_path: 'app:///x.js' }], stacks: [[0]], samples: [{ stack_id: 0 }] },
  }
  const trace = { trace_id: 'b'.repeat(32), span_id: 'e'.repeat(16), op: 'pageload' }
  const transaction = {
    type: 'transaction', event_id: 'c'.repeat(32), transaction: name, start_timestamp: 1, timestamp: 2, spans: [],
    contexts: { trace, profile: { profile_id: profile.event_id } },
  }
  const head = { event_id: transaction.event_id, trace: { trace_id: trace.trace_id, sample_rand: '0.001', sample_rate: '0.05' } }
  const lines = [head, { type: 'transaction' }, transaction, { type: 'profile' }, profile]
  ipcMain.emit('sentry-ipc.envelope', { sender: { id: 1, on() {}, once() {} } }, lines.map((line) => JSON.stringify(line)).join('\\n'))
  const fail = () => { throw new RangeError('relation ${plainCanary} does not exist: SELECT ${canary} from /home/${canary}/x.sqlite') }
  setTimeout(fail)
  logUncaughtErrors({ error: (_, message) => console.log(message, sdk.traceFields().traceId), info() {}, debug() {} })
  setTimeout(() => void Promise.reject(new SyntaxError('nobody handled it')), 100)
  setTimeout(() => void Promise.reject(new DOMException('nobody handled this', 'AbortError')), 100)
  const switchedOff = () => {
    tellOfWindow('UnheardError')
    const again = startSdk(config, context.read)
    tellOfWindow('EvalError')
    setTimeout(() => { throw new URIError('nobody caught it') })
    setTimeout(() => void again.close(2000, 'discard').then(() => process.exit(0)), 300)
  }
  setTimeout(() => void sdk.close(2000, 'discard').then(switchedOff), 300)
`

/** A program with a report that the network swallows, and its fate once the person has refused. */
const programOfNoNetwork = `
  import { startSdk } from ${JSON.stringify(join(repositoryRoot, 'desktop/src/main/observability-sdk'))}
  const setRealTimeout = setTimeout
  // What waits is tried again after five seconds.
  globalThis.setTimeout = (run, ms, ...args) => setRealTimeout(run, ms >= 5000 ? ms / 50 : ms, ...args)
  const config = { isEnabled: true, environment: 'production', release: '0.1.0', dsn: process.env.DSN }
  const sdk = startSdk(config, () => ({}))
  sdk.capture(new RangeError('nobody hears it'), 'internal')
  setRealTimeout(() => void sdk.close(100, 'discard'), 300)
  setRealTimeout(() => process.exit(0), 2_500)
`

/**
 * A program whose settings change: reports go to an unreachable destination, to another one, and to the first again
 * once it is back.
 */
const programOfTwoPlaces = `
  import { mkdirSync, readdirSync } from 'node:fs'
  import { basename } from 'node:path'
  import { ipcMain } from 'electron'
  import { startSdk } from ${JSON.stringify(join(repositoryRoot, 'desktop/src/main/observability-sdk'))}
  import { IngestServer } from ${JSON.stringify(join(repositoryRoot, 'tools/telemetry/telemetry-ingest.mjs'))}
  const setRealTimeout = setTimeout
  // What waits is tried again after five seconds and more.
  globalThis.setTimeout = (run, ms, ...args) => setRealTimeout(run, ms >= 5000 ? ms / 50 : ms, ...args)
  const pause = (ms) => new Promise((resolve) => setRealTimeout(resolve, ms))
  let awaited = ''
  setRealTimeout(() => { console.log('waited in vain: ' + awaited); process.exit(1) }, 15_000)
  const until = async (isSo) => { awaited = String(isSo); while (!isSo()) await pause(10) }
  const start = (dsn) => startSdk({ isEnabled: true, environment: 'production', release: '0.1.0', dsn }, () => ({}))
  const tellOfWindow = () => {
    const head = { event_id: 'a'.repeat(32), trace: { trace_id: 'b'.repeat(32), public_key: 'of-the-window' } }
    const lines = [head, { type: 'event' }, { exception: { values: [{ type: 'SyntaxError', value: 'x' }] } }]
    ipcMain.emit('sentry-ipc.envelope', { sender: { id: 1, on() {}, once() {} } }, lines.map((line) => JSON.stringify(line)).join('\\n'))
  }
  const userData = process.env.TIDEMARK_DOUBLE_USER_DATA
  mkdirSync(userData)
  const kept = () => readdirSync(userData, { recursive: true }).filter((name) => basename(name).length === 32)
  let first = await IngestServer.start()
  const dsnOfFirst = first.dsn.replace('local', 'first')
  const { port } = new URL(dsnOfFirst)
  await first.close()
  const second = await IngestServer.start()
  const before = start(dsnOfFirst)
  before.capture(new RangeError('for the first'), 'internal')
  tellOfWindow()
  await until(() => kept().length === 2)
  await before.close(100, 'keep')
  const other = start(second.dsn.replace('local', 'second'))
  other.capture(new TypeError('for the second'), 'internal')
  tellOfWindow()
  await until(() => second.reports.length >= 2)
  // Long after what waits would have been tried.
  await pause(500)
  await other.close(100, 'keep')
  first = await IngestServer.start({ port: Number(port) })
  await pause(300)
  const countWhileClosed = first.reports.length
  const again = start(dsnOfFirst)
  await until(() => first.reports.length >= 2)
  await again.close(100, 'discard')
  const toldTo = ({ reports }) => reports.map(({ header, payload }) => payload.exception.values[0].type + ' ' + header.trace.public_key).toSorted()
  console.log(JSON.stringify({ first: toldTo(first), second: toldTo(second), countWhileClosed }))
  process.exit(0)
`

let ingest: IngestServer
/** A server that must receive nothing. */
let sidecar: IngestServer
let folder: string
let printed: string
let sourceMap: ConstructorParameters<typeof SourceMap>[0] & { readonly debug_id: string }

async function runProgram(name: string, contents: string, env: Record<string, string>): Promise<string> {
  const outfile = join(folder, `${name}.mjs`)
  await build({
    stdin: { contents, resolveDir: repositoryRoot, loader: 'ts' },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    sourcemap: true,
    logLevel: 'error',
    alias: { electron: join(repositoryRoot, 'testkit', 'servers', 'electron-double.mjs') },
    tsconfig: join(repositoryRoot, 'desktop', 'tsconfig.json'),
    nodePaths: [join(repositoryRoot, 'node_modules')],
    banner: {
      js: `import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url)`,
    },
  })
  injectDebugIds(folder)
  writeFileSync(join(folder, 'package.json'), '{}')
  const { exitCode, output } = await runCommand(process.execPath, [rejectionsAsInElectron, outfile], {
    cwd: folder,
    env: { TIDEMARK_DOUBLE_USER_DATA: folder, ...env },
  })
  expect({ exitCode, output }).toMatchObject({ exitCode: 0 })
  return output
}

beforeAll(async () => {
  ingest = await IngestServer.start()
  sidecar = await IngestServer.start()
  folder = mkdtempSync(join(tmpdir(), 'tidemark-desktop-sdk-'))
  printed = await runProgram('main', program, { DSN: ingest.dsn, SENTRY_SPOTLIGHT: new URL(sidecar.dsn).origin })
  sourceMap = JSON.parse(readFileSync(join(folder, 'main.mjs.map'), 'utf8')) as typeof sourceMap // ours, of version 3
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await ingest.close()
  await sidecar.close()
})

const eventOf = (type: string) =>
  ingest.ofType('event').find(({ payload }) => payload.exception.values.at(-1).type === type)?.payload

test('an error of the main process is one event, with what the pages told last', () => {
  const event = eventOf('RangeError')
  expect(event).toMatchObject({ environment: 'production', release: '0.1.0', tags: { 'event.process': 'browser' } })
  expect(event.contexts.session).toEqual({ userId: 'of-the-page-last-told', orgId: 'o1', isDesktopApp: true })
})

test('an error of the main process names the source map that leads to where it was written', () => {
  const event = eventOf('RangeError')
  const frame = event.exception.values.at(-1).stacktrace.frames.at(-1)
  expect(event.debug_meta.images).toContainEqual({
    type: 'sourcemap',
    debug_id: sourceMap.debug_id,
    code_file: frame.filename,
  })
  const { originalLine } = new SourceMap(sourceMap).findEntry(frame.lineno - 1, frame.colno - 1) as SourceMapping
  expect(program.split('\n')[originalLine]).toContain('throw new RangeError')
})

test('an error of a window is one event, with its own context', () => {
  expect(eventOf('TypeError').contexts.session.userId).toBe('of-this-window')
})

test('a trace of a window brings its profile', () => {
  const [transaction] = ingest.ofType('transaction')
  expect(transaction?.payload).toMatchObject({ event_id: 'c'.repeat(32), transaction: '/dashboards/[id]' })
  expect(ingest.ofType('profile').map(({ payload }) => payload)).toMatchObject([
    {
      environment: 'production',
      release: '0.1.0',
      transactions: [{ id: 'c'.repeat(32), name: '/dashboards/[id]' }],
      profile: { frames: [{ function: 'draw' }] },
    },
  ])
})

test('a promise that nobody handled is one event and one line of the log, which Electron tells no monitor of', () => {
  expect(eventOf('SyntaxError')).toMatchObject({ exception: { values: [{ mechanism: { handled: false } }] } })
  expect(printed.match(/An error was not caught/g)).toHaveLength(4)
})

test('an error’s line of the log and its event are of one trace', () => {
  const { trace_id: traceId } = eventOf('RangeError').contexts.trace
  expect(traceId).toMatch(/^[\da-f]{32}$/)
  expect(printed).toContain(`An error was not caught. ${traceId}`)
})

test('each is one event also after reports were switched off and on again, and none in between', () => {
  const types = ingest.ofType('event').map(({ payload }) => String(payload.exception.values.at(-1).type))
  expect(types.toSorted()).toEqual(['AbortError', 'EvalError', 'RangeError', 'SyntaxError', 'TypeError', 'URIError'])
})

test('no variable of the environment opens a second way out', () => {
  expect(sidecar.connectionCount).toBe(0)
})

test('what could not be sent when reports were switched off is not sent later, nor kept', async () => {
  let connectionCount = 0
  const silent = createServer((socket) => {
    connectionCount += 1
    setTimeout(() => socket.destroy(), 1_000)
  }).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo // a TCP server has an AddressInfo
  const userData = join(folder, 'no-network')
  await runProgram('no-network', programOfNoNetwork, {
    DSN: `http://local@127.0.0.1:${port}/1`,
    TIDEMARK_DOUBLE_USER_DATA: userData,
  })
  silent.close()
  const queue = join(userData, 'sentry', 'queue')
  const files = existsSync(queue) ? readdirSync(queue, { recursive: true, withFileTypes: true }) : []
  const kept = files.filter((file) => file.isFile() && !file.name.endsWith('.json'))
  expect([connectionCount, kept]).toEqual([1, []])
})

test('what waits for one place is sent there once reports go there again, and to no other', async () => {
  const output = await runProgram('two-places', programOfTwoPlaces, {
    TIDEMARK_DOUBLE_USER_DATA: join(folder, 'two-places'),
  })
  expect(JSON.parse(output)).toEqual({
    first: ['RangeError first', 'SyntaxError first'],
    second: ['SyntaxError second', 'TypeError second'],
    countWhileClosed: 0,
  })
})

test('both have the keys that every process has', () => {
  const names: readonly string[] = contextSections
  for (const type of ['RangeError', 'TypeError']) {
    const keys = Object.keys(eventOf(type).contexts).filter((name) => names.includes(name))
    expect(keys.toSorted()).toEqual(names.toSorted())
  }
})

test('secrets of either never leave', () => {
  expect(ingest.raw).not.toContain(canary)
  expect(ingest.raw).not.toContain(plainCanary)
})
