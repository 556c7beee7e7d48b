type Take = (files: readonly File[]) => void

let taker: Take | null = null

/** Gives pictures that are dropped on the window to a page that can show them. Returns a function that ends it. */
export function takeDroppedImages(take: Take): () => void {
  taker = take
  return () => {
    if (taker === take) taker = null
  }
}

/** True while the page takes pictures. */
export function takesImages(): boolean {
  return taker !== null
}

/** The part of a file by which a picture is known. */
const headBytes = 8_192

/** Passes pictures among dropped files, told by their content, to the page that takes them. Returns the other files. */
export async function passOnImages(files: readonly File[]): Promise<readonly File[]> {
  const take = taker
  if (take === null) return files
  const { imageTypeOf } = await import('@tidemark/shared/images/image-type')
  const areImages = await Promise.all(
    files.map(async (file) => imageTypeOf(new Uint8Array(await file.slice(0, headBytes).arrayBuffer())) !== null),
  )
  const images = files.filter((_, index) => areImages[index])
  if (images.length > 0) take(images)
  return files.filter((_, index) => !areImages[index])
}
