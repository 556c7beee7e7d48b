import { extname } from 'node:path'
import type { DatasetFormat } from '@tidemark/shared/datasets/dataset'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { readHead } from '../import/text/text-file'

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

/** Extensions that only say that the file is text, as exports of tables have, including those named `.xls`. */
const textExtensions = new Set(['', '.txt', '.text', '.dat', '.data', '.asc', '.psv', '.log', '.xls'])

/** Returns true if a file with this name counts as a table when it is one of many. */
export function isTableFile(fileName: string): boolean {
  const extension = extname(fileName).toLowerCase()
  return extension in formatByExtension || ['.txt', '.sqlite', '.sqlite3', '.db', '.psv'].includes(extension)
}

interface OtherKind {
  readonly kind: string
  readonly hint: string
}

/** ZIP archives that are spreadsheets of other formats. */
const otherSpreadsheets: Readonly<Record<string, OtherKind>> = {
  '.ods': { kind: 'an OpenDocument spreadsheet', hint: 'Save it as XLSX or CSV.' },
  '.numbers': { kind: 'a Numbers spreadsheet', hint: 'Export it from Numbers as Excel (XLSX) or CSV.' },
  '.xlsb': { kind: 'a binary Excel workbook', hint: 'Save it as XLSX or CSV.' },
}

/** The first bytes of files that are not tables, whatever their name. */
const otherKinds: readonly (OtherKind & { readonly magic: string })[] = [
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

/** The beginnings of texts that are not tables. */
const otherTexts: readonly (OtherKind & { readonly begins: RegExp })[] = [
  {
    begins: /^\s*<(!doctype html|html|head|body|table|meta)\b/i,
    kind: 'a web page',
    hint: 'A page to sign in may have come instead of the file. A table that was exported so can be saved as XLSX from a spreadsheet.',
  },
  {
    begins: /^\s*<\?xml\b/i,
    kind: 'XML',
    hint: 'Export the table as CSV or JSON, or open it in a spreadsheet and save it as XLSX.',
  },
]

/**
 * Detects the format of a file by its content if that is certain, else by its name. If the name does not tell, it is
 * JSON or CSV. Fails with `upload-type` and advice.
 */
export async function detectFormat(path: string, fileName: string): Promise<DatasetFormat> {
  const head = new TextDecoder('latin1').decode(await readHead(path, 128))
  const extension = extname(fileName).toLowerCase()
  const refuse = ({ kind, hint }: OtherKind) =>
    new TidemarkError('upload-type', { detail: `${fileName} is ${kind}.`, hint })
  if (head.startsWith('PAR1')) return 'parquet'
  if (head.startsWith('SQLite format 3\u0000')) return 'sqlite'
  if (head.startsWith('PK\u0003\u0004')) {
    const spreadsheet = otherSpreadsheets[head.includes('opendocument.spreadsheet') ? '.ods' : extension]
    if (spreadsheet !== undefined) throw refuse(spreadsheet)
    if (/^\.xls[xm]?$/.test(extension) || head.includes('[Content_Types].xml')) return 'xlsx'
  }
  const other = otherKinds.find(({ magic }) =>
    head.startsWith(new TextDecoder('latin1').decode(Buffer.from(magic, 'latin1'))),
  )
  if (other !== undefined) throw refuse(other)
  const text = head.replace(/^\u00ef\u00bb\u00bf/, '')
  const otherText = otherTexts.find(({ begins }) => begins.test(text))
  if (otherText !== undefined) throw refuse(otherText)
  const format = formatByExtension[extension]
  if (format !== undefined) return format
  if (/^\s*[[{]/.test(text)) return 'json'
  if (!textExtensions.has(extension))
    throw new TidemarkError('upload-type', { detail: `${fileName} ends in ${extension}.` })
  return 'csv'
}
