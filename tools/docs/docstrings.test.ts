import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listFiles } from '../list-files.mjs'
import { repositoryRoot } from '../repository-root.mjs'

const sources = listFiles(repositoryRoot, '.')
  .map((path) => path.replace(/^\.\//, ''))
  .filter((path) => /\.(ts|tsx|mjs)$/.test(path))

/** Matches docstrings whose first word makes a reader read twice: "Of a text: …", "What is shown", "Whether it is". */
const readTwice = /\/\*\*[\s*]*(?:Of|What|Whether) [^\n]*/g

test('docstrings begin with a noun or a verb', () => {
  const found = sources.flatMap((path) =>
    [...readFileSync(join(repositoryRoot, path), 'utf8').matchAll(readTwice)].map(([text]) => `${path}: ${text}`),
  )
  expect(found).toEqual([])
})
