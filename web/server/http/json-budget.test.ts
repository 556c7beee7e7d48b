import { describe, expect, test } from 'vitest'
import { createJsonBudget } from './json-budget'

const limits = { depth: 3, values: 10, elements: 4 }

function detailOf(json: string, chunkBytes = 3): string | null {
  const take = createJsonBudget(limits)
  const bytes = Buffer.from(json)
  try {
    for (let at = 0; at < bytes.length; at += chunkBytes) take(bytes.subarray(at, at + chunkBytes))
    return null
  } catch (thrown) {
    return thrown instanceof Error && 'detail' in thrown ? String(thrown.detail) : String(thrown)
  }
}

describe('within its limits', () => {
  test.each([
    '[[[1]]]',
    '[1,2,3,4]',
    '{"a":[1,2,3],"b":"[[[[[[{{{{{,,,,,,,,"}',
    String.raw`["\\","\"[[[[[,,,,,,"]`,
    'not JSON at all',
    ']]]][[[',
  ])('%s', (json) => expect(detailOf(json)).toBeNull())
})

describe('beyond its limits', () => {
  test.each([
    ['[[[[', 'The JSON has brackets nested deeper: the limit is 3.'],
    ['{"a":{"b":[{"c":1}]}}', 'The JSON has brackets nested deeper: the limit is 3.'],
    ['[1,2,3,4,5]', 'The JSON has a list or an object with more members: the limit is 4.'],
    ['[[1,2,3],[1,2,3],[1,2,3]]', 'The JSON has more values: the limit is 10.'],
    [String.raw`["\\",[[["a"]]]]`, 'The JSON has brackets nested deeper: the limit is 3.'],
  ])('%s', (json, detail) => expect([detailOf(json), detailOf(json, 1000)]).toEqual([detail, detail]))
})
