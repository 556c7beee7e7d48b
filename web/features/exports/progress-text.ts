import { plural } from '@tidemark/shared/charts/plot/numbers/format-number'
import type { ExportState } from '@tidemark/shared/query/export-request'

/** Returns text like "1,204,000 rows · 48 MB". */
export function progressText(
  { rowCount, sizeBytes }: Pick<ExportState, 'rowCount' | 'sizeBytes'>,
  locale: string,
): string {
  const rows = plural(locale, rowCount, 'row')
  return sizeBytes === 0 ? rows : `${rows} · ${sizeText(sizeBytes, locale)}`
}

function sizeText(bytes: number, locale: string): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const
  const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  const value = bytes / 1000 ** step
  return value.toLocaleString(locale, {
    style: 'unit',
    unit: units[step] ?? 'byte',
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: value < 10 && step > 0 ? 1 : 0,
  })
}
