import { fileURLToPath } from 'node:url'
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api'
import { localOwner } from '@tidemark/shared/access/actor'
import { suggestJoin } from '@tidemark/shared/builder/suggest-join'
import { chartSchema } from '@tidemark/shared/charts/chart'
import { tileSchema } from '@tidemark/shared/dashboards/dashboard'
import { parseEntry } from '@tidemark/shared/sync/concepts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { profileParquet } from '../datasets/import/types/profile-parquet'
import { sampleCharts } from './sample-charts'
import { sampleDatasetEntries, sampleDatasets } from './sample-datasets'
import { sampleWorkspace } from './sample-workspace'

const entries = sampleWorkspace({ at: 1_700_000_000_000, userId: localOwner.userId, timeZone: 'Europe/Berlin' })
const parquetPath = (tableName: string) =>
  fileURLToPath(new URL(`../../sample-data/${tableName}.parquet`, import.meta.url))

let instance: DuckDBInstance
let connection: DuckDBConnection

beforeAll(async () => {
  instance = await DuckDBInstance.create(':memory:')
  connection = await instance.connect()
  for (const { tableName } of sampleDatasets) {
    await connection.run(`CREATE VIEW ${tableName} AS FROM read_parquet('${parquetPath(tableName)}')`)
  }
})

afterAll(() => {
  connection.closeSync()
  instance.closeSync()
})

describe('the sample workspace', () => {
  test('every entry fits the schema of its concept and has a key of its own', () => {
    for (const [key, value] of entries) expect(parseEntry(key, value)).toEqual(value)
    expect(new Set(entries.map(([key]) => key)).size).toBe(entries.length)
  })

  test('tiles lie within the grid, cover no other tile and show charts that exist', () => {
    const chartIds = new Set(
      entries.filter(([key]) => key.startsWith('chart/')).map(([, value]) => chartSchema.parse(value).id),
    )
    const tiles = entries.filter(([key]) => key.startsWith('tile/')).map(([, value]) => tileSchema.parse(value))
    expect(tiles.length).toBe(chartIds.size)
    const taken = new Set<string>()
    for (const { content, tabId, place } of tiles) {
      expect(content.kind === 'chart' && chartIds.has(content.chartId)).toBe(true)
      for (let x = place.x; x < place.x + place.w; x++) {
        for (let y = place.y; y < place.y + place.h; y++) {
          expect(taken.has(`${tabId} ${x} ${y}`)).toBe(false)
          taken.add(`${tabId} ${x} ${y}`)
        }
      }
    }
  })

  test.each(sampleDatasetEntries(0, 'local').map(([, dataset]) => [dataset.tableName, dataset] as const))(
    'the profile of %s is that of its file',
    async (tableName, { rowCount, columns }) => {
      expect(await profileParquet(connection, parquetPath(tableName))).toEqual({ rowCount, columns })
    },
  )

  test('joins are suggested only of days that one of the tables has once', () => {
    const tables = sampleDatasetEntries(0, 'local').map(([, { tableName, rowCount, columns }]) => ({
      table: { schema: null, name: tableName },
      title: tableName,
      rowCount,
      columns: columns.map((column) => ({ ...column, references: null })),
    }))
    const found = tables.flatMap((table, at) =>
      tables.slice(at + 1).flatMap((other) => {
        const pair = suggestJoin([{ join: null, table }], other, 'j')
        return pair === null ? [] : [`${table.title}.${pair.left.name} = ${other.title}.${pair.right.name}`]
      }),
    )
    expect(found).toEqual([
      'co2.month = unemployment.month',
      'global_temperature.year = iowa_electricity.year',
      'global_temperature.year = countries.year',
    ])
  })

  test.each(Object.entries(sampleCharts))(
    '%s: its SQL yields rows and every column it draws',
    async (_, { sql, visual }) => {
      const result = await connection.runAndReadAll(sql)
      expect(result.currentRowCount).toBeGreaterThan(visual.type === 'pie' ? 3 : 9)
      const drawn = [
        'x' in visual ? visual.x : null,
        ...('y' in visual ? visual.y : []),
        'color' in visual ? visual.color : null,
        'size' in visual ? visual.size : null,
        ...('lines' in visual ? visual.lines : []),
      ].filter((column) => column !== null)
      expect(result.columnNames()).toEqual(expect.arrayContaining(drawn))
    },
  )
})
