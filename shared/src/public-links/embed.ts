import * as z from 'zod/mini'

/** The path of a public page in a frame of another site. */
export function embedPath(token: string): `/embed/${string}` {
  return `/embed/${token}`
}

/** The script that a page loads to show embeds. */
export const embedScriptPath = '/embed/embed.js'
/** The script of a page in a frame. */
export const frameScriptPath = '/embed/frame.js'

const mostOrigins = 20
const originWords = 'origins such as https://www.example.com or https://*.example.com; http for localhost alone'

/**
 * A site that may show a page in a frame, as a source of `frame-ancestors`: `https://www.example.com`, with `*.` in front
 * of the host for all that lie below it. Without https only this machine's own.
 */
const embedOriginSchema = z.string().check(
  z.overwrite((text) => toEmbedOrigin(text) ?? text),
  z.refine((text) => toEmbedOrigin(text) === text, originWords),
)

export const embedOriginsSchema = z.array(embedOriginSchema).check(
  z.maxLength(mostOrigins, `at most ${mostOrigins} sites`),
  z.overwrite((origins) => [...new Set(origins)]),
)

/** Returns an origin as a browser writes it; null if it is none, or more than an origin. */
function toEmbedOrigin(text: string): string | null {
  const [, scheme = '', wildcard = '', host = ''] =
    /^(https?:\/\/)(\*\.)?([^/?#@\\*\s;,]+)\/?$/i.exec(text.trim()) ?? []
  if (host === '' || !URL.canParse(`${scheme}${host}`)) return null
  const url = new URL(`${scheme}${host}`)
  // Addresses of IPv6 are no sources of a policy.
  if (url.hostname.startsWith('[')) return null
  const isLocal = url.hostname === 'localhost' || url.hostname === '127.0.0.1'
  if (url.protocol === 'http:' && !isLocal) return null
  if (wildcard === '') return url.origin
  // A whole top-level domain is nobody's site.
  const isDomain = /[^.]\.[^.]/.test(url.hostname) && !/\.\d+$/.test(url.hostname)
  return isDomain ? `${url.protocol}//*.${url.host}` : null
}

export const embedThemes = ['light', 'dark', 'system'] as const
export type EmbedTheme = (typeof embedThemes)[number]

/** The names in the address of a page in a frame that say how it looks. */
export const themeName = 'theme'
export const localeName = 'locale'

/** The reasons why a page in a frame is not shown. Its script finds the reason in `data-error` of the body. */
export const embedErrors = [
  'unknown',
  'expired',
  'stopped',
  'busy',
  'failed',
  'too-long',
  'method',
  'has-password',
  'needs-signature',
  'signature-refused',
  'token-expired',
  'signed-value-refused',
] as const
export type EmbedError = (typeof embedErrors)[number]
