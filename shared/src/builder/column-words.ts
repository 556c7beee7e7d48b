import { cutText } from '../base/plain-text'

/** A column's name inside a sentence: `Major Genre` and `majorGenre` are “major genre”, `US_GDP` is “US GDP”. */
export function columnWords(name: string): string {
  const words = name
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .split(/[_\s]+/u)
    .filter((word) => word !== '')
  const read = words.map(wordInside).join(' ')
  return cutText(read, 60) || cutText(name, 60)
}

const abbreviations = new Set('usd eur gbp chf jpy cny inr gdp us uk eu un id url ip'.split(' '))

function wordInside(word: string): string {
  if (abbreviations.has(word)) return word.toUpperCase()
  return isAbbreviation(word) ? word : word.charAt(0).toLowerCase() + word.slice(1)
}

/** The same at the beginning of a name or sentence. */
export function asTitle(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function isAbbreviation(word: string): boolean {
  return /\p{Lu}|\p{Nd}/u.test(word.slice(1)) || (word.length === 1 && /\p{Lu}/u.test(word) && word !== 'A')
}
