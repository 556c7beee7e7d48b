import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readResults, withRows } from '../../bench/results.mjs'
import { performanceDocs } from './performance-docs.mjs'
import { repositoryRoot } from '../repository-root.mjs'

const figure = {
  what: 'start',
  value: 970,
  unit: 'ms',
  bar: 3000,
  why: 'w',
  date: '2026-11-01',
  commit: 'a',
  command: 'c',
}

it('docs/performance.md says what bench/results.json holds: run npm run docs:performance after a change', () => {
  expect(readFileSync(join(repositoryRoot, 'docs', 'performance.md'), 'utf8')).toBe(performanceDocs(readResults()))
})

it('a value over its bar is set in bold, one without a bar never', () => {
  const over = performanceDocs([
    { ...figure, value: 3500 },
    { what: 'pull', value: 16, unit: 'ms', why: 'w', date: '2026-11-01', commit: 'a', command: 'c' },
  ])
  expect(over).toContain('| ≤ 3,000 ms | w | **3,500 ms** |')
  expect(over).toContain('|  | w | 16 ms |')
})

it('a measured row gives its figure a value, bar, date and commit, and leaves all others alone', () => {
  const other = { ...figure, what: 'other' }
  const measured = { date: '2026-12-01', commit: 'b' }
  const rows = [
    { what: 'start', value: 941.26, unit: 'ms', limit: 1500 },
    { what: 'start', value: 1, unit: 'ms' },
    { what: 'unknown', value: 1, unit: 'ms' },
  ]
  expect(withRows([figure, other], rows, measured)).toEqual([{ ...figure, value: 941, bar: 1500, ...measured }, other])
})
