import { localOwner } from '@tidemark/shared/access/actor'
import type { Parameter } from '@tidemark/shared/query/parameter'
import type { RunItem } from '@tidemark/shared/query/run-query'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  chartEntry,
  openQueryFixture,
  requestOf,
  runAll,
  sqlItem,
  viewer,
  type QueryFixture,
} from '@testkit/query/query-fixture'

let fixture: QueryFixture
beforeAll(async () => {
  fixture = await openQueryFixture()
  const parameters: Parameter[] = [
    { name: 'kinds', type: 'list', of: 'text', default: ['a'] },
    { name: 'least', type: 'number' },
    { name: 'one', type: 'query', sql: 'SELECT DISTINCT kind FROM orders ORDER BY kind', isMultiple: false },
  ]
  const sql =
    'SELECT count(*) AS n FROM orders WHERE kind IN ({{kinds}}) [[AND id >= {{least}}]] [[AND kind = {{one}}]]'
  const chart = chartEntry('asked', sql)
  fixture.entries.set('chart/asked', {
    ...chart,
    query: { kind: 'sql', connectionId: 'local', sql, parameters },
  })
})
afterAll(() => fixture.close())

const first = async (item: RunItem, actor = localOwner) => {
  const [line] = await runAll(fixture.queries, requestOf(item), { actor })
  return line
}

describe('a chart with parameters', () => {
  test.each<[RunItem['parameters'], string]>([
    [undefined, '500'],
    [{ kinds: ['a', 'b'] }, '1000'],
    [{ kinds: ['a'], least: 998 }, '1'],
    [{ kinds: ['a', 'b'], one: 'b' }, '500'],
    [{ kinds: ["a') OR true --"] }, '0'],
  ])('given %j counts %s, for somebody who only sees results', async (parameters, count) => {
    const line = await first({ chartId: 'asked', ...(parameters === undefined ? {} : { parameters }) }, viewer)
    expect(line?.columns).toEqual([[count]])
  })

  test('does not take one that it has not, nor a value of another type', async () => {
    const unknown = await first({ chartId: 'asked', parameters: { other: 1 } }, viewer)
    expect(unknown?.error).toMatchObject({ code: 'query-parameter', detail: 'There is no parameter “other” here.' })
    const wrong = await first({ chartId: 'asked', parameters: { least: 'many' } }, viewer)
    expect(wrong?.error).toMatchObject({ code: 'query-parameter', detail: '“Least” takes a number.' })
  })

  test('offers the values of a parameter from its query, to viewers too, and of no other', async () => {
    expect((await first({ chartId: 'asked', choicesOf: 'one' }, viewer))?.columns).toEqual([['a', 'b']])
    expect((await first({ chartId: 'asked', choicesOf: 'kinds' }, viewer))?.error?.code).toBe('query-parameter')
  })
})

test('two values are two answers, each kept under a key of its own', async () => {
  const ask = (least: number) => first({ chartId: 'asked', parameters: { least } })
  const [one, other, again] = [await ask(10), await ask(20), await ask(10)]
  expect(one?.cache.key).not.toBe(other?.cache.key)
  expect(again?.cache).toMatchObject({ state: 'hit', key: one?.cache.key })
})

test('an error is at its place in the SQL as it was written, behind a value and an optional part', async () => {
  const item = sqlItem('SELECT {{a}},\n  {{a}} || lost [[, {{b}}]] FROM orders', { parameters: { a: 'long enough' } })
  expect((await first(item))?.error).toMatchObject({
    code: 'query-unknown-name',
    position: { line: 2, column: 12 },
  })
  expect((await first(sqlItem('SELECT 1 [[ + {{a}}')))?.error).toMatchObject({
    code: 'query-syntax',
    position: { line: 1, column: 10 },
  })
})

test('a date is a date also where nothing says so', async () => {
  const query = { kind: 'sql', connectionId: 'local', sql: "SELECT date_trunc('month', {{day}}) AS m" } as const
  const parameters: Parameter[] = [{ name: 'day', type: 'date' }]
  const line = await first({ query: { ...query, parameters }, parameters: { day: '2026-03-17' } })
  expect(line?.columns).toEqual([['2026-03-01T00:00:00']])
})
