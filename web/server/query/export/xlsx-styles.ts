import { autoFormat, type NumberFormat } from '@tidemark/shared/query/number-format'
import type { ColumnKind } from '@tidemark/shared/charts/column-style'
import { signedFormat } from '@tidemark/shared/charts/plot/numbers/signed-format'
import { currencyDecimals } from '@tidemark/shared/charts/plot/numbers/format-number'
import { isNumericType, type Field } from '@tidemark/shared/query/field'
import { percentSign, type NumberSign } from '@tidemark/shared/query/number-sign'

/**
 * Returns the number format of a column by ECMA-376 part 1, 18.8.31; null for the spreadsheet's default. kind: as a table
 * shows it.
 */
export function formatCodeOf(
  { type }: Pick<Field, 'type'>,
  sign: NumberSign | undefined,
  chosen: NumberFormat = autoFormat,
  kind?: ColumnKind,
): string | null {
  switch (type) {
    case 'date':
      return kind === 'month' ? monthCode : dayCode
    case 'timestamp':
    case 'timestamptz':
      if (kind === 'month' || kind === 'date') return kind === 'month' ? monthCode : dayCode
      return String.raw`yyyy\-mm\-dd\ hh:mm:ss`
    case 'time':
      return 'hh:mm:ss'
    default:
      if (!isNumericType(type)) return null
      if (chosen.style !== 'auto' || chosen.unit !== '' || chosen.decimals !== null) return chosenCode(chosen, sign)
      return sign === undefined ? null : signedCode(sign, type === 'integer' || type === 'bigint')
  }
}

const dayCode = String.raw`yyyy\-mm\-dd`
const monthCode = String.raw`mmmm\ yyyy`

/** Returns the code of a format that a person chose. Decimals that are not fixed are as many as a number has. */
function chosenCode(chosen: NumberFormat, sign: NumberSign | undefined): string {
  const { style, currency, unit, unitPlace, decimals } = signedFormat(chosen, sign)
  if (style === 'percent') return `0${fraction(decimals ?? 2)}%`
  if (style === 'currency' && currency !== null)
    return `[$${symbolOf(currency)}]#,##0${fraction(decimals ?? currencyDecimals('en', currency))}`
  const number = `#,##0${decimals === null ? '.######' : fraction(decimals)}`
  if (unit === '') return number
  const text = `"${unit.replaceAll('"', '')}"`
  return unitPlace === 'before' ? `${text}${number}` : String.raw`${number}\ ${text}`
}

function fraction(decimals: number): string {
  return decimals === 0 ? '' : `.${'0'.repeat(decimals)}`
}

function symbolOf(currency: string): string {
  const parts = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
  return parts.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? currency
}

function signedCode(sign: NumberSign, isWhole: boolean): string {
  if (sign === percentSign) return '0.00%'
  const { currency } = signedFormat(autoFormat, sign)
  const decimals = isWhole ? 0 : currency === null ? 2 : currencyDecimals('en', currency)
  const gap = /\p{L}$/u.test(sign) ? String.raw`\ ` : ''
  // These characters would end the bracket or separate its parts, so they are removed.
  return `[$${sign.replace(/[[\]-]/g, '')}]${gap}#,##0${fraction(decimals)}`
}

/** The indexes of cell styles: 0 is the default, then the header, then one per number format. */
export const headerStyle = 1
export const firstFormatStyle = 2
const firstFormatId = 164

/** Returns the styles part of the workbook. codes: number formats, already escaped for XML. */
export function stylesXml(schema: string, codes: readonly string[]): string {
  const formats = codes
    .map((code, index) => `<numFmt numFmtId="${firstFormatId + index}" formatCode="${code}"/>`)
    .join('')
  const cells = codes
    .map(
      (_, index) =>
        `<xf numFmtId="${firstFormatId + index}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
    )
    .join('')
  return (
    `<styleSheet xmlns="${schema}">${codes.length === 0 ? '' : `<numFmts count="${codes.length}">${formats}</numFmts>`}` +
    '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
    `<cellXfs count="${codes.length + firstFormatStyle}"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>` +
    `<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>${cells}</cellXfs>` +
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
  )
}
