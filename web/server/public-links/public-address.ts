import type { IncomingMessage } from 'node:http'
import { embedThemes, localeName, themeName } from '@tidemark/shared/public-links/embed'
import { signedEmbedPath } from '@tidemark/shared/public-links/embed-claims'
import { isPublicLinkToken, longestChoices } from '@tidemark/shared/public-links/public-link'
import type { EmbedLook } from '../documents/document-messages'

/**
 * The meaning of a stranger's address. file: the font, or a script of embeds or its types. path: where the page lies, below which are
 * its pictures. look: null where the page is in no frame. imageId: of a picture of the page.
 */
export type PublicAddress =
  | { readonly kind: 'file'; readonly name: PublicFile }
  | { readonly kind: 'refused'; readonly reason: 'unknown' | 'too-long' }
  | { readonly kind: 'moved'; readonly to: string }
  | {
      readonly kind: 'link'
      readonly by: { readonly token: string } | { readonly jwt: string }
      readonly path: string
      readonly look: EmbedLook | null
      readonly imageId: string | null
      readonly query: URLSearchParams
    }

/** The font is named in `public-page.css`. */
const filesByPath = {
  '/p/inter.woff2': 'inter.woff2',
  '/embed/frame.js': 'frame.js',
  '/embed/embed.js': 'embed.js',
  '/embed/embed.d.ts': 'embed.d.ts',
} as const
export type PublicFile = (typeof filesByPath)[keyof typeof filesByPath]

const longestAddress = longestChoices + 1000

/** Reads the target of a request below `/p` or `/embed`. */
export function readPublicAddress(target: string): PublicAddress {
  if (target.length > longestAddress) return { kind: 'refused', reason: 'too-long' }
  const { pathname, searchParams: query } = new URL(target, 'http://localhost')
  const file = Object.entries(filesByPath).find(([path]) => path === pathname)
  if (file !== undefined) return { kind: 'file', name: file[1] }
  if (pathname.startsWith('/embed/signed/')) return readSigned(pathname, query)
  const [, place, token = '', part, imageId, ...more] = pathname.split('/')
  const isPicture = part === 'images' && imageId !== undefined && more.length === 0
  if (!isPublicLinkToken(token) || (part !== undefined && !isPicture)) return { kind: 'refused', reason: 'unknown' }
  return {
    kind: 'link',
    by: { token },
    path: `/${place}/${token}`,
    look: place === 'embed' ? readLook(query) : null,
    imageId: isPicture ? imageId : null,
    query,
  }
}

/** Reads `/embed/signed/<jwt>/`, with the slash, so that its addresses need not name the token: equal pages are kept once. */
function readSigned(pathname: string, query: URLSearchParams): PublicAddress {
  const [, , , jwt = '', part, imageId, ...more] = pathname.split('/')
  if (jwt === '') return { kind: 'refused', reason: 'unknown' }
  if (part === undefined)
    return { kind: 'moved', to: `${signedEmbedPath(jwt)}${query.size === 0 ? '' : `?${query.toString()}`}` }
  const isPage = part === '' && imageId === undefined
  if (!isPage && (part !== 'images' || imageId === undefined || more.length > 0))
    return { kind: 'refused', reason: 'unknown' }
  return {
    kind: 'link',
    by: { jwt },
    path: '.',
    look: readLook(query),
    imageId: isPage ? null : (imageId ?? null),
    query,
  }
}

/** Returns the look of a page in a frame that is asked for; null where it is in none. */
export function lookOf({ url = '/' }: Pick<IncomingMessage, 'url'>): EmbedLook | null {
  return /^\/embed(?:\/|$)/.test(url) ? readLook(new URL(url, 'http://localhost').searchParams) : null
}

/** Returns the language of a request's address, or else the reader's first, that this runtime can format in. */
export function localeOf(request: Pick<IncomingMessage, 'url' | 'headers'>): string {
  const given = lookOf(request)?.locale ?? null
  if (given !== null) return given
  for (const part of (request.headers['accept-language'] ?? '').split(',').slice(0, 10)) {
    const locale = toLocale(part.split(';')[0]?.trim() ?? '')
    if (locale !== null) return locale
  }
  return 'en'
}

/** Returns a text as the tag of a language that this runtime can format in, without what would tell readers apart. */
function toLocale(text: string): string | null {
  if (!/^[a-z]{2,3}(?:-[a-z]{4})?(?:-[a-z]{2})?$/i.test(text)) return null
  return Intl.NumberFormat.supportedLocalesOf(text)[0] ?? null
}

function readLook(query: URLSearchParams): EmbedLook {
  return {
    theme: embedThemes.find((theme) => theme === query.get(themeName)) ?? 'system',
    locale: toLocale(query.get(localeName) ?? ''),
  }
}
