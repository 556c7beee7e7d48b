import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { expect, it } from 'vitest'
import { collectReport, zipReport } from './collect-report'

it('packs facts and the ends of the logs, without the secrets in them', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-report-'))
  writeFileSync(join(folder, 'server.log'), `${'x\n'.repeat(200_000)}\npassword=hunter2\nthe end`)
  writeFileSync(join(folder, 'other.db'), 'data')
  const files = unzipSync(zipReport(collectReport({ version: '1', dsn: 'https://k@e.example/1' }, folder)))
  expect(Object.keys(files)).toEqual(['facts.json', 'logs/server.log'])
  const log = strFromU8(files['logs/server.log'] ?? new Uint8Array())
  expect(log).toMatch(/password=\[removed]\nthe end$/)
  expect(log.length).toBeLessThan(201_000)
  expect(strFromU8(files['facts.json'] ?? new Uint8Array())).not.toContain('e.example')
  rmSync(folder, { recursive: true })
})

it('is there when there is no log', () => {
  expect(collectReport({}, '/nowhere')).toHaveLength(1)
})
