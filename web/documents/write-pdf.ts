import Pdf from 'pdfkit'
import svgToPdf from 'svg-to-pdfkit'
import { codeFamily, cutPaperFonts } from './fonts/paper-fonts'
import type { ScriptFont } from './fonts/script-fonts'
import { withPlacedRuns } from './fonts/script-runs'

export interface PdfPage {
  readonly svg: string
  /** The name of the chapter that begins here; null within one. */
  readonly chapter: string | null
}

interface PdfOptions {
  readonly title: string
  readonly size: { readonly width: number; readonly height: number }
  readonly marginPt: number
  readonly made: Date
  /** For letters that Inter lacks. */
  readonly fonts: readonly ScriptFont[]
}

/** Writes pages of SVG as a PDF with real text and its chapters as outline. Sizes in points. */
export async function writePdf(
  pages: readonly PdfPage[],
  { title, size, marginPt, made, fonts }: PdfOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  const pdf = new Pdf({
    autoFirstPage: false,
    size: [size.width, size.height],
    margin: 0,
    lang: 'en',
    displayTitle: true,
    info: { Title: title, Creator: 'Tidemark', Producer: 'Tidemark', CreationDate: made },
  })
  const chunks: Uint8Array[] = []
  const written = new Promise<void>((resolve, reject) => {
    pdf.on('data', (chunk: Uint8Array) => chunks.push(chunk))
    pdf.on('end', resolve)
    pdf.on('error', reject)
  })
  const letters = new Set(pages.flatMap(({ svg }) => [...new Set(svg)]))
  for (const [face, font] of await cutPaperFonts([...letters].join(''))) pdf.registerFont(face, font)
  for (const { family, regular, semibold } of fonts) {
    pdf.registerFont(family, regular)
    pdf.registerFont(`${family} semibold`, semibold)
  }
  const families = new Set(fonts.map(({ family }) => family))
  for (const { svg, chapter } of pages) {
    pdf.addPage()
    if (chapter !== null) pdf.outline.addItem(chapter)
    svgToPdf(pdf, withPlacedRuns(withoutHalos(svg), fonts, 'family'), marginPt, marginPt, {
      width: size.width - 2 * marginPt,
      height: size.height - 2 * marginPt,
      assumePt: false,
      fontCallback: (family: string, isBold: boolean, isItalic: boolean) => {
        if (families.has(family)) return isBold ? `${family} semibold` : family
        if (family === codeFamily) return 'code'
        if (isItalic) return isBold ? 'semiboldItalic' : 'italic'
        return isBold ? 'semibold' : 'regular'
      },
    })
  }
  pdf.end()
  await written
  return new Uint8Array(Buffer.concat(chunks))
}

/** PDF has no order of painting: the halo of a label would cover its letters. */
function withoutHalos(svg: string): string {
  return svg.replace(/<(text|g)\b[^>]*paint-order="stroke"[^>]*>/g, (tag) =>
    tag.replace(/ (stroke|stroke-width|stroke-linejoin|paint-order)="[^"]*"/g, ''),
  )
}
