import { inflateSync } from 'node:zlib'

/** Returns the texts of a PDF that pdfkit wrote, each in one piece, in the order in which they were written. */
export function pdfTexts(pdf: Uint8Array): readonly string[] {
  const source = Buffer.from(pdf).toString('latin1')
  const objects = new Map(
    Array.from(source.matchAll(/(\d+) 0 obj\n(.*?)\nendobj/gs), ([, id = '', body = '']) => [id, body] as const),
  )
  const streamOf = (id: string) => {
    const [, stream = ''] = /stream\n(.*)\nendstream/s.exec(objects.get(id) ?? '') ?? []
    return stream === '' ? '' : inflateSync(Buffer.from(stream, 'latin1')).toString('latin1')
  }
  const letters = new Map<string, readonly string[]>()
  const fonts = Array.from(source.matchAll(/\/(F\d+) (\d+) 0 R/g))
  for (const [, name = '', id = ''] of fonts) {
    const [, map = ''] = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id) ?? '') ?? []
    const codes = Array.from(streamOf(map).matchAll(/\[([^\]]*)\]/g), ([, list = '']) => list.match(/<[^>]*>/g) ?? [])
    letters.set(name, codes.flat().map(lettersOf))
  }
  const pages = Array.from(source.matchAll(/\/Contents (\d+) 0 R/g), ([, id = '']) => streamOf(id))
  return pages.flatMap((page) =>
    Array.from(page.matchAll(/BT\n(.*?)\nET/gs), ([, text = '']) => {
      const [, font = ''] = /\/(F\d+) [\d.]+ Tf/.exec(text) ?? []
      const glyphs = text.match(/<([0-9a-f]{4})> Tj/g) ?? []
      return glyphs.map((glyph) => letters.get(font)?.[Number.parseInt(glyph.slice(1, 5), 16)] ?? '').join('')
    }),
  )
}

function lettersOf(code: string): string {
  const units = code.match(/[0-9a-f]{4}/g) ?? []
  return String.fromCharCode(...units.map((unit) => Number.parseInt(unit, 16)))
}
