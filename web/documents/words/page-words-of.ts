import { pageLanguageOf, type PageLanguage } from '@tidemark/shared/public-links/page-language'
import { englishWords } from './english-words'
import { germanWords } from './german-words'
import type { PageWords } from './page-words'

const words: Readonly<Record<PageLanguage, PageWords>> = { en: englishWords, de: germanWords }

/** Returns the words of a page for a locale. */
export function pageWordsOf(locale: string): PageWords {
  return words[pageLanguageOf(locale)]
}
