/** Sharp on the screens of today, and when it is enlarged a little. */
const usualScale = 2
/** What the smallest canvas of a browser in use holds: Safari's on an iPhone. */
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
    const context = canvas.getContext('2d')
    if (context === null) return null
    context.drawImage(image, 0, 0, widthPx, heightPx)
    return await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  } catch (thrown) {
    // An image that is no image, or a canvas that may not be read.
    if (thrown instanceof DOMException) return null
    throw thrown
  } finally {
    URL.revokeObjectURL(url)
  }
}
