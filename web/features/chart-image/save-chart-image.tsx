import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { exportFileName, type ImageFormat } from '@tidemark/shared/query/export-request'
import { downloadBlob } from '@/ui/download-blob'
import { toast } from '@/ui/popups/toaster'
import { ChartImage, layOutImage, type ImageLayout, type ImageSource } from './chart-image'
import { drawPng, pngScale } from './draw-png'
import { withoutControls, withStyle } from './image-text'
import { readColors, withOwnColors } from './own-colors'
import { ownFonts } from './own-fonts'

/**
 * Saves a chart as an image, in the theme that the reader sees. The SVG is self-contained; the PNG has two pixels for
 * each CSS pixel.
 */
export async function saveChartImage(source: ImageSource, format: ImageFormat, locale: string): Promise<void> {
  const layout = layOutImage(source)
  const fileName = exportFileName(source.title, format)
  const svg = new Blob([await imageSvg(source, layout)], { type: 'image/svg+xml' })
  if (format === 'svg') {
    downloadBlob(svg, fileName)
    sayExported(fileName)
    return
  }
  const asSvg = { label: 'Download SVG', onClick: () => void saveChartImage(source, 'svg', locale) }
  const scale = pngScale(layout.widthPx, layout.heightPx)
  if (scale === null) {
    toast('This chart is too large for a PNG. No file was saved.', {
      tone: 'warn',
      description: 'Make its tile or the window smaller, or download it as SVG, which has no limit.',
      action: asSvg,
    })
    return
  }
  const [width, height] = [Math.floor(layout.widthPx * scale), Math.floor(layout.heightPx * scale)]
  const png = await drawPng(svg, width, height)
  if (png === null) {
    toast('The image was not made. No file was saved.', {
      tone: 'bad',
      description: 'This browser refused to draw it as PNG. It can be downloaded as SVG.',
      action: asSvg,
    })
    return
  }
  downloadBlob(png, fileName)
  const count = (pixels: number) => pixels.toLocaleString(locale)
  sayExported(fileName, `${count(width)} × ${count(height)} pixels`)
}

function sayExported(fileName: string, description?: string): void {
  toast(`Exported ${fileName}`, { tone: 'good', description })
}

async function imageSvg(source: ImageSource, layout: ImageLayout): Promise<string> {
  const holder = document.createElement('div')
  const root = createRoot(holder)
  // Rendered with the page's React; `renderToString` would have to be loaded just for this.
  flushSync(() => root.render(<ChartImage source={source} layout={layout} />))
  const drawn = new XMLSerializer().serializeToString(holder.firstElementChild ?? holder)
  const text = holder.textContent
  root.unmount()
  const colors = readColors()
  const svg = withoutControls(withOwnColors(drawn, colors.colorOf))
  colors.done()
  return withStyle(svg, await ownFonts(text))
}
