import * as z from 'zod/mini'

/** May be empty, for columns without a name. */
const columnSchema = z.string().check(z.maxLength(255))
const colorSchema = z.nullable(z.string().check(z.maxLength(255)))

/** The most columns along one side of a pivot; each more doubles what a database groups by. */
export const mostPivotLevels = 5

/** The most columns that the rows of a table are grouped by. */
export const mostTableGroups = 2

const drawnPointsShapes = [
  z.strictObject({
    mark: z.literal('line'),
    x: columnSchema,
    y: z.array(columnSchema).check(z.minLength(1), z.maxLength(32)),
    color: colorSchema,
    panels: z.optional(z.literal(true)),
  }),
  z.strictObject({ mark: z.literal('histogram'), x: columnSchema, color: colorSchema }),
  z.strictObject({
    mark: z.literal('scatter'),
    x: columnSchema,
    y: columnSchema,
    color: colorSchema,
    isOnEarth: z.optional(z.literal(true)),
  }),
  z.strictObject({ mark: z.literal('box'), x: z.nullable(columnSchema), y: columnSchema }),
] as const
export const drawnPivotSchema = z.strictObject({
  mark: z.literal('pivot'),
  rows: z.array(columnSchema).check(z.maxLength(mostPivotLevels)),
  columns: z.array(columnSchema).check(z.maxLength(mostPivotLevels)),
  groups: z.optional(z.array(columnSchema).check(z.maxLength(mostTableGroups))),
})

/** A drawing of points, for which a long result is reduced to what is visible. */
export const drawnPointsSchema = z.discriminatedUnion('mark', drawnPointsShapes)

/**
 * The drawing that a result is for, so that the engine can reduce a long result to what is visible, or add what it
 * needs. The columns are those of the result: x, the measures, and the one that splits rows into series.
 *
 * line: thinned to its pixels; with `panels` each value of color is a line in a panel of its own. histogram: the values of x counted in bins. scatter: rows counted in the cells of a
 * grid; with `isOnEarth` x is a longitude and y a latitude, and rows elsewhere are in no cell. box: the quartiles and outliers of y for each x; null for all rows together. pivot: with the totals of a question's measures.
 * Without rows and columns it is a table, whose rows may be grouped by some of the question's groups.
 */
export const drawnPartSchema = z.discriminatedUnion('mark', [...drawnPointsShapes, drawnPivotSchema])
export type DrawnPart = z.infer<typeof drawnPartSchema>
export type DrawnPoints = z.infer<typeof drawnPointsSchema>
export type DrawnLine = Extract<DrawnPart, { mark: 'line' }>
export type DrawnPivot = z.infer<typeof drawnPivotSchema>
export type DrawnBins = Extract<DrawnPart, { mark: 'histogram' | 'scatter' }>
export type DrawnBoxes = Extract<DrawnPart, { mark: 'box' }>

/**
 * Totals that a database added to the rows of an answer for a pivot.
 *
 * of: the pivot. column: the column with the level of each row, 0 for a cell. A bit of it is set for each of the
 * pivot's rows and columns, in this order and the last one lowest, that the row is a total over; what the row has there
 * means nothing. Of a table the bits are for the question's groups, the first columns of the answer. isOfMore: totals include rows that no cell shows. limit: of the question, which was not applied.
 */
export const pivotTotalsSchema = z.object({
  of: drawnPivotSchema,
  column: z.string(),
  isOfMore: z.optional(z.literal(true)),
  limit: z.optional(z.int()),
})
export type PivotTotals = z.infer<typeof pivotTotalsSchema>

/** The points kept per column of pixels: the first, last, lowest and highest. */
export const pointsPerColumn = 4

/** The most named series in a chart; further ones are left out or added up, with a note. */
export const mostThinnedSeries = 7

/** The most panels of a chart; further ones are left out, with a note. */
export const mostPanels = 24

/** Returns how many named lines a drawing has at most. */
export function mostLines({ panels }: Pick<DrawnLine, 'panels'>): number {
  return panels === true ? mostPanels : mostThinnedSeries
}
