import { countsOf } from './test-reports.mjs'

/** How near to a real desktop each of its tests runs, by the files with them; see `docs/desktop.md`. L0 are unit tests. */
const rungs = /** @type {const} */ ([
  { name: 'L1, the staged server as Node processes', files: ['host'] },
  {
    name: 'L2, the main bundle on the electron double',
    files: ['data-folder', 'desktop', 'interrupted', 'leaving', 'menu', 'reporting', 'team', 'updates'],
  },
  { name: 'L3, packages round a stand-in, in the long run', files: ['packages.long'] },
  { name: 'L4, on Electron itself', files: ['electron'] },
])

/**
 * The tests that ran and were skipped on each rung, a line each.
 *
 * @param {unknown} report Playwright's, of the desktop tests
 * @returns {readonly string[]} empty when it is none
 */
export function describeRungs(report) {
  const byFile = countsOf(report)
  if (byFile.size === 0) return []
  return rungs.map(({ name, files }) => {
    const counts = files.flatMap((file) => byFile.get(`${file}.spec.ts`) ?? [])
    const sum = (/** @type {'run' | 'skipped'} */ key) => counts.reduce((all, count) => all + count[key], 0)
    return `  ${name}: ${sum('run')} run, ${sum('skipped')} skipped`
  })
}

/** @param {string} file */
export function isOnRung(file) {
  return rungs.some(({ files }) => files.some((name) => `${name}.spec.ts` === file))
}
