import { foldText } from '@tidemark/shared/base/fold-text'
import type { ChartTypeDefinition, VisualControl } from '@tidemark/shared/charts/chart-type-definition'

/**
 * The sections of the properties, in their order; those of which a type has no control are left out. The columns of a
 * table are last: they are as many as the answer has, so that nothing below them moves as it comes.
 */
export const propertySections = [
  'data',
  'display',
  'axes',
  'series',
  'labels',
  'goals',
  'comparison',
  'columns',
] as const
export type PropertySection = (typeof propertySections)[number]

export const sectionNames: Readonly<Record<PropertySection, string>> = {
  data: 'Data',
  display: 'Display',
  axes: 'Axes',
  series: 'Series',
  labels: 'Labels',
  goals: 'Goal lines',
  comparison: 'Comparison',
  columns: 'Columns',
}

/** Where a control stands, and by which words it is found besides those of the type. */
const places: Readonly<Record<VisualControl, { readonly section: PropertySection; readonly words: string }>> = {
  x: { section: 'data', words: 'x axis column category' },
  measures: { section: 'data', words: 'y axis measures value column number of rows' },
  measure: { section: 'data', words: 'measure value column number of rows' },
  color: { section: 'data', words: 'colour color series group column' },
  detail: { section: 'data', words: 'detail column' },
  panel: { section: 'data', words: 'panels small multiples facets trellis split column' },
  size: { section: 'data', words: 'size bubble column' },
  pivotSides: { section: 'data', words: 'rows columns sides headers' },
  columns: { section: 'columns', words: 'width order pin hide align wrap format link image rules colours' },
  tableTotals: { section: 'display', words: 'row of totals sum' },
  tableGroups: { section: 'data', words: 'group rows below fold subtotals' },
  rowTotals: { section: 'display', words: 'column of totals sum across' },
  pivotHeat: { section: 'display', words: 'colours colors of cells heat' },
  stack: { section: 'display', words: 'stack side by side overlapping 100%' },
  missing: { section: 'display', words: 'missing values gap zero connect null' },
  sort: { section: 'display', words: 'sort order' },
  bins: { section: 'display', words: 'bins buckets' },
  regions: { section: 'data', words: 'map areas countries states world usa' },
  goodDirection: { section: 'display', words: 'better when higher lower good direction' },
  timeZone: { section: 'display', words: 'time zone' },
  titles: { section: 'axes', words: 'x title y title axis' },
  xScale: { section: 'axes', words: 'x scale logarithmic linear axis' },
  axisRange: { section: 'axes', words: 'y left right scale logarithmic linear range minimum maximum from to axis' },
  tickLabels: { section: 'axes', words: 'x labels y labels ticks names rotate slanted upright hide' },
  series: { section: 'series', words: 'order hide colour color by hand' },
  seriesColors: { section: 'series', words: 'colour color by hand' },
  valueLabels: { section: 'labels', words: 'values on marks data labels' },
  annotations: { section: 'labels', words: 'annotations notes events text' },
  target: { section: 'goals', words: 'goal target number column' },
  ranges: { section: 'goals', words: 'ranges bands thresholds good fair poor percent' },
  goals: { section: 'goals', words: 'reference line band target mean median percentile' },
  compare: { section: 'comparison', words: 'compare previous period year before ghost' },
  trend: { section: 'goals', words: 'trend line moving average regression' },
  format: { section: 'labels', words: 'number format decimals currency percent unit' },
}

/** Returns the sections of a type with those of their controls that are sought; all if nothing is. */
export function sectionsOf(
  { controls, xLabel, measureLabel = '', colorLabel = '', detailLabel = '' }: ChartTypeDefinition,
  sought: string,
): readonly { readonly section: PropertySection; readonly controls: readonly VisualControl[] }[] {
  const labels: Partial<Record<VisualControl, string>> = {
    x: xLabel,
    measure: measureLabel,
    color: colorLabel,
    detail: detailLabel,
  }
  return propertySections
    .map((section) => ({
      section,
      controls: controls.filter((control) => {
        const { section: own, words } = places[control]
        return own === section && isSought(`${sectionNames[section]} ${labels[control] ?? ''} ${words}`, sought)
      }),
    }))
    .filter((found) => found.controls.length > 0)
}

/** Returns true if every sought word begins a word of the text. */
export function isSought(text: string, sought: string): boolean {
  const words = foldText(text).split(/\s+/)
  return foldText(sought)
    .split(/\s+/)
    .every((part) => words.some((word) => word.startsWith(part)))
}
