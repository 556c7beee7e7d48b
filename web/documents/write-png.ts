import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Resvg } from '@resvg/resvg-js'
import { fontFiles } from './fonts/paper-fonts'
import type { ScriptFont } from './fonts/script-fonts'
import { withPlacedRuns } from './fonts/script-runs'

/** The most pixels of a picture; more would need too much memory. */
const maxPixels = 64_000_000

interface PngOptions {
  /** Pixels for each px of the drawing; less where that were too many. */
  readonly scale: number
  readonly size: { readonly width: number; readonly height: number }
  readonly fonts: readonly ScriptFont[]
}

/** Draws an SVG as PNG on white. */
export async function writePng(svg: string, { scale, size, fonts }: PngOptions): Promise<Uint8Array<ArrayBuffer>> {
  const most = Math.sqrt(maxPixels / (size.width * size.height))
  return await withFiles(fonts, (paths) => {
    const drawing = new Resvg(withPlacedRuns(svg, fonts, 'name'), {
      background: '#ffffff',
      fitTo: { mode: 'zoom', value: Math.min(scale, most) },
      font: {
        loadSystemFonts: false,
        fontFiles: [...Object.values(fontFiles), ...paths],
        defaultFontFamily: 'Inter',
      },
    })
    return new Uint8Array(drawing.render().asPng())
  })
}

/** Keeps fonts in files for as long as `draw` runs: resvg reads no others. */
async function withFiles<T>(fonts: readonly ScriptFont[], draw: (paths: readonly string[]) => T): Promise<T> {
  if (fonts.length === 0) return draw([])
  const folder = await mkdtemp(join(tmpdir(), 'tidemark-fonts-'))
  try {
    const files = fonts.flatMap(({ regular, semibold }) => [regular, semibold])
    const paths = files.map((_, index) => join(folder, `${index}.ttf`))
    await Promise.all(paths.map((path, index) => writeFile(path, files[index] ?? '')))
    return draw(paths)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
