import { categoriesOf } from '@tidemark/shared/charts/plot/colors/assign-colors'
import { colorByOf } from '@tidemark/shared/charts/chart-points'
import type { ChartVisual, SeriesStyle } from '@tidemark/shared/charts/chart-visual'
import { shownLabel, type ResultData } from '@tidemark/shared/query/run-query'
import { emptyWord } from '@tidemark/shared/query/value-words'

/** A series that can be styled. key: what its style is stored by. */
export interface StyledSeries {
  readonly key: string
  readonly label: string
  readonly style: SeriesStyle
}

const plain = { color: '', isHidden: false } as const

/**
 * Lists the series of a chart, in the order of their styles where the chart goes by it; then those styled that the
 * result has no more.
 */
export function styledSeries(visual: ChartVisual, data: ResultData): readonly StyledSeries[] {
  const colorBy = colorByOf(visual)
  const found =
    colorBy === null
      ? visual.y.map((name) => ({ key: name, label: shownLabel(data, name) }))
      : [
          ...categoriesOf(data, colorBy).map((value) => ({ key: value, label: value })),
          ...(hasNull(data, colorBy.column) ? [{ key: '', label: emptyWord }] : []),
        ]
  const gone = visual.seriesStyles
    .filter(({ series, ...style }) => !isPlain(style) && !found.some(({ key }) => key === series))
    .map(({ series }) => ({ key: series, label: series || emptyWord }))
  const places = new Map(visual.seriesStyles.map((style, index) => [style.series, { style, index }]))
  const all = [...found, ...gone].map(({ key, label }) => ({
    key,
    label,
    style: places.get(key)?.style ?? { series: key, ...plain },
  }))
  if (visual.seriesOrder !== 'hand') return all
  const placeOf = ({ key }: StyledSeries) => places.get(key)?.index ?? places.size
  return all.toSorted((a, b) => placeOf(a) - placeOf(b))
}

/** Returns the styles after a change of one; those that say nothing are dropped unless they keep an order. */
export function withStyle(visual: ChartVisual, all: readonly StyledSeries[], changed: SeriesStyle): SeriesStyle[] {
  const styles = all.map(({ style }) => (style.series === changed.series ? changed : style))
  return visual.seriesOrder === 'hand' ? styles : styles.filter((style) => !isPlain(style))
}

/** Moves a series by hand, one place up or down. */
export function moveSeries(all: readonly StyledSeries[], index: number, by: -1 | 1): Partial<ChartVisual> {
  const styles = all.map(({ style }) => style)
  const [moved] = styles.splice(index, 1)
  if (moved === undefined || index + by < 0 || index + by > styles.length) return {}
  styles.splice(index + by, 0, moved)
  return { seriesOrder: 'hand', seriesStyles: styles }
}

function isPlain({ color, isHidden }: Pick<SeriesStyle, 'color' | 'isHidden'>): boolean {
  return color === '' && !isHidden
}

function hasNull({ fields, columns }: ResultData, name: string): boolean {
  return columns[fields.findIndex((field) => field.name === name)]?.includes(null) === true
}
