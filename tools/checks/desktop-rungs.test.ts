import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { describeRungs, isOnRung } from './desktop-rungs.mjs'
import { repositoryRoot } from '../repository-root.mjs'

/**
 * Returns a suite in Playwright's format: tests that a file takes from another one name that one, nested in the first.
 */
function suite(title: string, statuses: readonly string[]) {
  const specs = statuses.map((status) => ({
    title: '',
    file: 'contract.ts',
    line: 1,
    tests: [{ status, results: [] }],
  }))
  return { title, specs: [], suites: [{ title: 'on something', specs }] }
}

it('says of each rung what ran and what was skipped, failed and flaky tests among those that ran', () => {
  const suites = [
    suite('desktop.spec.ts', ['expected', 'unexpected', 'skipped']),
    suite('team.spec.ts', ['flaky']),
    suite('electron.spec.ts', ['skipped']),
  ]
  expect(describeRungs({ suites, errors: [] })).toEqual([
    '  L1, the staged server as Node processes: 0 run, 0 skipped',
    '  L2, the main bundle on the electron double: 3 run, 1 skipped',
    '  L3, packages round a stand-in, in the long run: 0 run, 0 skipped',
    '  L4, on Electron itself: 0 run, 1 skipped',
  ])
  expect(describeRungs(undefined)).toEqual([])
})

it('leaves no file of desktop tests out', () => {
  const files = readdirSync(join(repositoryRoot, 'desktop', 'e2e')).filter((name) => name.endsWith('.spec.ts'))
  expect(files.filter((name) => !isOnRung(name))).toEqual([])
  expect(files.length).toBeGreaterThan(5)
})
