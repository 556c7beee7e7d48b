/** How a sheet shows a number: as one, as a date or time, or filled up with zeros to so many digits. */
export type NumberFormat =
  | { readonly kind: 'number' }
  | { readonly kind: 'date'; readonly hasDate: boolean }
  | { readonly kind: 'padded'; readonly digits: number }

const plain: NumberFormat = { kind: 'number' }
const date: NumberFormat = { kind: 'date', hasDate: true }
const time: NumberFormat = { kind: 'date', hasDate: false }

/**
 * The meaning of a number format. id: those below 164 have no code in the file. Elapsed time (`[h]:mm`) is a number.
 * Source: ECMA-376 part 1, 18.8.30 and 18.8.31.
 */
export function numberFormatOf(id: number, code: string | undefined): NumberFormat {
  if (code !== undefined) return formatOfCode(code)
  if ((id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)) return date
  return id >= 18 && id <= 21 ? time : plain
}

function formatOfCode(code: string): NumberFormat {
  if (/^0{2,}$/.test(code)) return { kind: 'padded', digits: code.length }
  const letters = code
    .replace(/"[^"]*"|\\.|[_*]./g, '')
    .split(';', 1)
    .join('')
    .toLowerCase()
  if (/\[[hms]+\]/.test(letters)) return plain
  const shown = letters.replace(/\[[^\]]*\]/g, '').replace(/general|am\/pm|a\/p/g, '')
  if (/[yd]/.test(shown)) return date
  if (/[hs]/.test(shown)) return time
  return shown.includes('m') ? date : plain
}
