import { mutators } from '@tidemark/shared/sync/mutators'
import { describe, expect, test } from 'vitest'
import { againWith } from './again-with'
import { simulate, type SimulationOptions } from './simulate'
import type { Deed } from './workload'

const batchSize = 25
/** Deeds that make two people overwrite each other's text, which rarely happens if each does a little of everything. */
const writing: readonly Deed[] = ['createChart', 'updateSqlQuery']
/** Deeds that are rarely drawn or rarely possible: without these people, a single seed would decide whether they occur. */
const rareOnes: readonly Deed[] = [
  'keepDataset',
  'grantDataset',
  'revokeDataset',
  'declareJoin',
  'removeJoin',
  'declareHierarchy',
  'updateHierarchy',
  'removeHierarchy',
  'updateQuestion',
  'createMetric',
  'verifyMetric',
  'createSegment',
  'createFlag',
  'updateFlag',
  'updateConnection',
  'grantConnection',
  'updateWorkspace',
  'revokeFolder',
]
/** Deeds upon what oneself has made before. */
const ofOnesOwn: readonly Deed[] = [
  'createSavedView',
  'updateSavedView',
  'createPersonalView',
  'updatePersonalView',
  'createComment',
  'updateComment',
  'resolveComment',
  'deleteComment',
  'readComments',
  'markComments',
  'setCommentMail',
]
const peopleOfOneKind = [
  { who: 'people who mostly write texts', moreDeeds: writing },
  { who: 'people who mostly do what is rare', moreDeeds: rareOnes },
  { who: 'people who mostly write comments and keep views', moreDeeds: ofOnesOwn },
] as const
const seedsOfOneKind = 15
/** Far more than needed, because a time-out on a busy machine proves nothing. */
const timeoutMs = 180_000

/** Defines tests of the seeds from `first` to `last`, in batches. */
export function testSeeds(first: number, last: number): void {
  const done = new Set<string>()
  let seedCount = 0
  describe('on a network that loses, repeats, delays and cuts', () => {
    for (let from = first; from <= last; from += batchSize) {
      const to = Math.min(last, from + batchSize - 1)
      test(
        `seeds ${from} to ${to} lose no edit, show nobody what is not theirs, and end with everyone equal`,
        async () => {
          for (let seed = from; seed <= to; seed += 1, seedCount += 1)
            for (const name of await expectNoViolation(seed)) done.add(name)
        },
        timeoutMs,
      )
    }

    test.each(peopleOfOneKind)(
      `seeds ${first} to ${first + seedsOfOneKind - 1} of $who do as well`,
      async ({ moreDeeds }) => {
        for (let seed = first; seed < first + seedsOfOneKind; seed += 1, seedCount += 1)
          for (const name of await expectNoViolation(seed, { moreDeeds })) done.add(name)
      },
      timeoutMs,
    )

    test(`between them, seeds ${first} to ${last} do every mutation that there is`, ({ skip }) => {
      skip(seedCount < last - first + 1 + peopleOfOneKind.length * seedsOfOneKind, 'not all seeds ran')
      expect(Object.keys(mutators).filter((name) => !done.has(name))).toEqual([])
    })
  })
}

/** Runs a seed and expects no violation; returns the mutators that had an effect. */
export async function expectNoViolation(
  seed: number,
  options: Pick<SimulationOptions, 'createEngine' | 'moreDeeds'> = {},
): Promise<ReadonlySet<string>> {
  const { violation, done } = await simulate({ seed, ...options })
  const engine = options.createEngine === undefined ? 'sqlite' : 'postgres'
  expect(violation?.message, `see it again with: ${againWith(seed, engine)}`).toBeUndefined()
  return done
}
