import type { CellValue } from '@tidemark/shared/query/field'
import { describe, expect, inject, test } from 'vitest'
import type { EngineResult } from '@/server/engine/process/engine-messages'
import { recordingLog } from '@testkit/store/store-fixtures'
import { openStorePerTest } from '@testkit/store/store-per-test'
import { createCategoryHueStore } from './category-hue-store'

const hasEngine = inject('postgresUrl') !== null

describe.runIf(hasEngine)('the hues of categories', () => {
  const opened = openStorePerTest()

  const log = recordingLog()
  const answerOf = (column: string, values: readonly CellValue[]): EngineResult => {
    const field = { name: column, type: 'text', databaseType: 'VARCHAR', nullable: true }
    const json = JSON.stringify({ fields: [field], columns: [values], rowCount: values.length, truncated: null })
    const timing = { planMs: 0, executeMs: 0, fetchMs: 0, encodeMs: 0 }
    return { members: Buffer.from(json.slice(1, -1)), appliedFilters: [], ignoredFilters: [], timing }
  }
  const hues = async (
    values: readonly CellValue[],
    { column = 'region', org = 'acme', server = createCategoryHueStore(opened.store.tables, log) } = {},
  ) => {
    const told = await server.of(org, { column, largestBy: null }, answerOf(column, values))
    return told?.hues
  }

  test('stay with them after a restart, however few of them an answer has', async () => {
    const all = [
      ['North', 0],
      ['South', 1],
      ['Online', 2],
    ]
    expect(await hues(['North', 'South', null, 'Online', 'South'])).toEqual(all)
    await opened.reopen()
    expect(await hues(['Online'])).toEqual([['Online', 2]])
    expect(await hues(['West', 'South'])).toEqual([
      ['West', 3],
      ['South', 1],
    ])
    expect(await hues([null])).toBeUndefined()
  })

  test('are those of a column, and of one workspace alone', async () => {
    await hues(['North', 'South'])
    expect(await hues(['South'], { column: 'direction' })).toEqual([['South', 0]])
    expect(await hues(['South'], { org: 'other' })).toEqual([['South', 0]])
  })

  test('are the same for two servers that meet a category at once', async () => {
    const answers = await Promise.all([hues(['North', 'South']), hues(['South', 'North']), hues(['South'])])
    const agreed = new Map(await hues(['North', 'South']))
    for (const answer of answers) for (const [category, hue] of answer ?? []) expect(hue).toBe(agreed.get(category))
  })

  test('differ for categories that a server meets at once in several answers', async () => {
    const server = createCategoryHueStore(opened.store.tables, log)
    const answers = await Promise.all(['North', 'South', 'Online', 'West'].map((one) => hues([one], { server })))
    expect(new Set(answers.flat().map((pair) => pair?.[1])).size).toBe(4)
  })

  test('are kept without the names', async () => {
    await hues(['North'])
    const { rows } = await opened.store.tables.read('SELECT * FROM category_hue', [])
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toMatch(/north|region/i)
  })

  test('are kept for no more than a thousand of a column', async () => {
    for (let part = 0; part < 6; part++) await hues(Array.from({ length: 200 }, (_, at) => `${part} ${at}`))
    const { rows } = await opened.store.tables.read('SELECT hue FROM category_hue', [])
    expect(rows).toHaveLength(1000)
    expect(await hues(['one more'])).toEqual([])
  })

  test('are not waited for when the store fails, which is logged', async () => {
    const failing = { ...opened.store.tables, read: () => Promise.reject(new Error('disk')) }
    expect(await hues(['North'], { server: createCategoryHueStore(failing, log) })).toBeUndefined()
    expect(log.errors).toEqual(['The colours of an answer could not be read or kept.'])
  })
})
