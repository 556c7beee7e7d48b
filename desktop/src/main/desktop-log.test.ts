import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TraceFields } from '@tidemark/shared/observability/trace-fields'
import { expect, it } from 'vitest'
import { openLog } from './desktop-log'

it('writes a line for each event and stops nothing where it cannot write', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-log-'))
  const log = openLog(join(folder, 'logs'), 'main')
  log.info({ port: 1 }, 'started')
  log.error({ err: new Error('why', { cause: new RangeError('why that') }) }, 'broken')
  log.error({ name: 'a call', err: new TypeError('deep down') }, 'refused')
  log.debug({ port: 1 }, 'left out')
  const loop: { own?: unknown } = {}
  loop.own = loop
  log.info(loop, 'goes round')
  const lines = readFileSync(join(folder, 'logs', 'main.log'), 'utf8')
    .trim()
    .split('\n')
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { level: 'info', msg: 'started', port: 1 },
    { level: 'error', msg: 'broken', err: expect.stringMatching(/why\n[^]*Caused by: RangeError: why that/) },
    { level: 'error', msg: 'refused', name: 'a call', err: expect.stringContaining('deep down') },
    { level: 'info', msg: 'goes round', fields: expect.stringContaining('circular') },
  ])
  writeFileSync(join(folder, 'file'), '')
  expect(() => openLog(join(folder, 'file'), 'main').info({}, 'lost')).not.toThrow()
  rmSync(folder, { recursive: true })
})

it('carries the trace that runs, where one does', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-log-'))
  const running: TraceFields[] = []
  const log = openLog(folder, 'main', () => running[0])
  log.info({}, 'before')
  running.push({ traceId: 'a'.repeat(32) })
  log.info({ port: 1 }, 'while')
  const lines = readFileSync(join(folder, 'main.log'), 'utf8').trim().split('\n')
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    { time: expect.any(String) as string, level: 'info', msg: 'before' },
    {
      time: expect.any(String) as string,
      level: 'info',
      msg: 'while',
      traceId: 'a'.repeat(32),
      port: 1,
    },
  ])
  rmSync(folder, { recursive: true })
})

it('keeps the three logs before it, each for its owner alone, whatever mode a log had before', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-log-'))
  writeFileSync(join(folder, 'main.log'), '{"message":"from before"}\n')
  chmodSync(join(folder, 'main.log'), 0o644)
  const log = openLog(folder, 'main')
  const half = 'x'.repeat(1024 * 1024)
  for (let count = 0; count < 6; count += 1) {
    log.info({}, `begin ${count}`)
    log.info({}, half)
    log.info({}, half)
  }
  log.info({}, 'now')
  const names = ['main.1.log', 'main.2.log', 'main.3.log', 'main.log']
  expect(readdirSync(folder).sort()).toEqual(names)
  const firstOf = (name: string) => {
    const line: unknown = JSON.parse(readFileSync(join(folder, name), 'utf8').split('\n')[0] ?? '')
    return Reflect.get(Object(line), 'msg')
  }
  expect(names.map(firstOf)).toEqual(['begin 5', 'begin 4', 'begin 3', 'now'])
  expect(names.map((name) => statSync(join(folder, name)).mode & 0o777)).toEqual([0o600, 0o600, 0o600, 0o600])
  rmSync(folder, { recursive: true })
})

it('goes on in a folder that was taken away meanwhile', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-log-'))
  const log = openLog(join(folder, 'logs'), 'renderer')
  log.info({}, 'before')
  rmSync(join(folder, 'logs'), { recursive: true })
  log.info({}, 'after')
  expect(readFileSync(join(folder, 'logs', 'renderer.log'), 'utf8')).toContain('"msg":"after"')
  expect(statSync(join(folder, 'logs', 'renderer.log')).mode & 0o777).toBe(0o600)
  rmSync(folder, { recursive: true })
})
