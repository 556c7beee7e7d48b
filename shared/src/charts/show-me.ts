import type { ResultData } from '../query/run-query'
import { chartTypes } from './chart-types'
import { chartTypeIds, type ChartType, type ChartVisual } from './chart-visual'
import { rolesOf, suggestVisual } from './suggest-visual'

/** Returns why a type cannot show a result, such as “Needs two numbers”; null if it can. */
export function unsuitedBecause(type: ChartType, data: ResultData, groupedBy: readonly string[] = []): string | null {
  const { needs, suggestColumns } = chartTypes[type]
  const { y = [], ...names } = suggestColumns(rolesOf(data, groupedBy))
  const fits = y.length > 0 || Object.values(names).some((name) => name !== null && name.length > 0)
  return needs === null || fits ? null : `Needs ${needs}`
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
  const { type, x, y, color, detail, stack } = suggestVisual(data, groupedBy)
  const first: ChartVisual = { ...visual, type, x, y, color, detail, stack, size: null }
  const others = chartTypeIds
    .filter((other) => other !== type && unsuitedBecause(other, data, groupedBy) === null)
    .map((other) => ({ other, merit: chartTypes[other].merit?.(roles) ?? 0 }))
    .filter(({ merit }) => merit > 0)
    .toSorted((one, two) => two.merit - one.merit)
  return [
    first,
    ...others.slice(0, most - 1).map(({ other }) => {
      const next: ChartVisual = { ...first, type: other, ...chartTypes[other].suggestColumns(roles) }
      return next.color === next.x ? { ...next, color: null } : next
    }),
  ]
}
