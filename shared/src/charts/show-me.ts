import type { ResultData } from '../query/run-query'
import type { ColumnRoles } from './chart-type-definition'
import { chartTypes } from './chart-types'
import { chartTypeIds, type ChartType, type ChartVisual } from './chart-visual'
import { rolesOf, suggestVisual } from './suggest-visual'

/** As many types as are offered at first, in the order of their list. */
const mostAtFirst = 12

export const usualTypes: readonly ChartType[] = chartTypeIds.slice(0, mostAtFirst)

/** Returns the types above the rest. While that is closed, a type that would be in it, the guest, takes the last place. */
export function typesAtFirst(guest: ChartType, isRestOpen: boolean): readonly ChartType[] {
  return isRestOpen || usualTypes.includes(guest) ? usualTypes : [...usualTypes.slice(0, -1), guest]
}

/** Returns the types that cannot show a result, with the reason, such as “Needs two numbers”. */
export function unsuitedTypes(data: ResultData, groupedBy: readonly string[] = []): ReadonlyMap<ChartType, string> {
  return unsuitedTo(rolesOf(data, groupedBy))
}

function unsuitedTo(roles: ColumnRoles): ReadonlyMap<ChartType, string> {
  return new Map(
    chartTypeIds.flatMap((type) => {
      const { needs, suggestColumns } = chartTypes[type]
      const { y = [], ...names } = suggestColumns(roles)
      const fits = y.length > 0 || Object.values(names).some((name) => name !== null && name.length > 0)
      return needs === null || fits ? [] : [[type, `Needs ${needs}`] as const]
    }),
  )
}

/**
 * Returns the drawings that show a result best, each of another type: first the one suggested for a new result, then
 * by merit. What is no choice of columns, such as the format, stays as it is.
 */
export function bestVisuals(
  visual: ChartVisual,
  data: ResultData,
  groupedBy: readonly string[] = [],
  most = 3,
): readonly ChartVisual[] {
  const roles = rolesOf(data, groupedBy)
  const unsuited = unsuitedTo(roles)
  const { type, x, y, color, detail, stack } = suggestVisual(data, groupedBy)
  const first: ChartVisual = { ...visual, type, x, y, color, detail, stack, size: null }
  const others = chartTypeIds
    .filter((other) => other !== type && !unsuited.has(other))
    .map((other) => ({ other, merit: chartTypes[other].merit?.(roles) ?? 0 }))
    .filter(({ merit }) => merit > 0)
    .toSorted((one, two) => two.merit - one.merit)
  return [
    withoutUsedPanel(first),
    ...others.slice(0, most - 1).map(({ other }) => {
      const next: ChartVisual = { ...first, type: other, ...chartTypes[other].suggestColumns(roles) }
      return withoutUsedPanel(next.color === next.x ? { ...next, color: null } : next)
    }),
  ]
}

/** Drops the panels of a column that is drawn already: each of them would have one mark, or one colour. */
function withoutUsedPanel(visual: ChartVisual): ChartVisual {
  const { x, y, color, detail, size, panel, pivotRows, pivotColumns } = visual
  const isUsed = [x, ...y, color, detail, size, ...pivotRows, ...pivotColumns].includes(panel)
  return panel !== null && isUsed ? { ...visual, panel: null } : visual
}
