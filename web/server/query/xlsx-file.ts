import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { xlsxMaxRows } from '@tidemark/shared/query/export-request'
import type { CellValue, Field } from '@tidemark/shared/query/field'
import type { RowFile } from './row-file'

const maxCellLength = 32_767
const maxColumns = 16_384
/** A part of a zip without its 64-bit extension, which spreadsheets do not all read. */
const maxSheetBytes = 4_000_000_000
const styles = { none: 0, header: 1, date: 2, timestamp: 3 } as const

/**
 * A workbook of one sheet, zipped as it is written: its header is bold and stays in sight, dates are dates, texts are never
 * formulas. Integers and decimals of more than 15 digits are text, because a sheet would round them.
 *
 * Fails with `export-too-large` for what a sheet does not hold.
 */
export function createXlsxFile(fields: readonly Field[]): RowFile {
  if (fields.length > maxColumns) throw tooLarge(`A sheet holds ${maxColumns} columns.`)
  let pieces: Uint8Array[] = []
  const zip = new Zip((failure, chunk) => {
    if (failure) throw failure
    if (chunk.length > 0) pieces.push(chunk)
  })
  const take = () => {
    const taken = pieces
    pieces = []
    return taken
  }
  for (const [name, text] of Object.entries(workbookParts)) {
    const part = new ZipPassThrough(name)
    zip.add(part)
    part.push(Buffer.from(text), true)
  }
  const sheet = new ZipDeflate('xl/worksheets/sheet1.xml', { level: 3 })
  zip.add(sheet)
  let sizeBytes = 0
  let rowTotal = 0
  const push = (text: string, isLast = false) => {
    const bytes = Buffer.from(text)
    sizeBytes += bytes.byteLength
    if (sizeBytes > maxSheetBytes) throw tooLarge('A sheet holds 4 GB.')
    sheet.push(bytes, isLast)
  }
  const writers = fields.map((field, index) => cellWriter(field, columnLetters(index)))
  push(sheetStart(fields))

  return {
    write: (columns, rowCount) => {
      if (rowTotal + rowCount > xlsxMaxRows) throw tooLarge(`A sheet holds ${xlsxMaxRows} rows below its header.`)
      let text = ''
      for (let row = 0; row < rowCount; row++) {
        const number = rowTotal + row + 2
        text += `<row r="${number}">`
        for (let column = 0; column < columns.length; column++) {
          const value = columns[column]?.[row] ?? null
          if (value !== null) text += writers[column]?.(value, number) ?? ''
        }
        text += '</row>'
      }
      rowTotal += rowCount
      push(text)
      return take()
    },
    end: () => {
      push('</sheetData></worksheet>', true)
      zip.end()
      return take()
    },
  }
}

function tooLarge(detail: string): TidemarkError {
  return new TidemarkError('export-too-large', { detail, hint: 'Export it as CSV or Parquet.' })
}

type CellWriter = (value: CellValue & {}, row: number) => string

function cellWriter({ type }: Field, letters: string): CellWriter {
  const number = (value: string | number, row: number, style: number = styles.none) =>
    `<c r="${letters}${row}"${style === 0 ? '' : ` s="${style}"`}><v>${value}</v></c>`
  const text: CellWriter = (value, row) => {
    const shown = String(value)
    const cut = shown.length > maxCellLength ? `${shown.slice(0, maxCellLength - 1)}…` : shown
    return `<c r="${letters}${row}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(cut)}</t></is></c>`
  }
  switch (type) {
    case 'integer':
    case 'number':
      return (value, row) => (typeof value === 'number' ? number(value, row) : text(value, row))
    case 'bigint':
    case 'decimal':
      return (value, row) => (isExactNumber(String(value)) ? number(String(value), row) : text(value, row))
    case 'boolean':
      return (value, row) => `<c r="${letters}${row}" t="b"><v>${value === true ? 1 : 0}</v></c>`
    case 'date':
    case 'timestamp':
      return (value, row) => {
        const serial = serialOf(String(value))
        const style = type === 'date' ? styles.date : styles.timestamp
        return serial === null ? text(value, row) : number(serial, row, style)
      }
    default:
      return text
  }
}

function isExactNumber(text: string): boolean {
  return /^-?\d+(\.\d+)?$/.test(text) && text.replace(/[-.]/g, '').replace(/^0+/, '').length <= 15
}

/** Days since 1899-12-30, as sheets count; null for what they cannot show: before March 1900 they count wrongly. */
function serialOf(text: string): number | null {
  const time = Date.parse(text.length === 10 ? `${text}T00:00:00Z` : `${text.slice(0, 23)}Z`)
  const serial = time / 86_400_000 + 25_569
  return Number.isNaN(serial) || serial < 61 || serial >= 2_958_466 ? null : serial
}

export function columnLetters(index: number): string {
  let letters = ''
  for (let rest = index + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters
  return letters
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** XML has no way to write most control characters and lone surrogates; a sheet has its own for the former. */
function escapeXml(text: string): string {
  return (
    text
      .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
      .replace(/[&<>"]/g, (character) => entities[character] ?? character)
      // oxlint-disable-next-line no-control-regex -- these are the characters that XML cannot hold
      .replace(/[\u0000-\u0008\u000b\u000c\u000d\u000e-\u001f\ufffe\uffff]/g, (character) => {
        return `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`
      })
      .replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd')
  )
}

function sheetStart(fields: readonly Field[]): string {
  const cols = fields
    .map(({ name, type }, index) => {
      const width = Math.min(60, Math.max(type === 'timestamp' ? 19 : 10, name.length + 2))
      return `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`
    })
    .join('')
  const header = fields
    .map(
      ({ name }, index) =>
        `<c r="${columnLetters(index)}1" t="inlineStr" s="${styles.header}"><is><t xml:space="preserve">${escapeXml(name)}</t></is></c>`,
    )
    .join('')
  return (
    `${xmlStart}<worksheet xmlns="${mainSchema}"><sheetViews><sheetView workbookViewId="0">` +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
    `${cols === '' ? '' : `<cols>${cols}</cols>`}<sheetData><row r="1">${header}</row>`
  )
}

const xmlStart = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const mainSchema = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const officeSchema = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageSchema = 'http://schemas.openxmlformats.org/package/2006'
const partType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const workbookParts: Readonly<Record<string, string>> = {
  '[Content_Types].xml':
    `${xmlStart}<Types xmlns="${packageSchema}/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    `<Override PartName="/xl/workbook.xml" ContentType="${partType}.sheet.main+xml"/>` +
    `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${partType}.worksheet+xml"/>` +
    `<Override PartName="/xl/styles.xml" ContentType="${partType}.styles+xml"/></Types>`,
  '_rels/.rels': `${xmlStart}<Relationships xmlns="${packageSchema}/relationships"><Relationship Id="rId1" Type="${officeSchema}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `${xmlStart}<workbook xmlns="${mainSchema}" xmlns:r="${officeSchema}"><sheets><sheet name="Rows" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels':
    `${xmlStart}<Relationships xmlns="${packageSchema}/relationships"><Relationship Id="rId1" Type="${officeSchema}/worksheet" Target="worksheets/sheet1.xml"/>` +
    `<Relationship Id="rId2" Type="${officeSchema}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml':
    `${xmlStart}<styleSheet xmlns="${mainSchema}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/>` +
    '<numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts>' +
    '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
    '<cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
    '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>' +
    '<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
    '<xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>',
}
