/** The languages that the words of public pages are written in. Numbers and dates are written in any. */
export const pageLanguages = ['en', 'de'] as const
export type PageLanguage = (typeof pageLanguages)[number]

/** Returns the language of the words of a page for a locale: English where there is none of its own. */
export function pageLanguageOf(locale: string): PageLanguage {
  return pageLanguages.find((language) => language === locale.split('-')[0]?.toLowerCase()) ?? 'en'
}
