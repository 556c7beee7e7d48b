import { describe, expect, it } from 'vitest'
import { chartTypeIds } from '@tidemark/shared/charts/chart-visual'
import { chartTypes } from '@tidemark/shared/charts/chart-types'
import { sectionsOf } from './property-sections'

const found = (type: 'bar' | 'heatmap', sought: string) =>
  sectionsOf(chartTypes[type], sought).map(({ section, controls }) => `${section}: ${controls.join(' ')}`)

describe('the properties of a type', () => {
  it.each(chartTypeIds)('of %s stand in its sections, each once', (type) => {
    const { controls } = chartTypes[type]
    const shown = sectionsOf(chartTypes[type], '').flatMap((section) => section.controls)
    expect(shown.toSorted()).toEqual(controls.toSorted())
  })

  it.each<['bar' | 'heatmap', string, string[]]>([
    ['bar', 'unit', ['labels: format']],
    ['bar', 'AXES', ['axes: titles axisRange tickLabels']],
    ['bar', 'x ax', ['data: x', 'axes: titles tickLabels']],
    ['bar', ' time  zo ', ['display: timeZone']],
    ['heatmap', 'rows', ['data: color measure']],
    ['bar', 'bins', []],
  ])('of a %s are found by “%s”', (type, sought, expected) => {
    expect(found(type, sought)).toEqual(expected)
  })
})
