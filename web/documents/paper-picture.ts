import { imageSize } from 'image-size'
import { Resvg } from '@resvg/resvg-js'
import { mediaTypes, type ImageType } from '@tidemark/shared/images/image'
import { fontFiles } from './fonts/paper-fonts'

/** A picture as a data URL that PDFs and PNGs can hold, or why it cannot be drawn. */
export type PaperPicture =
  | { readonly kind: 'drawn'; readonly href: string }
  | { readonly kind: 'said'; readonly text: string }

const mostPixels = 30_000_000
const longestSvgSide = 100_000
const longestSidePx = 2000
const probePx = 32
const svgPrefix = `data:${mediaTypes.svg}`

export function paperPicture({ type, bytes }: { readonly type: ImageType; readonly bytes: Uint8Array }): PaperPicture {
  const said = (text: string): PaperPicture => ({ kind: 'said', text })
  if (type === 'webp') return said('WebP pictures cannot be put on paper. PNG, JPEG, GIF and SVG can.')
  const size = sizeOf(bytes)
  if (size === null) return said('This picture is damaged and cannot be drawn.')
  if (type !== 'svg' && size.width * size.height > mostPixels)
    return said('This picture has more than 30 million pixels, which is too many for paper.')
  if (type === 'svg' && Math.max(size.width, size.height) > longestSvgSide)
    return said('This SVG is more than 100,000 pixels wide or high, which is too large for paper.')
  if (type === 'svg' && hasFilter(bytes))
    return said('SVGs with filters, such as a blur or a shadow, cannot be put on paper.')
  const href = type === 'svg' ? svgHref(bytes) : hrefOf(type, bytes)
  // PDFs hold these two as they are, once it is certain that they can be read.
  const isKept = type === 'png' || type === 'jpeg'
  const drawn = href === null ? null : pngOf(href, size, isKept ? probePx : longestSidePx)
  if (href === null || drawn === null) return said('This picture is damaged and cannot be drawn.')
  return { kind: 'drawn', href: isKept ? href : hrefOf('png', drawn) }
}

interface Size {
  readonly width: number
  readonly height: number
}

function sizeOf(bytes: Uint8Array): Size | null {
  try {
    const { width, height } = imageSize(bytes)
    return width > 0 && height > 0 ? { width, height } : null
  } catch {
    // The bytes are not those of a picture.
    return null
  }
}

function hrefOf(type: ImageType, bytes: Uint8Array): string {
  return `data:${mediaTypes[type]};base64,${Buffer.from(bytes).toString('base64')}`
}

/** Returns true if an SVG has a filter: a small file can ask for one that takes minutes and much memory. */
function hasFilter(bytes: Uint8Array): boolean {
  const svg = new TextDecoder().decode(bytes).replace(/&#(x?)([\da-f]+);/gi, (_, hex: string, digits: string) =>
    // Others are no letters.
    String.fromCharCode(parseInt(digits, hex === '' ? 10 : 16)),
  )
  return /<[^\s<>]*filter|(blur|shadow)\s*\(/i.test(svg)
}

/** Takes every address out of an SVG that is not within it: resvg would read files of the server. */
function svgHref(bytes: Uint8Array): string | null {
  const svg = new TextDecoder().decode(bytes).replace(/<!DOCTYPE[^>[]*>/i, '')
  // Entities of its own could hide an address.
  if (/<!(DOCTYPE|ENTITY)/i.test(svg)) return null
  const own = svg.replace(/href\s*=\s*("[^"]*"|'[^']*')/gi, (attribute: string, quoted: string) =>
    /^(#|data:image\/(png|jpeg|gif);base64,)/.test(quoted.slice(1)) ? attribute : '',
  )
  return hrefOf('svg', new TextEncoder().encode(own))
}

/** Draws a picture as PNG, no larger than it is or than a side may be; null if nothing of it can be drawn. */
function pngOf(href: string, { width, height }: Size, sidePx: number): Uint8Array | null {
  const scale = sidePx / Math.max(width, height)
  try {
    const drawing = new Resvg(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><image href="${href}" width="${width}" height="${height}"/></svg>`,
      {
        fitTo: { mode: 'zoom', value: scale },
        font: {
          loadSystemFonts: false,
          fontFiles: href.startsWith(svgPrefix) ? Object.values(fontFiles) : [],
          defaultFontFamily: 'Inter',
        },
      },
    ).render()
    return drawing.pixels.some((part) => part !== 0) ? drawing.asPng() : null
  } catch {
    // The bytes are not those of a picture.
    return null
  }
}
