import { describe, expect, test } from 'vitest'
import { chartIdSchema, type Chart } from '@tidemark/shared/charts/chart'
import type { Tile } from '@tidemark/shared/dashboards/dashboard'
import type { Parameter } from '@tidemark/shared/query/parameter'
import { dashboardParameters, missingValues, tileValues, type AskingTile } from './dashboard-parameters'

const city: Parameter = { name: 'city', type: 'text' }
const town: Parameter = { name: 'town', type: 'enum', options: [{ value: 'Rome' }] }
const cityNumber: Parameter = { name: 'city', type: 'number' }

function asking(
  id: string,
  parameters: readonly Parameter[],
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

test('a tile says which of its parameters have no value, and which input of the dashboard gives them one', () => {
  const preset: Parameter = { ...cityNumber, name: 'count', default: 3 }
  const { tile, parameters } = asking('a', [city, town, cityNumber, preset], { city: 'place', town: null })
  expect(missingValues(tile, parameters, {})).toEqual([
    { label: 'City', input: 'place' },
    { label: 'Town', input: null },
    { label: 'City', input: 'place' },
  ])
  expect(missingValues(tile, [city, town], { city: 'Rome', town: null })).toEqual([{ label: 'Town', input: null }])
})
