import { cookies, headers } from 'next/headers'
import { viewportCookie } from '@/client/viewport-cookie'

const fallbackLocale = 'en'
const fallbackViewportWidth = 1280

/** The reader's first language that this runtime can format in. */
export async function requestLocale(): Promise<{ readonly locale: string }> {
  const accepted = (await headers()).get('accept-language') ?? ''
  for (const part of accepted.split(',')) {
    const tag = part.split(';')[0]?.trim() ?? ''
    const [locale] = supportedLocales(tag)
    if (locale !== undefined) return { locale }
  }
  return { locale: fallbackLocale }
}

/** The width of the reader's window when they last looked, in CSS pixels. */
export async function requestViewportWidth(): Promise<number> {
  const width = Number((await cookies()).get(viewportCookie)?.value)
  return Number.isInteger(width) && width >= 240 && width <= 10_000 ? width : fallbackViewportWidth
}

function supportedLocales(tag: string): readonly string[] {
  try {
    return Intl.NumberFormat.supportedLocalesOf(tag)
  } catch {
    // Not a language tag at all: `*`, or nonsense a client sent.
    return []
  }
}
