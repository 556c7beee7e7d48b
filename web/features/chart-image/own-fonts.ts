/** A part of the app's font, as the style sheet declares it. */
interface FontPart {
  readonly url: string
  readonly weight: string
  readonly unicodeRange: string
}

/**
 * Returns the parts of Inter that the text needs, as `@font-face` rules with embedded fonts: an image may load nothing,
 * and the PNG is drawn from one. Parts that cannot be fetched are left out, and their letters use the viewer's font.
 */
export async function ownFonts(text: string): Promise<string> {
  const codes = new Set(Array.from(text, (char) => char.codePointAt(0) ?? 0))
  const wanted = fontParts().filter(({ unicodeRange }) => coversAny(unicodeRange, codes))
  const faces = await Promise.all(
    wanted.map(async ({ url, weight, unicodeRange }) => {
      const data = await fetchAsDataUrl(url)
      return data === null
        ? ''
        : `@font-face{font-family:Inter;font-weight:${weight};font-display:swap;src:url(${data}) format('woff2');unicode-range:${unicodeRange}}`
    }),
  )
  return faces.join('')
}

function fontParts(): readonly FontPart[] {
  return Array.from(document.styleSheets).flatMap((sheet) =>
    Array.from(sheet.cssRules).flatMap((rule) => {
      if (!(rule instanceof CSSFontFaceRule)) return []
      const property = (name: string) => rule.style.getPropertyValue(name)
      const [, url] = /url\(["']?([^"')]+)/.exec(property('src')) ?? []
      // The fallback shown until Inter is loaded is a system font.
      if (url === undefined || !/inter/i.test(property('font-family'))) return []
      return [
        {
          url: new URL(url, sheet.href ?? document.baseURI).href,
          weight: property('font-weight') || '100 900',
          unicodeRange: property('unicode-range') || 'U+0-10FFFF',
        },
      ]
    }),
  )
}

/** Returns true if a CSS `unicode-range` contains any of the code points. */
export function coversAny(unicodeRange: string, codes: ReadonlySet<number>): boolean {
  return unicodeRange.split(',').some((part) => {
    const [from = '', to = from] = part.trim().slice(2).split('-')
    const first = Number.parseInt(from.replaceAll('?', '0'), 16)
    const last = Number.parseInt(to.replaceAll('?', 'f'), 16)
    for (const code of codes) if (code >= first && code <= last) return true
    return false
  })
}

async function fetchAsDataUrl(url: string): Promise<string | null> {
  const response = await fetch(url).catch(() => null)
  if (response === null || !response.ok) return null
  const bytes = new Uint8Array(await response.arrayBuffer())
  return `data:font/woff2;base64,${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))}`
}
