import { extname } from 'node:path'
import type { DatasetFormat } from '@tidemark/shared/datasets/dataset'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { readHead } from './import/text-file'

const formatByExtension: Readonly<Record<string, DatasetFormat>> = {
  '.csv': 'csv',
  '.tsv': 'tsv',
  '.tab': 'tsv',
  '.parquet': 'parquet',
  '.pq': 'parquet',
  '.json': 'json',
  '.geojson': 'json',
  '.ndjson': 'ndjson',
  '.jsonl': 'ndjson',
  '.xlsx': 'xlsx',
  '.xlsm': 'xlsx',
}

/** What begins with these bytes is no table, whatever it is called. */
const otherKinds: readonly { readonly magic: string; readonly kind: string; readonly hint: string }[] = [
  {
    magic: 'PK\u0003\u0004',
    kind: 'a ZIP archive',
    hint: 'Unpack it first. Spreadsheets are read as XLSX or CSV.',
  },
  { magic: '\u001f\u008b', kind: 'compressed with gzip', hint: 'Unpack it first.' },
  { magic: '%PDF', kind: 'a PDF', hint: 'Export the table as CSV.' },
  {
    magic: '\u00d0\u00cf\u0011\u00e0',
    kind: 'an Excel workbook of the old kind, or one with a password',
    hint: 'Save it as XLSX without a password.',
  },
]

/**
 * The format of a file by its content where that is certain, else by its name. A name that says nothing is JSON or CSV.
 * Fails with `upload-type` and what to do instead.
 */
export async function detectFormat(path: string, fileName: string): Promise<DatasetFormat> {
  const head = new TextDecoder('latin1').decode(await readHead(path, 64))
  if (head.startsWith('PAR1')) return 'parquet'
  if (head.startsWith('SQLite format 3\u0000')) return 'sqlite'
  if (head.startsWith('PK\u0003\u0004') && /\.xls[xm]$/i.test(fileName)) return 'xlsx'
  if (head.startsWith('PK\u0003\u0004') && head.includes('[Content_Types].xml')) return 'xlsx'
  const other = otherKinds.find(({ magic }) =>
    head.startsWith(new TextDecoder('latin1').decode(Buffer.from(magic, 'latin1'))),
  )
  if (other !== undefined)
    throw new TidemarkError('upload-type', { detail: `${fileName} is ${other.kind}.`, hint: other.hint })
  const extension = extname(fileName).toLowerCase()
  const format = formatByExtension[extension]
  if (format !== undefined) return format
  if (/^\s*[[{]/.test(head)) return 'json'
  if (extension !== '' && extension !== '.txt')
    throw new TidemarkError('upload-type', { detail: `${fileName} ends in ${extension}.` })
  return 'csv'
}
