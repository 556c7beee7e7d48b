import { describe, expect, test } from 'vitest'
import type { PickGroup } from './rank-picks'
import { rankPicks } from './rank-picks'

const groups = [
  groupOf('sales', ['net_total', 'segmentation', 'single payment']),
  groupOf('customers', ['customer_id', 'segment', 'country']),
]

function groupOf(title: string, labels: readonly string[]): PickGroup {
  return { title, items: labels.map((label) => ({ key: `${title} ${label}`, label, onPick: () => undefined })) }
}

function found(query: string): string[] {
  return rankPicks(groups, query).flatMap(({ title, items }) => items.map(({ label }) => `${title}.${label}`))
}

describe('rankPicks', () => {
  test('a name typed whole comes first, whichever group has it', () => {
    expect(found('segment')).toEqual(['customers.segment', 'sales.segmentation'])
  })

  test('the title of a group finds all of it', () => {
    expect(found('customers')).toEqual(['customers.customer_id', 'customers.segment', 'customers.country'])
  })

  test('one of very many is found by its words, and not shown before', () => {
    const item = { key: 'a', label: 'Average amount', keywords: 'mean', isSearchedOnly: true, onPick: () => undefined }
    const rare = [{ title: 'sales', items: [item] }]
    expect(rankPicks(rare, '')).toEqual([{ title: 'sales', items: [] }])
    expect(rankPicks(rare, 'mean amount')).toEqual(rare)
  })

  test('nothing typed leaves all in its order, and what fits nothing gives no group', () => {
    expect(rankPicks(groups, ' ')).toEqual(groups)
    expect(rankPicks(groups, 'xyz')).toEqual([])
  })
})
