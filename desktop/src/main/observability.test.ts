import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { contextSections, readSessionContext } from '@tidemark/shared/observability/session-context'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createMainReporting } from './observability'
import { createToldContext } from './observability-context'
import { readDesktopReporting } from './observability-settings'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-desktop-reporting-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const sources = (env: Record<string, string> = {}) => ({
  env,
  dataFolder: join(folder, 'data'),
  installFolder: folder,
  version: '0.1.0',
})

describe('the desktop app reports', () => {
  test.each([
    ['neither', {}, false, false],
    ['the setting alone', { ERROR_REPORTING_ENABLED: '1' }, false, false],
    ['the consent alone', {}, true, false],
    ['both', { ERROR_REPORTING_ENABLED: 'true' }, true, true],
    ['a DSN and the consent', { SENTRY_DSN: 'https://k@example.com/1' }, true, false],
  ])('with %s: %o, consent %s → %s', (_, env, isConsented, isEnabled) => {
    expect(readDesktopReporting(sources(env), isConsented).isEnabled).toBe(isEnabled)
  })

  test('by the settings a release engineer installed, too', () => {
    writeFileSync(
      join(folder, 'tidemark.json'),
      '{"ERROR_REPORTING_ENABLED": true, "SENTRY_DSN": "https://k@example.com/1"}',
    )
    expect(readDesktopReporting(sources(), true)).toMatchObject({ isEnabled: true, dsn: 'https://k@example.com/1' })
  })

  test('by the settings in the data folder first, as the server of the profile reads them', () => {
    mkdirSync(join(folder, 'data'))
    const write = (of: string, settings: object) => writeFileSync(join(of, 'tidemark.json'), JSON.stringify(settings))
    write(folder, { ERROR_REPORTING_ENABLED: true, TIDEMARK_ENVIRONMENT: 'production' })
    write(join(folder, 'data'), { ERROR_REPORTING_ENABLED: '0' })
    expect(readDesktopReporting(sources(), true)).toMatchObject({ isEnabled: false, environment: 'production' })
    expect(readDesktopReporting({ ...sources(), dataFolder: null }, true).isEnabled).toBe(true)
  })

  test('never because of a settings file that is broken', () => {
    writeFileSync(join(folder, 'tidemark.json'), '{"ERROR_REPORTING_ENABLED": tru')
    expect(readDesktopReporting(sources(), true).isEnabled).toBe(false)
  })

  test('never because of a settings file that cannot be read, which holds up no start', () => {
    mkdirSync(join(folder, 'tidemark.json'))
    expect(readDesktopReporting(sources(), true).isEnabled).toBe(false)
  })
})

test('switching reports off deletes what waited for a network', async () => {
  const queue = join(folder, 'sentry', 'queue')
  mkdirSync(queue, { recursive: true })
  writeFileSync(join(queue, 'report'), 'waiting')
  const reporting = createMainReporting(folder, { error: vi.fn(), info: vi.fn(), debug: vi.fn() })
  await reporting.apply(readDesktopReporting(sources(), false))
  expect([existsSync(queue), reporting.isActive]).toEqual([false, false])
})

/** Replaces the SDK, which needs Electron; the app's tests check what it sends. */
const sdkDouble = {
  traceFields: () => ({ traceId: 'a'.repeat(32) }),
  capture: () => undefined,
  flush: async () => undefined,
  close: async () => undefined,
}

describe('the SDK', () => {
  const log = { error: vi.fn(), info: vi.fn(), debug: vi.fn() }
  const on = (env: Record<string, string> = {}) =>
    readDesktopReporting(sources({ ERROR_REPORTING_ENABLED: '1', ...env }), true)
  const off = () => readDesktopReporting(sources(), false)
  const watched = () => {
    const happened: string[] = []
    const reporting = createMainReporting(folder, log, async () => {
      await new Promise((resolve) => setImmediate(resolve))
      return ({ environment }) => {
        happened.push(`start ${environment}`)
        const noting = (what: string) => async () => void happened.push(`${what} ${environment}`)
        return { ...sdkDouble, flush: noting('flush'), close: noting('close') }
      }
    })
    return { happened, reporting }
  }

  test('is started anew for a profile whose settings say something else, and goes on for one that says the same', async () => {
    const { happened, reporting } = watched()
    await reporting.apply(on())
    await reporting.apply(on({ TIDEMARK_ENVIRONMENT: 'production' }))
    await reporting.apply(on({ TIDEMARK_ENVIRONMENT: 'production' }))
    await reporting.flush()
    expect(happened).toEqual(['start development', 'close development', 'start production', 'flush production'])
  })

  test('names the trace that lines of the log carry, while it runs', async () => {
    const reporting = createMainReporting(folder, log, async () => () => sdkDouble)
    const traces = [reporting.traceFields()]
    for (const config of [on(), off()]) {
      await reporting.apply(config)
      traces.push(reporting.traceFields())
    }
    expect(traces).toEqual([undefined, { traceId: 'a'.repeat(32) }, undefined])
  })

  test('follows what comes while it starts, in that order', async () => {
    const { happened, reporting } = watched()
    const answers: boolean[] = []
    const changes = [on(), on(), off(), on()].map(async (config) => {
      const following = reporting.apply(config)
      answers.push(reporting.isActive)
      await following
    })
    await Promise.all(changes)
    expect(happened).toEqual(['start development', 'close development', 'start development'])
    expect(answers).toEqual([true, true, false, true])
  })

  test('that did not start is tried again with the next change', async () => {
    let count = 0
    const reporting = createMainReporting(folder, log, async () => {
      count += 1
      if (count === 1) throw new Error('its code cannot be read')
      return () => sdkDouble
    })
    await expect(reporting.apply(on())).rejects.toThrow('its code cannot be read')
    await reporting.apply(on())
    expect([count, reporting.isActive]).toEqual([2, true])
  })
})

test('what the main process reports is of the catalogue’s choice, and each kind once, while reports are on', async () => {
  const captured: (readonly [error: unknown, code: string])[] = []
  const startSdk = () => ({
    ...sdkDouble,
    capture: (error: unknown, code: string) => void captured.push([error, code]),
  })
  const log = { error: vi.fn(), info: vi.fn(), debug: vi.fn() }
  const reporting = createMainReporting(folder, log, async () => startSdk)
  const stopped = new TidemarkError('server-stopped', { detail: 'It ended 4 times within a minute.' })
  const refusedBy = (detail: string) => new TidemarkError('ipc-refused', { detail })
  reporting.capture(stopped)
  await reporting.apply(readDesktopReporting(sources({ ERROR_REPORTING_ENABLED: '1' }), true))
  const [one, other] = [refusedBy('open-file: it comes from a frame.'), refusedBy('read-file: it comes from a frame.')]
  for (const error of [stopped, one, one, other, stopped, new TidemarkError('port-taken')]) reporting.capture(error)
  const cause = new Error('of our own')
  reporting.capture(new TidemarkError('internal', { cause }))
  expect(captured).toEqual([
    [stopped, 'server-stopped'],
    [one, 'ipc-refused'],
    [other, 'ipc-refused'],
    [cause, 'internal'],
  ])
})

describe('the context of the main process', () => {
  test('has the same keys as a page’s, before and after a page told of itself', () => {
    const context = createToldContext()
    expect(Object.keys(context.read())).toEqual(contextSections)
    context.tell({}, readSessionContext({ session: () => ({ userId: 'u1', orgId: 'o1', isDesktopApp: false }) }))
    expect(Object.keys(context.read())).toEqual(contextSections)
    expect(context.read().session).toEqual({ userId: 'u1', orgId: 'o1', isDesktopApp: true })
    expect(context.read().localStorage).toEqual({ available: false })
  })

  test('is that of the page that told last, of those that are open', () => {
    const context = createToldContext()
    const [first, second] = [{}, {}]
    const of = (userId: string) => readSessionContext({ session: () => ({ userId }) })
    context.tell(first, of('u1'))
    context.tell(second, of('u2'))
    context.tell(first, of('u3'))
    expect(context.read().session['userId']).toBe('u3')
    context.forget(first)
    expect(context.read().session['userId']).toBe('u2')
    context.forget(second)
    expect(context.read().session).toEqual({ isDesktopApp: true })
  })

  test('forgets one profile before the next', () => {
    const context = createToldContext()
    context.tell({}, readSessionContext({ session: () => ({ userId: 'u1' }), replicache: () => ({ online: true }) }))
    context.clear()
    expect(context.read().session).toEqual({ isDesktopApp: true })
    expect(context.read().replicache).toEqual({ available: false })
  })
})
