import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openLog } from './log'

it('writes a line for each event, keeps the log before it, and stops nothing where it cannot write', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-log-'))
  const log = openLog(join(folder, 'logs'), 'main')
  log.info('started', { port: 1 })
  log.error('broken', new Error('why'))
  const lines = readFileSync(join(folder, 'logs', 'main.log'), 'utf8')
    .trim()
    .split('\n')
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { level: 'info', message: 'started', given: { port: 1 } },
    { level: 'error', message: 'broken', given: { error: expect.stringContaining('why') } },
  ])
  for (let count = 0; count < 3; count += 1) log.info('x'.repeat(1024 * 1024))
  expect(readdirSync(join(folder, 'logs')).sort()).toEqual(['main.log', 'main.old.log'])
  writeFileSync(join(folder, 'file'), '')
  expect(() => openLog(join(folder, 'file'), 'main').info('lost')).not.toThrow()
  rmSync(folder, { recursive: true })
})
