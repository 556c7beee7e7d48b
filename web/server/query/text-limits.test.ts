import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RunItem } from '@tidemark/shared/query/run-query'
import { openQueryFixture, requestOf, runAll, sqlItem, type QueryFixture } from '@testkit/query/query-fixture'

let fixture: QueryFixture
beforeAll(async () => {
  fixture = await openQueryFixture()
})
afterAll(() => fixture.close())

async function errorsOf(...items: readonly RunItem[]) {
  const lines = await runAll(fixture.queries, requestOf(...items))
  return lines.map(({ error }) => ({ code: error?.code, detail: error?.detail }))
}

const tooMany = 'The SQL has more words and signs: the limit is 20000.'
const tooDeep = 'The SQL has brackets nested deeper: the limit is 200.'

test.each([
  ['190 000 slashes', '/'.repeat(190_000), tooMany],
  ['95 000 opened optional parts', '[['.repeat(95_000), tooDeep],
  ['190 000 semicolons before a word', `${';'.repeat(190_000)}x`, tooMany],
  ['15 000 joins', `FROM orders ${'JOIN orders ON 1 '.repeat(11_000)}`, tooMany],
  ['20 000 parentheses', `${'('.repeat(20_000)}1${')'.repeat(20_000)}`, tooDeep],
  ['braces within brackets', '[{'.repeat(101), tooDeep],
  [
    '101 parameters',
    Array.from({ length: 101 }, (_, index) => `, {{x${index}}}`).join(' '),
    'The SQL has more parameters: the limit is 100.',
  ],
  ['30 000 nested comments', '/*'.repeat(30_000), 'The SQL has comments nested deeper: the limit is 8.'],
])('a statement with %s is refused before anything else reads it', async (_, end, detail) => {
  const before = fixture.executed.length
  expect(await errorsOf(sqlItem(`SELECT 1 ${end}`))).toEqual([{ code: 'text-too-large', detail }])
  expect(fixture.executed.slice(before)).toEqual([])
})

test('limits count what is written, not what strings and comments hold', async () => {
  const text = `SELECT '${'(['.repeat(50_000)}' IS NOT NULL AS a /* ${'('.repeat(50_000)} */ -- ${'/*'.repeat(500)}`
  expect(await errorsOf(sqlItem(text))).toEqual([{}])
})

test('lists bind no more values together than the limit says', async () => {
  const values = Array.from({ length: 1000 }, (_, index) => String(index))
  const ask = (mentions: number) =>
    sqlItem(`SELECT ${Array.from({ length: mentions }, () => "'7' IN ({{ids}})").join(' AND ')}`, {
      parameters: { ids: values },
    })
  const items = [9, 11].map((mentions): RunItem => {
    const item = ask(mentions)
    if (item.query?.kind !== 'sql') throw new Error('an item of SQL')
    return { ...item, query: { ...item.query, parameters: [{ name: 'ids', type: 'list', of: 'text' }] } }
  })
  const detail = 'The parameters bind more values: the limit is 10000.'
  expect(await errorsOf(...items)).toEqual(expect.arrayContaining([{}, { code: 'text-too-large', detail }]))
})
