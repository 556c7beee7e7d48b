import * as z from 'zod/mini'
import { idSchema } from '../base/ids'
import { cutText } from '../base/plain-text'
import { errorBodySchema } from '../errors/tidemark-error'
import { runItemSchema } from './run-query'
import type { ApiEndpoint } from '../base/api-endpoint'

export const exportFormats = ['csv', 'ndjson', 'parquet', 'xlsx'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** The image formats of a chart, made in the browser from its drawing. */
export type ImageFormat = 'png' | 'svg'

/** The rows that a sheet can hold besides its header. */
export const xlsxMaxRows = 1_048_575

/**
 * Exports the whole result of a chart or query as a file. exportId: chosen by the caller, to ask for its state and to
 * stop it. fileName: without its extension; by default the chart's name. formulas: in CSV, text that a spreadsheet
 * would read as a formula gets a leading apostrophe, and the file begins with a UTF-8 byte order mark, unless formulas
 * are to be kept.
 */
export const exportRequestSchema = z.strictObject({
  exportId: idSchema,
  format: z.enum(exportFormats),
  item: runItemSchema,
  fileName: z.optional(z.string().check(z.maxLength(120))),
  formulas: z.optional(z.enum(['guard', 'keep'])),
})
export type ExportRequest = z.infer<typeof exportRequestSchema>

/**
 * The progress of an export, which is available for a minute after its end. notes: sentences on what differs in the
 * file.
 */
export const exportStateSchema = z.object({
  status: z.enum(['running', 'done', 'failed', 'cancelled']),
  rowCount: z.int(),
  sizeBytes: z.int(),
  notes: z.optional(z.array(z.string())),
  error: z.optional(errorBodySchema),
})
export type ExportState = z.infer<typeof exportStateSchema>

/** Returns a file name that every file system accepts. */
export function exportFileName(name: string, format: ExportFormat | ImageFormat | 'pdf'): string {
  const plain = name
    .replace(/\p{Cs}/gu, ' ')
    // oxlint-disable-next-line no-control-regex -- control characters are what no file name may hold
    .replace(/[\u0000-\u001f\u007f<>:"/\\|?*]+/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '')
  const short = cutText(plain, 100).trim()
  return `${short === '' ? 'export' : short}.${format}`
}

/** Its answer is a file. */
export const startExportEndpoint = {
  method: 'POST',
  path: '/api/exports',
  body: exportRequestSchema,
} as const satisfies ApiEndpoint

export const exportStateEndpoint = {
  method: 'GET',
  path: '/api/exports/:id',
  answer: exportStateSchema,
} as const satisfies ApiEndpoint
