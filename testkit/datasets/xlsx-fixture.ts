import { strToU8, zipSync } from 'fflate'

interface FixtureSheet {
  readonly name: string
  /** The `<row>` elements. */
  readonly rows: string
  /** XML before the rows. */
  readonly before?: string
  /** XML after the rows. */
  readonly after?: string
  readonly state?: 'hidden' | 'veryHidden'
  /** The `<location>` of its pivot table. */
  readonly pivot?: string
}

interface FixtureBook {
  readonly sheets: readonly FixtureSheet[]
  readonly texts?: readonly string[]
  /** Format codes; a cell of style 1 has the first one. */
  readonly formats?: readonly string[]
  readonly is1904?: boolean
  readonly application?: string
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'

/** Builds a workbook as spreadsheets write it, from the XML of its rows. */
export function workbookOf({ sheets, texts = [], formats = [], is1904 = false, application }: FixtureBook): Uint8Array {
  const relations = [
    ...sheets.map(
      (_, index) =>
        `<Relationship Id="rId${index + 1}" Type="${office}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
    ),
    `<Relationship Id="s" Type="${office}/styles" Target="styles.xml"/>`,
    `<Relationship Id="t" Type="${office}/sharedStrings" Target="/xl/sharedStrings.xml"/>`,
  ]
  const parts: Record<string, string> = {
    '_rels/.rels': `${xml}<Relationships><Relationship Id="a" Type="${office}/officeDocument" Target="xl/workbook.xml"/><Relationship Id="b" Type="${office}/extended-properties" Target="docProps/app.xml"/></Relationships>`,
    'xl/workbook.xml': `${xml}<workbook xmlns="${main}" xmlns:r="${office}"><workbookPr date1904="${is1904 ? 1 : 0}"/><sheets>${sheets
      .map(
        ({ name, state = 'visible' }, index) =>
          `<sheet name="${name}" sheetId="${index + 1}" state="${state}" r:id="rId${index + 1}"/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${xml}<Relationships>${relations.join('')}</Relationships>`,
    'xl/styles.xml': `${xml}<styleSheet xmlns="${main}"><numFmts>${formats
      .map((code, index) => `<numFmt numFmtId="${164 + index}" formatCode="${code.replaceAll('"', '&quot;')}"/>`)
      .join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${formats
      .map((_, index) => `<xf numFmtId="${164 + index}"/>`)
      .join('')}</cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `${xml}<sst xmlns="${main}">${texts.map((text) => `<si>${text.startsWith('<') ? text : `<t>${text}</t>`}</si>`).join('')}</sst>`,
  }
  if (application !== undefined)
    parts['docProps/app.xml'] = `${xml}<Properties><Application>${application}</Application></Properties>`
  for (const [index, { rows, before = '', after = '', pivot }] of sheets.entries()) {
    parts[`xl/worksheets/sheet${index + 1}.xml`] =
      `${xml}<worksheet xmlns="${main}">${before}<sheetData>${rows}</sheetData>${after}</worksheet>`
    if (pivot === undefined) continue
    parts[`xl/worksheets/_rels/sheet${index + 1}.xml.rels`] =
      `${xml}<Relationships><Relationship Id="p" Type="${office}/pivotTable" Target="../pivotTables/pivotTable1.xml"/></Relationships>`
    parts['xl/pivotTables/pivotTable1.xml'] =
      `${xml}<pivotTableDefinition xmlns="${main}">${pivot}</pivotTableDefinition>`
  }
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])))
}

/**
 * Returns a row of a sheet: texts, numbers, booleans, `[number, style]` and null; a text that begins with `<` is the
 * cell's XML itself.
 */
export function rowXml(values: readonly (string | number | boolean | null | readonly [number, number])[]): string {
  const cells = values.map((value) => {
    if (value === null) return '<c/>'
    if (typeof value === 'number') return `<c><v>${value}</v></c>`
    if (typeof value === 'boolean') return `<c t="b"><v>${value ? 1 : 0}</v></c>`
    if (typeof value !== 'string') return `<c s="${value[1]}"><v>${value[0]}</v></c>`
    return value.startsWith('<') ? value : `<c t="inlineStr"><is><t>${value}</t></is></c>`
  })
  return `<row>${cells.join('')}</row>`
}
