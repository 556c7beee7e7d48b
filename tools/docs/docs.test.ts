import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { listFiles } from '../list-files.mjs'
import { repositoryRoot } from '../repository-root.mjs'

const maxLineLength = 120
const maxDecisionLines = 40

/** Pages that still have to be rewritten; remove each from the list once it has been. */
const unchecked = new Set(['docs/decisions/010-postgresql-store.md'])

const files = listFiles(repositoryRoot, '.').map((path) => path.replace(/^\.\//, ''))
const fileNames = new Set(files.map((path) => basename(path)))
const topFolders = new Set(files.filter((path) => path.includes('/')).map((path) => path.split('/')[0] ?? ''))
const pages = files.filter((path) => path.endsWith('.md') && !unchecked.has(path))
const decisions = pages.filter((path) => /^docs\/decisions\/\d{3}-/.test(path))

function linesOf(path: string): readonly string[] {
  return readFileSync(join(repositoryRoot, path), 'utf8').trimEnd().split('\n')
}

interface ProseLine {
  readonly line: string
  readonly number: number
}

/** Returns the lines outside of code blocks, with their numbers. */
function proseOf(lines: readonly string[]): readonly ProseLine[] {
  let isCode = false
  return lines.flatMap((line, index) => {
    const isFence = line.trimStart().startsWith('```')
    if (isFence) isCode = !isCode
    return isCode || isFence ? [] : [{ line, number: index + 1 }]
  })
}

/** Returns the places in the page whose line exceeds the limit; tables and lines with a link may. */
function longLines(prose: readonly ProseLine[]): readonly number[] {
  return prose
    .filter(({ line }) => line.length > maxLineLength && !line.startsWith('|') && !/\]\(|https?:\/\//.test(line))
    .map(({ number }) => number)
}

/** Returns the relative link targets of a page in the folder that do not exist. */
function brokenLinks(folder: string, prose: readonly ProseLine[]): readonly string[] {
  return matchesIn(prose, /\]\(([^)\s]+)\)/g)
    .filter((target) => !/^(https?:|mailto:|#)/.test(target))
    .filter((target) => !existsSync(join(repositoryRoot, folder, target.replace(/#.*/, ''))))
}

/**
 * Returns names in backticks that look like a path or source file of the repository but do not exist. Names with
 * placeholders (`<concept>`, `*`) are ignored. A file's bare name may stand for it wherever it is.
 */
function missingPaths(prose: readonly ProseLine[]): readonly string[] {
  return matchesIn(prose, /`([\w@./-]+)`/g).filter((name) => {
    if (!name.includes('/')) return /^[\w-]+(\.[\w-]+)*\.(ts|tsx|mjs|cjs|css)$/.test(name) && !fileNames.has(name)
    return topFolders.has(name.split('/')[0] ?? '') && !existsSync(join(repositoryRoot, name))
  })
}

function matchesIn(prose: readonly ProseLine[], pattern: RegExp): readonly string[] {
  return prose.flatMap(({ line }) => [...line.matchAll(pattern)].map((match) => match[1] ?? ''))
}

describe.each(pages)('%s', (path) => {
  test('has no line beyond 120 characters outside of tables, code and links', () => {
    expect(longLines(proseOf(linesOf(path)))).toEqual([])
  })

  test('links to and names only files that exist', () => {
    const prose = proseOf(linesOf(path))
    expect([...brokenLinks(dirname(path), prose), ...missingPaths(prose)]).toEqual([])
  })
})

it('finds a long line, but not in tables, code and lines with a link', () => {
  const long = 'word '.repeat(30)
  expect(longLines(proseOf([long, `| ${long} |`, `${long}[page](page.md)`, '```', long, '```']))).toEqual([1])
})

it('finds a link and a name that lead to no file', () => {
  const prose = proseOf(['[a](README.md), [b](gone.md#part), `web/gone`, `web/<concept>`, `gone.ts`, `docs.test.ts`'])
  expect([...brokenLinks('.', prose), ...missingPaths(prose)]).toEqual(['gone.md#part', 'web/gone', 'gone.ts'])
})

test.each([
  ['README.md', 80],
  ['CONTRIBUTING.md', 80],
  ['docs/architecture.md', 200],
])('%s has at most %i lines', (path, most) => {
  expect(linesOf(path).length).toBeLessThanOrEqual(most)
})

it('the changelog tells each version in at most 60 lines', () => {
  const versions = linesOf('CHANGELOG.md').join('\n').split(/^## /m).slice(1)
  expect(versions.filter((text) => text.trimEnd().split('\n').length > 60)).toEqual([])
})

describe('decisions', () => {
  const index = readFileSync(join(repositoryRoot, 'docs/decisions/README.md'), 'utf8')

  test.each(decisions)('%s has a status, at most 40 lines, and its row in the index', (path) => {
    const lines = linesOf(path)
    const title = /^# \d{3}:? (.+)$/.exec(lines[0] ?? '')?.[1]
    expect(lines.some((line) => /^\**Status/.test(line))).toBe(true)
    expect(lines.length).toBeLessThanOrEqual(maxDecisionLines)
    expect(index).toContain(`](${basename(path)}) | ${title} |`)
  })
})
