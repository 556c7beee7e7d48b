import * as z from 'zod/mini'
import { idSchema } from '../base/ids'
import { nameSchema, storedNameSchema } from '../base/name'
import { storedOrderSchema } from '../base/order'
import { chartIdSchema } from '../charts/chart'
import { folderIdSchema } from '../folders/folder'
import { imageContentSchema } from '../images/image'
import { parameterNameSchema } from '../query/parameter'
import { authorshipShape } from '../entries/define-mutator'

export const dashboardIdSchema = idSchema.brand<'DashboardId'>()
export type DashboardId = z.infer<typeof dashboardIdSchema>
export const tabIdSchema = idSchema.brand<'TabId'>()
export type TabId = z.infer<typeof tabIdSchema>
export const tileIdSchema = idSchema.brand<'TileId'>()
export type TileId = z.infer<typeof tileIdSchema>

export const maxDashboardName = 120

/** As somebody gives it. */
export const dashboardNameSchema = nameSchema(maxDashboardName)

export const dashboardSchema = z.object({
  id: dashboardIdSchema,
  folderId: z.nullable(folderIdSchema),
  name: storedNameSchema(maxDashboardName),
  description: z.string().check(z.maxLength(2000)),
  order: storedOrderSchema,
  deletedAt: z.nullable(z.int()),
  ...authorshipShape,
})
export type Dashboard = z.infer<typeof dashboardSchema>

/** As somebody gives it. */
export const tabNameSchema = nameSchema(60)

/** A tab of a dashboard; every dashboard has at least one. */
export const tabSchema = z.object({
  id: tabIdSchema,
  dashboardId: dashboardIdSchema,
  name: storedNameSchema(60),
  order: storedOrderSchema,
  ...authorshipShape,
})
export type Tab = z.infer<typeof tabSchema>

/** The grid of a dashboard: columns, and the height of one row and of the gaps in pixels. */
export const gridColumns = 12
export const gridRowHeightPx = 40
export const gridGapPx = 12

/** The position and size of a tile, in grid units from the top left. */
export const placeSchema = z
  .object({
    x: z.int().check(z.minimum(0), z.maximum(gridColumns - 1)),
    y: z.int().check(z.minimum(0), z.maximum(10_000)),
    w: z.int().check(z.minimum(1), z.maximum(gridColumns)),
    h: z.int().check(z.minimum(1), z.maximum(100)),
  })
  .check(z.refine((place) => place.x + place.w <= gridColumns, 'a tile must lie within the columns of the grid'))
export type Place = z.infer<typeof placeSchema>

const columnNameSchema = z.string().check(z.maxLength(255))

/**
 * The action of a click on a mark or cell of a tile; without it a click filters the other charts. filters, parameters: of what is opened, by id
 * and by name, with the column of the answer whose value they get. template: an address with `{column}` for values.
 */
export const tileClickSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('menu') }),
  z.object({ kind: z.literal('filter') }),
  z.object({
    kind: z.literal('dashboard'),
    dashboardId: dashboardIdSchema,
    filters: z.record(idSchema, columnNameSchema),
    parameters: z.record(parameterNameSchema, columnNameSchema),
  }),
  z.object({
    kind: z.literal('chart'),
    chartId: chartIdSchema,
    parameters: z.record(parameterNameSchema, columnNameSchema),
  }),
  z.object({ kind: z.literal('address'), template: z.string().check(z.maxLength(2000)) }),
])
export type TileClick = z.infer<typeof tileClickSchema>
/** A click that leads to another page. */
export type OpeningClick = Exclude<TileClick, { readonly kind: 'filter' | 'menu' }>

export function opensPage(click: TileClick): click is OpeningClick {
  return click.kind !== 'filter' && click.kind !== 'menu'
}

/**
 * The content of a tile. text: Markdown, or the plain name of a section where it is a heading: all tiles below it up to the next one lie in
 * that. parameterNames: the dashboard's names for the chart's parameters, where that is not
 * their own name; null: the chart keeps its default here. parameterFilters: the filters that give parameters their values
 * instead, or one end of their ranges.
 */
export const tileContentSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('chart'),
    chartId: chartIdSchema,
    parameterNames: z.optional(z.record(parameterNameSchema, z.nullable(parameterNameSchema))),
    isLeftOut: z.optional(z.literal(true)),
    parameterFilters: z.optional(
      z.record(parameterNameSchema, z.object({ filterId: idSchema, part: z.enum(['value', 'from', 'to']) })),
    ),
    click: z.optional(tileClickSchema),
  }),
  z.object({
    kind: z.literal('text'),
    text: z.string().check(z.maxLength(20_000)),
    isHeading: z.optional(z.literal(true)),
  }),
  imageContentSchema,
])
export type TileContent = z.infer<typeof tileContentSchema>

export const tileSchema = z.object({
  id: tileIdSchema,
  dashboardId: dashboardIdSchema,
  tabId: tabIdSchema,
  content: tileContentSchema,
  place: placeSchema,
  ...authorshipShape,
})
export type Tile = z.infer<typeof tileSchema>

/** True if marks of a tile filter no other tile, and those of others do not filter it. */
export function isLeftOut({ content }: Pick<Tile, 'content'>): boolean {
  return content.kind !== 'chart' || content.isLeftOut === true
}

export const dashboardPrefix = 'dashboard/'

export function dashboardKey(id: DashboardId): string {
  return `${dashboardPrefix}${id}`
}

/** The prefixes of the tabs and tiles of all dashboards. */
export const tabsPrefix = 'tab/'
export const tilesPrefix = 'tile/'

export function tabPrefix(dashboardId: DashboardId): string {
  return `${tabsPrefix}${dashboardId}/`
}

export function tabKey(dashboardId: DashboardId, id: TabId): string {
  return `${tabPrefix(dashboardId)}${id}`
}

export function tilePrefix(dashboardId: DashboardId): string {
  return `${tilesPrefix}${dashboardId}/`
}

export function tileKey(dashboardId: DashboardId, id: TileId): string {
  return `${tilePrefix(dashboardId)}${id}`
}
