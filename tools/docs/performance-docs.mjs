import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { readResults } from '../../bench/results.mjs'
import { repositoryRoot } from '../repository-root.mjs'

const introduction = `# Performance

What is measured, the bar it should stay below, and the last value. A value over its bar is set in bold; that fails
nothing. \`npm run bench -- NAME\` measures one benchmark, \`npm run bench\` all of them; with \`--record\` the values go
to \`bench/results.json\`, from which \`npm run docs:performance\` writes this page. Values are of two cores that did
nothing else. On a machine with other work only counts and ratios (×, %) say something.
`

/** Returns the Markdown of docs/performance.md. @param {readonly import('../../bench/results.mjs').Result[]} results */
export function performanceDocs(results) {
  const header = ['what', 'bar', 'why a person cares', 'last value', 'date', 'commit', 'command']
  const rows = results.map(({ what, value, unit, bar, why, date, commit, command }) => [
    what,
    bar === undefined ? '' : `≤ ${quantity(bar, unit)}`,
    why,
    bar !== undefined && value > bar ? `**${quantity(value, unit)}**` : quantity(value, unit),
    date,
    commit,
    `\`${command}\``,
  ])
  const table = [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)
  return `${introduction}\n${table.join('\n')}\n`
}

/** @param {number} value @param {string} unit */
function quantity(value, unit) {
  return `${value.toLocaleString('en-GB')} ${unit}`.trim()
}

if (pathToFileURL(process.argv[1] ?? '').href === import.meta.url)
  writeFileSync(join(repositoryRoot, 'docs', 'performance.md'), performanceDocs(readResults()))
