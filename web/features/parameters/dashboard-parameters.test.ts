import { describe, expect, test } from 'vitest'
import { chartIdSchema, type Chart } from '@tidemark/shared/charts/chart'
import type { Tile } from '@tidemark/shared/dashboards/dashboard'
import { filterSchema } from '@tidemark/shared/filters/filter'
import type { AskedParameter } from './query-parameters'
import { dashboardParameters, missingValues, tileValues, type AskingTile } from './dashboard-parameters'

const city: AskedParameter = { name: 'city', type: 'text', isNeeded: true }
const town: AskedParameter = { name: 'town', type: 'enum', options: [{ value: 'Rome' }], isNeeded: true }
const cityNumber: AskedParameter = { name: 'city', type: 'number', isNeeded: true }

const noFilters = { filters: [], chosen: {}, calendar: { today: '2026-11-20', weekStart: 1 }, days: new Map() }

function asking(
  id: string,
  parameters: readonly AskedParameter[],
  parameterNames?: Record<string, string | null>,
): AskingTile {
  const chartId = chartIdSchema.parse(id)
  const content: Tile['content'] = { kind: 'chart', chartId, ...(parameterNames ? { parameterNames } : {}) }
  // Only these fields are read.
  return { tile: { id, content } as unknown as Tile, chart: { id: chartId } as Chart, parameters }
}

describe('the inputs of a dashboard', () => {
  test('are one for parameters of one name', () => {
    const tiles = [asking('a', [city]), asking('b', [city])]
    const inputs = dashboardParameters(tiles)
    expect(inputs.map(({ parameter }) => parameter.name)).toEqual(['city'])
    expect(tiles.map((tile) => tileValues(tile, inputs, { city: 'Rome' }, noFilters))).toEqual([
      { city: 'Rome' },
      { city: 'Rome' },
    ])
  })

  test('have no value before one is given, whatever they are called', () => {
    for (const name of ['constructor', 'toString', 'hasOwnProperty']) {
      const tile = asking('a', [{ ...city, name }])
      expect(tileValues(tile, dashboardParameters([tile]), {}, noFilters)).toEqual({})
      expect(missingValues(tile.tile, tile.parameters, {}, null)).toHaveLength(1)
    }
  })

  test('need a value where one of the charts does', () => {
    const optional = { ...city, isNeeded: false }
    const needed = (tiles: readonly AskingTile[]) => dashboardParameters(tiles)[0]?.parameter.isNeeded
    expect(needed([asking('a', [optional]), asking('b', [city])])).toBe(true)
    expect(needed([asking('a', [optional]), asking('b', [optional])])).toBe(false)
    expect(needed([asking('a', [optional]), asking('b', [cityNumber])])).toBe(false)
  })

  test('reach a parameter of another name that a tile maps to them', () => {
    const tiles = [asking('a', [city]), asking('b', [town], { town: 'city' })]
    const inputs = dashboardParameters(tiles)
    expect(inputs).toHaveLength(1)
    expect(tileValues(tiles[1] as AskingTile, inputs, { city: 'Rome' }, noFilters)).toEqual({ town: 'Rome' })
  })

  test('leave a tile alone that keeps its default, or takes other values under the same name', () => {
    const tiles = [asking('a', [city]), asking('b', [city], { city: null }), asking('c', [cityNumber])]
    const inputs = dashboardParameters(tiles)
    expect(tiles.map((tile) => tileValues(tile, inputs, { city: 'Rome' }, noFilters))).toEqual([
      { city: 'Rome' },
      {},
      {},
    ])
  })
})

test('a parameter that a filter gives its value is no input, takes that value, and says why it takes none', () => {
  const filter = filterSchema.parse({
    ...{ id: 'f', dashboardId: 'd', name: 'Place', column: 'c', kind: 'category', default: null, order: 'a0' },
    ...{ scope: { kind: 'all' }, createdAt: 0, createdBy: 'ann', updatedAt: 0, updatedBy: 'ann' },
  })
  const { tile, parameters, chart } = asking('a', [city, cityNumber], { city: null })
  const content = { ...tile.content, parameterFilters: { city: { filterId: filter.id, part: 'value' } } }
  const asked = { tile: { ...tile, content } as Tile, parameters: parameters.slice(0, 1), chart }
  expect(dashboardParameters([asked])).toEqual([])
  const chosen = (...values: string[]) => ({
    ...noFilters,
    filters: [filter],
    chosen: { f: { kind: 'values', values } as const },
  })
  expect(tileValues(asked, [], { city: 'Oslo' }, chosen('Rome'))).toEqual({ city: 'Rome' })
  expect(missingValues(asked.tile, asked.parameters, { city: 'Rome' }, chosen('Rome'))).toEqual([])
  const optional = asked.parameters.map((one) => ({ ...one, isNeeded: false }))
  expect(missingValues(asked.tile, optional, {}, chosen('Rome', 'Oslo'))).toMatchObject([
    { input: null, filter: { name: 'Place', problem: '“City” takes one value, and the filter “Place” has 2.' } },
  ])
})

test('a tile says which of its parameters lack a value they need, and which input of the dashboard gives them one', () => {
  const preset: AskedParameter = { ...cityNumber, name: 'count', default: 3 }
  const { tile, parameters } = asking('a', [city, town, cityNumber, preset], { city: 'place', town: null })
  expect(missingValues(tile, parameters, {}, null)).toEqual([
    { label: 'City', input: 'place' },
    { label: 'Town', input: null },
    { label: 'City', input: 'place' },
  ])
  expect(missingValues(tile, [{ ...city, isNeeded: false }, town], {}, null)).toEqual([{ label: 'Town', input: null }])
  expect(missingValues(tile, [city, town], { city: 'Rome', town: null }, null)).toEqual([
    { label: 'Town', input: null },
  ])
})
