import { expect, it } from 'vitest'
import { otherValue } from '../../../builder/question'
import { loadAllPlots } from '../../load-plot'
import { plotOf } from '../../plot-of'
import { plotInputOf, resultOf, visualOf } from '../../plot/gallery/gallery-data'
import type { CartesianPlot } from '../../plot/plot'
import type { ChartVisual } from '../../chart-visual'
import type { CellValue } from '../../../query/field'

await loadAllPlots()

type Rows = readonly (readonly CellValue[])[]
const whole: Rows = [
  ['Oslo', 'a', 60],
  ['Oslo', 'b', 40],
  ['Rome', 'a', 80],
]
const filtered: Rows = [
  ['Oslo', 'a', 20],
  ['Rome', 'a', 10],
]

function plotOfRows(
  visual: Partial<ChartVisual>,
  type: ChartVisual['type'] = 'bar',
  [someRows, allRows]: readonly [Rows, Rows] = [filtered, whole],
): CartesianPlot {
  const of = (rows: Rows) => ({
    ...resultOf({ place: 'text', kind: 'text', n: 'number' }, rows),
    shown: { place: { hasOthers: true as const } },
  })
  const plot = plotOf(
    plotInputOf({
      visual: visualOf(type, { x: 'place', y: ['n'], ...visual }),
      data: of(someRows),
      unfiltered: of(allRows),
    }),
  )
  if (plot.kind !== 'cartesian') throw new Error(`it is ${plot.kind}`)
  return plot
}

it('what there is without a selection stands behind each bar, on an axis that holds it', () => {
  const plot = plotOfRows({})
  expect(plot.overlays?.under.map(({ part }) => part)).toEqual(['unfiltered'])
  expect(plot.left.domain[1]).toBeGreaterThanOrEqual(100)
  expect(plot.overlays?.earlier?.map(({ label, texts, changes }) => [label, texts, changes])).toEqual([
    ['Without the selection', ['100', '80'], ['−80.0%', '−87.5%']],
  ])
  expect(plot.legend).toEqual([])
})

it('a stack has its total behind it, and each line its own', () => {
  const stacked = plotOfRows({ color: 'kind', stack: 'stacked' })
  expect(stacked.overlays?.earlier?.map(({ texts }) => texts)).toEqual([['100', '80']])
  const lines = plotOfRows({ color: 'kind' }, 'line')
  expect(lines.overlays?.earlier?.map(({ label, texts }) => [label, texts])).toEqual([
    ['Without the selection', ['60', '80']],
  ])
})

it('shares of a whole have nothing behind them', () => {
  expect(plotOfRows({ color: 'kind', stack: 'percent' }).overlays?.under ?? []).toEqual([])
})

it('a bar of a value that is not among the largest without the selection has none behind it, nor has Other then', () => {
  const row = (place: string, n: number) => [place, 'a', n]
  const others = (rows: Rows) => [...rows, row(otherValue, 500)]
  const textsOf = (some: Rows, all: Rows) =>
    plotOfRows({}, 'bar', [others(some), others(all)]).overlays?.earlier?.map(({ texts }) => texts)
  const some = [row('Oslo', 20), row('Rome', 10)]
  expect(textsOf(some, [row('Oslo', 60), row('Rome', 30)])).toEqual([['60', '30', '500']])
  expect(textsOf(some, [row('Oslo', 60), row('Paris', 70)])).toEqual([['60', '', '']])
})

it('the rest of the series has none behind it where other series are in it', () => {
  const rows = (largest: string): Rows =>
    'abcdefghi'
      .split('')
      .flatMap((kind, at) => Array.from({ length: kind === largest ? 20 : 10 - at }, () => ['Oslo', kind, 1]))
  const named = (of: readonly [Rows, Rows]) =>
    plotOfRows({ color: 'kind', y: [] }, 'line', of).overlays?.earlier?.map(({ label }) => label.slice(0, 5))
  expect(named([rows('a'), rows('a')])).toContain('Other')
  expect(named([rows('a'), rows('i')])).not.toContain('Other')
})
