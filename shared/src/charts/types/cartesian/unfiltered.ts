import { otherValue } from '../../../builder/question'
import { ghostDash } from '../../plot/overlays/overlay-dashes'
import { getColumn, type PlotInput } from '../../plot/read-columns'
import { seriesOf, type Series } from '../../plot/series-of'
import { slotsOf, type Slots } from '../../plot/slots-of'
import type { Ghost } from './ghosts'

const label = 'Without the selection'

/**
 * Returns what each series, or the total of a stack, has without the marks chosen in other charts, at the slots that are
 * drawn. None for thinned lines, whose slots differ, and none of “Other” where the two answers name other values beside it.
 */
export function unfilteredGhosts(
  input: PlotInput,
  { slots }: Slots,
  series: readonly Series[],
  isStacked: boolean,
): readonly Ghost[] {
  const { unfiltered, visual, thinnedTo } = input
  const column = unfiltered === undefined || visual.x === null ? null : getColumn(unfiltered, visual.x)
  if (unfiltered === undefined || column === null || thinnedTo !== undefined) return []
  const hasBars = visual.type === 'bar' || visual.type === 'row' || visual.type === 'combo'
  const whole = { ...input, data: unfiltered }
  const found = slotsOf(column, whole, hasBars)
  const all = seriesOf(whole, found, visual.stack !== 'none' || visual.y.length === 0).series
  const places = new Map(found.slots.map(({ key }, index) => [key, index]))
  const isSameOthers = sameKeys(
    slots.map(({ key }) => key),
    found.slots.map(({ key }) => key),
  )
  const atSlots = (of: readonly Pick<Series, 'values'>[]) =>
    slots.map(({ key, isOthers }) => {
      const place = isOthers === true && !isSameOthers ? undefined : places.get(key)
      const values = place === undefined ? [] : of.flatMap(({ values: own }) => own[place] ?? [])
      return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0)
    })
  const ghostOf = (of: string | null, name: string, color: string, values: Ghost['values']): Ghost => ({
    of,
    isUnfiltered: true,
    values,
    entry: { id: `\u0000unfiltered ${of ?? ''}`, label: name, color, dash: ghostDash, mark: 'line', hidden: false },
  })
  if (isStacked) return [ghostOf(null, label, 'var(--color-muted)', atSlots(all))]
  const isSameRest = sameKeys(
    series.map(({ id }) => id),
    all.map(({ id }) => id),
  )
  return series.flatMap((one) => {
    if ((one.styleKey === null || one.styleKey === otherValue) && !isSameRest) return []
    const same = all.filter(({ measure, styleKey }) => measure === one.measure && styleKey === one.styleKey)
    const name = series.length === 1 ? label : `${one.label}, ${label.toLowerCase()}`
    return same.length === 0 ? [] : [ghostOf(one.id, name, one.color, atSlots(same))]
  })
}

function sameKeys(some: readonly unknown[], others: readonly unknown[]): boolean {
  return some.length === others.length && new Set([...some, ...others]).size === some.length
}
