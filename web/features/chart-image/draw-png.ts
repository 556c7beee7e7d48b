/** Sharp on the screens of today, and when it is enlarged a little. */
const usualScale = 2
/** The pixels of the smallest canvas among browsers in use: Safari's on an iPhone. */
const maxPixels = 16_777_216

/** Pixels per CSS px of a PNG of the size, or null where it would be larger than a canvas at less than one. */
export function pngScale(widthPx: number, heightPx: number): number | null {
  const most = Math.sqrt(maxPixels / (widthPx * heightPx))
  return most < 1 ? null : Math.min(usualScale, most)
}

/** The PNG of an SVG, or null where the browser refuses. The content security policy lets images be of blobs. */
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
    // An image that is no image, or a canvas that may not be read.
    if (thrown instanceof DOMException) return null
    throw thrown
  } finally {
    URL.revokeObjectURL(url)
  }
}

const settleMs = 100
const maxDraws = 20

/**
 * Draws until the image stays the same: browsers call it loaded before the fonts inside it are, leave out their letters until
 * then, and tell nobody when they have come.
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
