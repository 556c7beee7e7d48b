import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { numberFormatOf, type XlsxNumberFormat } from './xlsx-number-format'
import type { XlsxPackage } from './xlsx-package'

export interface WorkbookSheet {
  readonly name: string
  /** The part with the sheet's cells. */
  readonly part: string
  readonly isHidden: boolean
}

/**
 * How a workbook counts days. 1900: from that year, including a 29 February that did not exist. gapless: from
 * 1899-12-30, also backwards, without that day.
 */
export type DayCount = '1900' | '1904' | 'gapless'

/** The parts of a workbook that its cells refer to. */
export interface Workbook {
  readonly sheets: readonly WorkbookSheet[]
  readonly dayCount: DayCount
  readonly formats: readonly XlsxNumberFormat[]
  readonly texts: readonly string[]
}

/** Reads the workbook. Fails with `upload-unreadable` if it is another kind of document. */
export async function readWorkbook(file: XlsxPackage): Promise<Workbook> {
  const root = await readTargets(file, '')
  const part = [...root.values()].find(({ type }) => type.endsWith('/officeDocument'))?.target ?? 'xl/workbook.xml'
  const targets = await readTargets(file, part)
  const sheets: WorkbookSheet[] = []
  let dayCount: DayCount = (await isOfLibreOffice(file, root)) ? 'gapless' : '1900'
  await file.read(part, {
    onOpen: (name, attributes) => {
      if (name === 'workbookPr' && isTrue(attributes['date1904'])) dayCount = '1904'
      if (name !== 'sheet') return
      const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? ''
      const target = targets.get(id)
      // Chart sheets have no cells.
      if (target?.type.endsWith('/worksheet') !== true) return
      const isHidden = (attributes['state'] ?? 'visible') !== 'visible'
      sheets.push({ name: attributes['name'] ?? '', part: target.target, isHidden })
    },
  })
  if (sheets.length === 0) {
    throw new TidemarkError('upload-unreadable', {
      detail: 'It holds no worksheets.',
      hint: 'Open it in a spreadsheet and save it as XLSX or CSV.',
    })
  }
  const partOf = (type: string) => [...targets.values()].find((target) => target.type.endsWith(type))?.target ?? ''
  return {
    sheets,
    dayCount,
    formats: await readFormats(file, partOf('/styles')),
    texts: await readTexts(file, partOf('/sharedStrings')),
  }
}

interface Target {
  readonly type: string
  readonly target: string
}

/** Returns the targets that a part refers to, by relationship id; '' for the whole file. */
export async function readTargets(file: XlsxPackage, part: string): Promise<ReadonlyMap<string, Target>> {
  const folder = part.slice(0, part.lastIndexOf('/') + 1)
  const targets = new Map<string, Target>()
  await file.read(`${folder}_rels/${part.slice(folder.length)}.rels`, {
    onOpen: (name, attributes) => {
      const { Id: id, Type: type = '', Target: target } = attributes
      if (name !== 'Relationship' || id === undefined || target === undefined) return
      const absolute = target.startsWith('/') ? target.slice(1) : `${folder}${target}`
      targets.set(id, { type, target: absolute.replaceAll(/[^/]+\/\.\.\//g, '') })
    },
  })
  return targets
}

/**
 * Returns true if LibreOffice wrote the file. It counts days before March 1900 in its own way, which the file does not
 * state.
 */
async function isOfLibreOffice(file: XlsxPackage, root: ReadonlyMap<string, Target>): Promise<boolean> {
  let application = ''
  let isIn = false
  await file.read([...root.values()].find(({ type }) => type.endsWith('/extended-properties'))?.target ?? '', {
    onOpen: (name) => (isIn = name === 'Application'),
    onText: (text) => {
      if (isIn) application += text
    },
    onClose: () => (isIn = false),
  })
  return application.startsWith('LibreOffice/')
}

/** Reads the number formats by the style number of a cell. */
async function readFormats(file: XlsxPackage, part: string): Promise<readonly XlsxNumberFormat[]> {
  const codes = new Map<number, string>()
  const ids: number[] = []
  let isInCellFormats = false
  await file.read(part, {
    onOpen: (name, attributes) => {
      const id = Number(attributes['numFmtId'] ?? 0)
      if (name === 'cellXfs') isInCellFormats = true
      if (name === 'numFmt') codes.set(id, attributes['formatCode'] ?? '')
      if (name === 'xf' && isInCellFormats) ids.push(id)
    },
    onClose: (name) => {
      if (name === 'cellXfs') isInCellFormats = false
    },
  })
  return ids.map((id) => numberFormatOf(id, codes.get(id)))
}

async function readTexts(file: XlsxPackage, part: string): Promise<readonly string[]> {
  const texts: string[] = []
  let text = ''
  let isText = false
  let isPhonetic = false
  await file.read(part, {
    onOpen: (name) => {
      if (name === 'si') text = ''
      if (name === 'rPh') isPhonetic = true
      isText = name === 't'
    },
    onText: (piece) => {
      if (isText && !isPhonetic) text += piece
    },
    onClose: (name) => {
      isText = false
      if (name === 'rPh') isPhonetic = false
      if (name === 'si') texts.push(unescapeText(text))
    },
  })
  return texts
}

/** Parses a boolean in the form of XML. */
export function isTrue(text: string | undefined): boolean {
  return text === '1' || text === 'true'
}

/** Replaces escapes such as `_x0007_`, by which a sheet represents characters that XML cannot contain. */
export function unescapeText(text: string): string {
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}
