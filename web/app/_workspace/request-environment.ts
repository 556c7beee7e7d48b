import { cookies, headers } from 'next/headers'
import { viewportCookie } from '@tidemark/shared/base/viewport-cookie'

const fallbackLocale = 'en'
const fallbackViewportWidth = 1280

/** Returns the reader's first language that this runtime can format in. */
export async function requestLocale(): Promise<{ readonly locale: string }> {
  const accepted = (await headers()).get('accept-language') ?? ''
  for (const part of accepted.split(',')) {
    const tag = part.split(';')[0]?.trim() ?? ''
    const [locale] = supportedLocales(tag)
    if (locale !== undefined) return { locale }
  }
  return { locale: fallbackLocale }
}

/**
 * Returns the width of the reader's window in CSS pixels: as stored at their last visit, else as the browser reports at
 * the host's request, else a default.
 */
export async function requestViewportWidth(): Promise<number> {
  const fromCookie = Number((await cookies()).get(viewportCookie)?.value)
  const fromHint = Number((await headers()).get('sec-ch-viewport-width') ?? undefined)
  return [fromCookie, fromHint].find(isWindowWidth) ?? fallbackViewportWidth
}

function isWindowWidth(width: number): boolean {
  return Number.isInteger(width) && width >= 240 && width <= 10_000
}

function supportedLocales(tag: string): readonly string[] {
  try {
    return Intl.NumberFormat.supportedLocalesOf(tag)
  } catch {
    // The text is not a language tag, such as `*` or an invalid value.
    return []
  }
}
