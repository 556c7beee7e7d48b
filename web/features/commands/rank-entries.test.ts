import { describe, expect, test } from 'vitest'
import { rankEntries } from './rank-entries'

const entries = [
  { id: 'a', title: 'Revenue by region' },
  { id: 'b', title: 'Weekly revenue' },
  { id: 'c', title: 'Café visits' },
  { id: 'd', title: 'Go to Trash', keywords: 'deleted restore bin' },
  { id: 'e', title: 'Prerevenue cohort' },
  { id: 'f', title: 'Shops', keywords: 'venues' },
]

function find(query: string, recentIds: readonly string[] = [], limit = 10): string {
  return rankEntries(entries, query, recentIds, limit)
    .map(({ id }) => id)
    .join('')
}

describe('rankEntries', () => {
  test.each([
    ['rev', 'abe', 'the start of the title, then of a word, then inside one'],
    ['region rev', 'a', 'words in any order, all of them needed'],
    ['cafe', 'c', 'accents do not matter'],
    ['CAFÉ', 'c', 'nor does case'],
    ['restore', 'd', 'keywords count'],
    ['ven', 'fabe', 'the start of a keyword before the inside of a title'],
    ['evn', '', 'letters left out at the start of a word'],
    ['rvnue', 'ab', 'letters left out, but not the first'],
    ['wr', 'b', 'the first letters of words'],
    ['gash', '', 'letters of several words'],
    ['revenue xyz', '', 'a word that is nowhere'],
    ['', 'abcdef', 'nothing typed gives all'],
  ])('%j finds %j: %s', (query, expected) => {
    expect(find(query)).toBe(expected)
  })

  test('what was opened last comes first among equal fits, but a better fit wins', () => {
    expect(find('', ['e', 'c'])).toBe('ecabdf')
    expect(find('rev', ['e'])).toBe('abe')
  })

  test('the limit holds for huge workspaces', () => {
    const many = Array.from({ length: 20_000 }, (_, index) => ({ id: `${index}`, title: `Chart ${index}` }))
    expect(rankEntries(many, 'chart', [], 50)).toHaveLength(50)
  })
})
