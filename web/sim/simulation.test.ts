import { expect, test } from 'vitest'
import { pinnedSeeds } from './pinned-seeds'
import { expectNoViolation, testSeeds } from './seed-tests'
import { simulate } from './simulate'

// No planted bug survives 60 seeds. Seeds 61 to 500 are in the long run; `npm run sim` runs any number.
const lastSeed = 60
testSeeds(1, lastSeed)

test.each(pinnedSeeds.filter(({ seed }) => seed > lastSeed))(
  'seed $seed, which found that $found, finds nothing any more',
  async ({ seed }) => {
    await expectNoViolation(seed)
  },
)

test('a seed decides everything: run twice, every request, answer and moment is the same', async () => {
  for (const seed of [3, 7, 11]) {
    const lines: string[][] = [[], []]
    const hashes: string[] = []
    for (const run of lines) {
      const { hash } = await simulate({ seed, onLine: (line) => run.push(line) })
      hashes.push(hash)
    }
    expect(lines[1]).toEqual(lines[0])
    expect(lines[0]?.length).toBeGreaterThan(50)
    expect(hashes[1]).toBe(hashes[0])
  }
})

test('different seeds tell different stories', async () => {
  const hashes = new Set<string>()
  for (const seed of [1, 2, 3, 4]) hashes.add((await simulate({ seed })).hash)
  expect(hashes.size).toBe(4)
})
