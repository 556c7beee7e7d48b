import { expect, test } from 'vitest'
import { describeCounts } from './count-of'

test.each([
  [{ org: 1, entry: 1, revision: 1, user: 1 }, '1 workspace, 1 entry, 1 revision and 1 person'],
  [{ org: 2, entry: 30 }, '2 workspaces, 30 entries, 0 revisions and 0 people'],
])('what was exported, %j, is told as %j', (counts, text) => {
  expect(describeCounts(counts)).toBe(text)
})
