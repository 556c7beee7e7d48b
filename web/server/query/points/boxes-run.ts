import { mostBoxes, outliersPerBox } from '@tidemark/shared/charts/plot/boxes'
import { boxFields } from '@tidemark/shared/query/binned-result'
import { isNumericType, type Field } from '@tidemark/shared/query/field'
import type { DrawnBoxes } from '@tidemark/shared/query/points'
import { drawnColumn, isCategory } from '../plan/drawn-columns'
import type { BinnedMembers, RunFrame } from './bins-run'
import { boxesFrame, boxExtentFrame } from './boxes-sql'
import type { PointsDialect } from './points-dialect'
import { numberOf } from './points-members'

/**
 * Computes the quartiles and outliers of a result in its database, with two runs of its statement. Null if the columns
 * are unsuitable or there is no value to draw.
 */
export async function runBoxes(
  run: RunFrame,
  draw: DrawnBoxes,
  fields: readonly Field[],
  dialect: PointsDialect,
): Promise<BinnedMembers | null> {
  const x = draw.x === null ? null : drawnColumn(draw.x, fields, isCategory)
  const y = drawnColumn(draw.y, fields, isNumericType)
  if (y === null || (x === null && draw.x !== null) || draw.x === draw.y) return null
  const columns = { x, y }
  const extent = (await run(boxExtentFrame(columns, dialect), 1)).columns.map(([value]) => numberOf(value))
  const [total, count, low, high, boxes = 1] = extent
  if (total === undefined || count === undefined || low === undefined || high === undefined) return null
  const outliers = outliersPerBox(boxes)
  const found = await run(boxesFrame(columns, outliers, dialect), mostBoxes * (outliers + 1))
  const [categories = [], kinds = [], ats = [], ...numbers] = found.columns
  const field = fields.find(({ name }) => name === x?.name)
  // Some databases return numbers for booleans.
  const isTruth = field?.type === 'boolean'
  return {
    fields: [
      ...(field === undefined ? [] : [field]),
      { name: y.name, type: 'number', databaseType: 'DOUBLE', nullable: false },
      ...boxFields,
    ],
    columns: [
      ...(field === undefined
        ? []
        : [categories.map((cell) => (isTruth && cell !== null ? Boolean(Number(cell)) : cell))]),
      ...[ats, kinds, ...numbers].map((cells) => cells.map(Number)),
    ],
    rowCount: found.rowCount,
    truncated: {
      reason: 'bins',
      total,
      bins: {
        of: draw,
        count,
        dropped: total - count,
        x: { low, high },
        y: null,
        whole: false,
        restCount: Math.max(0, boxes - mostBoxes),
      },
    },
  }
}
