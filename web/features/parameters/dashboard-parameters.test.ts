import { describe, expect, test } from 'vitest'
import { chartIdSchema, type Chart } from '@tidemark/shared/charts/chart'
import type { Tile } from '@tidemark/shared/dashboards/dashboard'
import type { AskedParameter } from './query-parameters'
import { dashboardParameters, missingValues, tileValues, type AskingTile } from './dashboard-parameters'

const city: AskedParameter = { name: 'city', type: 'text', isNeeded: true }
const town: AskedParameter = { name: 'town', type: 'enum', options: [{ value: 'Rome' }], isNeeded: true }
const cityNumber: AskedParameter = { name: 'city', type: 'number', isNeeded: true }

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
    expect(tiles.map((tile) => tileValues(tile, inputs, { city: 'Rome' }))).toEqual([
      { city: 'Rome' },
      { city: 'Rome' },
    ])
  })

  test('have no value before one is given, whatever they are called', () => {
    for (const name of ['constructor', 'toString', 'hasOwnProperty']) {
      const tile = asking('a', [{ ...city, name }])
      expect(tileValues(tile, dashboardParameters([tile]), {})).toEqual({})
      expect(missingValues(tile.tile, tile.parameters, {})).toHaveLength(1)
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
    expect(tileValues(tiles[1] as AskingTile, inputs, { city: 'Rome' })).toEqual({ town: 'Rome' })
  })

  test('leave a tile alone that keeps its default, or takes other values under the same name', () => {
    const tiles = [asking('a', [city]), asking('b', [city], { city: null }), asking('c', [cityNumber])]
    const inputs = dashboardParameters(tiles)
    expect(tiles.map((tile) => tileValues(tile, inputs, { city: 'Rome' }))).toEqual([{ city: 'Rome' }, {}, {}])
  })
})

test('a tile says which of its parameters lack a value they need, and which input of the dashboard gives them one', () => {
  const preset: AskedParameter = { ...cityNumber, name: 'count', default: 3 }
  const { tile, parameters } = asking('a', [city, town, cityNumber, preset], { city: 'place', town: null })
  expect(missingValues(tile, parameters, {})).toEqual([
    { label: 'City', input: 'place' },
    { label: 'Town', input: null },
    { label: 'City', input: 'place' },
  ])
  expect(missingValues(tile, [{ ...city, isNeeded: false }, town], {})).toEqual([{ label: 'Town', input: null }])
  expect(missingValues(tile, [city, town], { city: 'Rome', town: null })).toEqual([{ label: 'Town', input: null }])
})
