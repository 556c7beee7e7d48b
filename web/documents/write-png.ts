import { Resvg } from '@resvg/resvg-js'
import { fontFiles } from './paper-fonts'

/** The most pixels of a picture; more would need too much memory. */
const maxPixels = 64_000_000

/** Draws an SVG as PNG on white. scale: pixels for each px of the drawing; less where that were too many. */
export function writePng(svg: string, scale: number, size: { readonly width: number; readonly height: number }) {
  const most = Math.sqrt(maxPixels / (size.width * size.height))
  const drawing = new Resvg(svg, {
    background: '#ffffff',
    fitTo: { mode: 'zoom', value: Math.min(scale, most) },
    font: {
      loadSystemFonts: false,
      fontFiles: [fontFiles.regular, fontFiles.semibold],
      defaultFontFamily: 'Inter',
    },
  })
  return new Uint8Array(drawing.render().asPng())
}
