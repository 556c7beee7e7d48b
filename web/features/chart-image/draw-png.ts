/** Sharp on today's screens, and when slightly enlarged. */
const usualScale = 2
/** The smallest canvas limit among browsers in use: Safari's on an iPhone. */
const maxPixels = 16_777_216

/** Returns the pixels per CSS px for a PNG of this size; null if even a scale of one would exceed the canvas limit. */
export function pngScale(widthPx: number, heightPx: number): number | null {
  const most = Math.sqrt(maxPixels / (widthPx * heightPx))
  return most < 1 ? null : Math.min(usualScale, most)
}

/** Draws an SVG as PNG; null if the browser refuses. The content security policy allows images from blobs. */
export async function drawPng(svg: Blob, widthPx: number, heightPx: number): Promise<Blob | null> {
  const url = URL.createObjectURL(svg)
  try {
    const image = new Image(widthPx, heightPx)
    image.src = url
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = widthPx
    canvas.height = heightPx
    const context = canvas.getContext('2d', { willReadFrequently: true })
    if (context === null) return null
    await drawSettled(context, image)
    return await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  } catch (thrown) {
    // The image cannot be decoded, or the canvas may not be read.
    if (thrown instanceof DOMException) return null
    throw thrown
  } finally {
    URL.revokeObjectURL(url)
  }
}

const settleMs = 100
const maxDraws = 20

/**
 * Draws until the image stops changing: browsers report it as loaded before its embedded fonts are, omit their letters
 * until then, and fire no event when they have loaded.
 */
async function drawSettled(context: CanvasRenderingContext2D, image: HTMLImageElement): Promise<void> {
  const { width, height } = context.canvas
  let before = new Uint32Array()
  for (let draws = 0; draws < maxDraws; draws++) {
    context.clearRect(0, 0, width, height)
    context.drawImage(image, 0, 0, width, height)
    const pixels = new Uint32Array(context.getImageData(0, 0, width, height).data.buffer)
    const last = before
    if (last.length > 0 && pixels.every((pixel, at) => pixel === last[at])) return
    before = pixels
    await new Promise((resolve) => setTimeout(resolve, settleMs))
  }
}
