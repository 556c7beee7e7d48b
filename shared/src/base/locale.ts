import * as z from 'zod/mini'

/** A language tag (BCP 47) in which numbers and dates can be written. */
export const localeSchema = z.string().check(z.maxLength(35), z.refine(isLocale, 'a BCP 47 language tag'))

function isLocale(text: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(text).length > 0
  } catch (thrown) {
    if (thrown instanceof RangeError) return false
    throw thrown
  }
}
