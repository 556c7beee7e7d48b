import type { CellValue } from '../../../query/field'

/** Characters that hide what an address is, or that browsers leave out of it: controls, blanks and marks of direction. */
const hiding = /[\p{Cc}\p{Cf}\p{Zs}\p{Zl}\p{Zp}\\]/u
const placeholder = /\{([^{}]*)\}/g
/** An address as far as its server, which no value of the data may choose. */
const knownServer = /^(?:https?:\/\/[^/?#{}]+[/?#]|mailto:)/i

/**
 * Returns an address that is safe to follow: of http, https or mailto, without a name and password, which would show
 * another server than the one that it leads to; null for any other.
 */
export function safeHref(text: string): string | null {
  if (hiding.test(text) || !/^(?:https?:\/\/|mailto:)/i.test(text)) return null
  const url = URL.parse(text)
  if (url === null || url.username !== '' || url.password !== '') return null
  switch (url.protocol) {
    case 'http:':
    case 'https:':
      return url.hostname === '' ? null : url.href
    case 'mailto:':
      return url.href
    default:
      return null
  }
}

/**
 * Returns the address that a template makes of a row; null if it is not safe, or a value that it names is missing.
 * template: with `{column}` for values, which are escaped. valueOf: undefined for a column that does not exist.
 */
export function templateHref(template: string, valueOf: (column: string) => CellValue | undefined): string | null {
  if (!isTemplateSafe(template)) return null
  let isWhole = true
  const text = template.replace(placeholder, (_, column: string) => {
    const value = valueOf(column) ?? null
    if (value === null) isWhole = false
    return encodeURIComponent(String(value).replace(/\p{Cs}/gu, '\ufffd'))
  })
  return isWhole ? safeHref(text) : null
}

/** Returns true if a template says its protocol and server itself. */
export function isTemplateSafe(template: string): boolean {
  return !template.includes('{') ? safeHref(template) !== null : knownServer.test(template)
}

/** Returns the address of an e-mail; null if the text is none. */
export function mailHref(text: string): string | null {
  return /^[^\s@<>,;:"()[\]\\?&#%]+@[^\s@<>,;:"()[\]\\/?&#%]+$/.test(text) ? safeHref(`mailto:${text}`) : null
}

/**
 * Returns the source of a picture that pages may show: one within the data. Pictures of other servers are not fetched,
 * which would tell those servers who reads.
 */
export function pictureSource(text: string): string | null {
  return /^data:image\/(?:png|jpeg|gif|webp|avif);base64,[a-z0-9+/]+=*$/i.test(text) ? text : null
}
