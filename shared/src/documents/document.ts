import * as z from 'zod/mini'
import type { ApiEndpoint } from '../base/api-endpoint'
import { localeSchema } from '../base/locale'

export const documentFormats = ['pdf', 'png'] as const
export type DocumentFormat = (typeof documentFormats)[number]

/** The sizes of paper in points, upright. */
export const paperSizes = {
  a4: { width: 595.28, height: 841.89 },
  a3: { width: 841.89, height: 1190.55 },
  letter: { width: 612, height: 792 },
} as const
export type PaperSize = keyof typeof paperSizes

/**
 * The form of a document. Any other parameter of the address is one of the page: the chosen values of filters and
 * parameters, a saved view, chosen marks. scale: pixels of a PNG for each CSS pixel. locale: how numbers and dates are
 * written. seeAs: the id of a member as whom an admin looks at it. tile: the id of a tile with a chart, to have it alone.
 */
export const documentQuerySchema = z.looseObject({
  format: z.enum(documentFormats),
  paper: z._default(z.enum(['a4', 'a3', 'letter']), 'a4'),
  orientation: z._default(z.enum(['landscape', 'portrait']), 'landscape'),
  scale: z._default(z.enum(['1', '2', '3']), '2'),
  seeAs: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
  tile: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
  locale: z._default(localeSchema, 'en'),
})
export type DocumentQuery = z.infer<typeof documentQuerySchema>

export const dashboardDocumentEndpoint = {
  method: 'GET',
  path: '/api/dashboards/:id/document',
  query: documentQuerySchema,
} as const satisfies ApiEndpoint

export const chartDocumentEndpoint = {
  method: 'GET',
  path: '/api/charts/:id/document',
  query: documentQuerySchema,
} as const satisfies ApiEndpoint
