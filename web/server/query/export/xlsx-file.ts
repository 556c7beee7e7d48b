import type { WrittenColumns } from '@tidemark/shared/charts/plot/plot'
import type { ColumnStyle } from '@tidemark/shared/charts/column-style'
import { chosenFormat } from '@tidemark/shared/charts/plot/read-columns'
import { Zip, ZipDeflate } from 'fflate'
import { listOf } from '@tidemark/shared/base/list-of'
import { cutText } from '@tidemark/shared/base/plain-text'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { xlsxMaxRows } from '@tidemark/shared/query/export-request'
import { isNumericType, type CellValue, type Field } from '@tidemark/shared/query/field'
import type { NumberSign } from '@tidemark/shared/query/number-sign'
import type { RowFile } from './row-file'
import { firstFormatStyle, formatCodeOf, headerStyle, stylesXml } from './xlsx-styles'

const maxCellLength = 32_767
const maxColumns = 16_384
/** The size limit of a zip entry without the 64-bit extension, which some spreadsheets cannot read. */
const maxSheetBytes = 4_000_000_000
/** The number of rows whose values determine the column widths. */
const measuredRows = 200
const maxWidth = 60
/** The width of a digit of the sheet's font. */
const digitPx = 7

/**
 * signs: by column name. written: the format that the chart has chosen. headers: the lines above the rows, by default
 * the columns' names. styles: of the columns, by their places. frozenColumns: how many of the first columns stay in sight.
 */
export interface XlsxOptions {
  readonly signs: Readonly<Record<string, NumberSign>>
  readonly written?: WrittenColumns | undefined
  readonly headers?: readonly (readonly string[])[]
  readonly styles?: readonly Pick<ColumnStyle, 'kind' | 'format' | 'widthPx'>[]
  readonly frozenColumns?: number
}

/**
 * Creates a workbook with one sheet, zipped as it is written. The header is bold and frozen; dates and times have date
 * formats; texts are never formulas. Numbers of more than 15 digits are text, because a sheet would round them. Sheets
 * have no time zones, so a point in time is shown as local time in the requested zone.
 *
 * Fails with `export-too-large` if a sheet cannot hold the rows. Texts too long for a cell are cut, and noted.
 */
export function createXlsxFile(
  fields: readonly Field[],
  {
    signs,
    written,
    headers = [fields.map(({ name }) => name)],
    styles: columnStyles = [],
    frozenColumns = 0,
  }: XlsxOptions,
): RowFile {
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
  const formats = fields.map((field, index) => {
    const { kind, format } = columnStyles[index] ?? {}
    return formatCodeOf(
      field,
      Object.hasOwn(signs, field.name) ? signs[field.name] : undefined,
      format ?? (written && chosenFormat(written, { field, values: [] })),
      kind,
    )
  })
  const codes = [...new Set(formats.filter((code) => code !== null))]
  const styles = `${xmlStart}${stylesXml(mainSchema, codes.map(escapeXml))}`
  for (const [name, text] of Object.entries({ ...workbookParts, 'xl/styles.xml': styles })) {
    // Compress every entry, however small: readers reject stored entries whose size follows the data.
    const part = new ZipDeflate(name)
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
  const changed: ChangedCells = { cutCount: 0, textNumbers: new Set(), textTimes: new Set() }
  const writers = fields.map((field, index) => {
    const format = formats[index] ?? null
    const style = format === null ? 0 : codes.indexOf(format) + firstFormatStyle
    return cellWriter(field, { letters: columnLetters(index), style, changed })
  })
  let hasStarted = false
  const start = (columns: readonly (readonly CellValue[])[]) => {
    if (hasStarted) return
    hasStarted = true
    push(
      sheetStart(
        fields.map((field, index) => {
          const { widthPx } = columnStyles[index] ?? {}
          if (widthPx !== undefined) return Math.round(widthPx / digitPx)
          return widthOf(field, formats[index] ?? null, columns[index] ?? [])
        }),
        headers,
        frozenColumns,
      ),
    )
  }

  return {
    write: (columns, rowCount) => {
      start(columns)
      if (rowTotal + rowCount > xlsxMaxRows) throw tooLarge(`A sheet holds ${xlsxMaxRows} rows below its header.`)
      let text = ''
      for (let row = 0; row < rowCount; row++) {
        const number = rowTotal + row + 1 + headers.length
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
    notes: () => notesOf(changed),
    end: () => {
      start([])
      push('</sheetData></worksheet>', true)
      zip.end()
      return take()
    },
  }
}

function tooLarge(detail: string): TidemarkError {
  return new TidemarkError('export-too-large', { detail, hint: 'Export it as CSV or Parquet.' })
}

/**
 * The cells that differ from the rows. textNumbers: columns with numbers of more digits than a sheet keeps. textTimes:
 * columns with dates or times that a sheet cannot represent.
 */
interface ChangedCells {
  cutCount: number
  readonly textNumbers: Set<string>
  readonly textTimes: Set<string>
}

function notesOf({ cutCount, textNumbers, textTimes }: ChangedCells): readonly string[] {
  const notes: string[] = []
  if (textNumbers.size > 0)
    notes.push(`Numbers of more than 15 digits in ${listOfSome(textNumbers)} are text: a sheet would round them.`)
  if (textTimes.size > 0)
    notes.push(`Days before March 1900 and other times that sheets have not are text in ${listOfSome(textTimes)}.`)
  if (cutCount > 0) {
    const what = cutCount === 1 ? 'One text was' : `${cutCount.toLocaleString('en')} texts were`
    notes.push(`${what} cut at ${maxCellLength.toLocaleString('en')} characters, the most that a cell can hold.`)
  }
  return notes
}

function listOfSome(columns: ReadonlySet<string>): string {
  const names = [...columns].slice(0, 3).map((name) => `“${cutText(name, 40)}”`)
  const more = columns.size - names.length
  return more > 0 ? `${names.join(', ')} and ${more} more` : listOf(names)
}

interface CellPlace {
  readonly letters: string
  readonly style: number
  readonly changed: ChangedCells
}
type CellWriter = (value: CellValue & {}, row: number) => string

function cellWriter({ name, type }: Field, { letters, style, changed }: CellPlace): CellWriter {
  const styled = style === 0 ? '' : ` s="${style}"`
  const number = (value: string | number, row: number) => `<c r="${letters}${row}"${styled}><v>${value}</v></c>`
  const text: CellWriter = (value, row) => {
    let shown = String(value)
    if (shown.length > maxCellLength) {
      changed.cutCount += 1
      shown = `${cutText(shown, maxCellLength - 1)}…`
    }
    // Cells break lines at LF only; other line breaks would be shown as escape codes.
    shown = shown.replace(/\r\n?/g, '\n')
    return `<c r="${letters}${row}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(shown)}</t></is></c>`
  }
  switch (type) {
    case 'integer':
    case 'number':
      return (value, row) => (typeof value === 'number' ? number(value, row) : text(value, row))
    case 'bigint':
    case 'decimal':
      return (value, row) => {
        const digits = String(value)
        if (isExactNumber(digits)) return number(digits, row)
        changed.textNumbers.add(name)
        return text(value, row)
      }
    case 'boolean':
      return (value, row) => `<c r="${letters}${row}" t="b"><v>${value === true ? 1 : 0}</v></c>`
    case 'date':
    case 'timestamp':
    case 'timestamptz':
    case 'time':
      return (value, row) => {
        const serial = serialOf(String(value))
        if (serial !== null) return number(serial, row)
        changed.textTimes.add(name)
        return text(value, row)
      }
    default:
      return text
  }
}

function isExactNumber(text: string): boolean {
  return /^-?\d+(\.\d+)?$/.test(text) && text.replace(/[-.]/g, '').replace(/^0+/, '').length <= 15
}

const dayMs = 86_400_000
/**
 * Matches dates and times in the form of `field.ts`, with four-digit years: the local time and, for a point in time,
 * its offset.
 */
const dateAndTime =
  /^(?:(\d{4}-\d\d-\d\d)(?:T|$))?((?:[01]\d|2[0-3]):\d\d:\d\d(?:\.\d{1,3})?)?\d*(?:Z|[+-]\d\d(?::\d\d){0,2})?$/

/**
 * Returns the days since 1899-12-30, as sheets count them; null for dates that they cannot show. Sheets count wrongly
 * before March 1900.
 */
function serialOf(text: string): number | null {
  const [, date, time] = dateAndTime.exec(text) ?? []
  if (date === undefined) return time === undefined ? null : Date.parse(`1970-01-01T${time}Z`) / dayMs
  const serial = Date.parse(`${date}T${time ?? '00:00:00'}Z`) / dayMs + 25_569
  return Number.isNaN(serial) || serial < 61 || serial >= 2_958_466 ? null : serial
}

export function columnLetters(index: number): string {
  let letters = ''
  for (let rest = index + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters
  return letters
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/**
 * Escapes a text for XML, which cannot contain most control characters or lone surrogates. Sheets have an escape of
 * their own for control characters.
 */
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

/** Returns a column's width in digits. Spreadsheets do not show a number that is too wide for its column. */
function widthOf({ name, type }: Field, format: string | null, values: readonly CellValue[]): number {
  let width = Math.max(8, name.length)
  for (const value of values.slice(0, measuredRows))
    if (value !== null) width = Math.max(width, shownLength(value, format))
  // Numbers get extra room, because later rows may have larger ones.
  return Math.min(maxWidth, width + (isNumericType(type) && format !== null ? 4 : 2))
}

function shownLength(value: CellValue & {}, format: string | null): number {
  const shown = String(value)
  if (format === null)
    return Math.max(
      ...shown
        .slice(0, maxWidth * 10)
        .split('\n')
        .map((line) => line.length),
    )
  const [digits = ''] = /[#0].*/.exec(format) ?? []
  if (digits === '') return format.replaceAll('\\', '').length
  // Allows a comma per three digits and the format's other characters; a percentage has two more digits.
  return Math.ceil((shown.replace(/\..*/, '').length * 4) / 3) + format.length - 4
}

function sheetStart(widths: readonly number[], headers: readonly (readonly string[])[], frozenColumns: number): string {
  const cols = widths
    .map((width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`)
    .join('')
  const lines = headers.map((texts, line) => {
    const cells = texts.map(
      (text, index) =>
        `<c r="${columnLetters(index)}${line + 1}" t="inlineStr" s="${headerStyle}"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`,
    )
    return `<row r="${line + 1}">${cells.join('')}</row>`
  })
  const split = frozenColumns === 0 ? '' : ` xSplit="${frozenColumns}"`
  const pane = frozenColumns === 0 ? 'bottomLeft' : 'bottomRight'
  return (
    `${xmlStart}<worksheet xmlns="${mainSchema}"><sheetViews><sheetView workbookViewId="0">` +
    `<pane${split} ySplit="${headers.length}" topLeftCell="${columnLetters(frozenColumns)}${headers.length + 1}" activePane="${pane}" state="frozen"/></sheetView></sheetViews>` +
    `${cols === '' ? '' : `<cols>${cols}</cols>`}<sheetData>${lines.join('')}`
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
}
