import type { ChartVisual } from '../chart-visual'
import type { Series } from './series-of'

type Styled = Pick<Series, 'styleKey' | 'label' | 'values'>

/** Puts series into the order that a chart has chosen, and leaves out those that it hides, with a note. */
export function withStyles<S extends Styled>(
  { series, notes }: { readonly series: readonly S[]; readonly notes: readonly string[] },
  visual: ChartVisual,
  locale: string,
): { readonly series: readonly S[]; readonly notes: readonly string[] } {
  const styles = new Map(visual.seriesStyles.map((style, index) => [style.series, { ...style, index }]))
  const isHidden = ({ styleKey }: Styled) => styleKey !== null && styles.get(styleKey)?.isHidden === true
  const hidden = series.filter(isHidden)
  const shown = series.filter((one) => !isHidden(one))
  const order = orderOf(visual, styles, locale)
  // The rest stays last, and so does the empty category.
  const isLast = ({ styleKey }: Styled) => styleKey === null || (visual.color !== null && styleKey === '')
  const sorted = order === null ? shown : [...shown.filter((one) => !isLast(one)).sort(order), ...shown.filter(isLast)]
  return {
    series: sorted,
    notes: hidden.length === 0 ? notes : [...notes, `Hidden: ${hidden.map(({ label }) => label).join(', ')}.`],
  }
}

function orderOf(
  { seriesOrder }: ChartVisual,
  styles: ReadonlyMap<string, { readonly index: number }>,
  locale: string,
): ((a: Styled, b: Styled) => number) | null {
  if (seriesOrder === 'auto') return null
  if (seriesOrder === 'name') {
    const { compare } = new Intl.Collator(locale, { numeric: true })
    return (a, b) => compare(a.label, b.label)
  }
  if (seriesOrder === 'value') {
    const total = ({ values }: Styled) => values.reduce<number>((sum, value) => sum + (value ?? 0), 0)
    return (a, b) => total(b) - total(a)
  }
  // Series that nobody has placed come after those that somebody has.
  const place = ({ styleKey }: Styled) => styles.get(styleKey ?? '')?.index ?? styles.size
  return (a, b) => place(a) - place(b)
}
