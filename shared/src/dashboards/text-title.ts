import { toName } from '../base/name'

/** Longer ones are hard to keep apart, and a screen reader says them with every button. */
const mostCharacters = 60

const heading = /^ {0,3}#{1,6}[ \t]+\S/
const fence = /^ {0,3}(?:`{3,}|~{3,})/
/** The marks that begin a heading, a quote, an item of a list or a task. */
const lineStart = /^(?:\s*(?:#{1,6}|>|[-*+]|\d{1,9}[.)]|\[[ xX]\])(?=\s))+\s*/
const said = /[\p{L}\p{N}\p{Extended_Pictographic}]/u

/** The title of a Markdown text: its first heading, else its first words. Null if it has no words. */
export function textTitle(markdown: string): string | null {
  const lines = linesOutsideCode(markdown)
  const titles = [...lines.filter((line) => heading.test(line)), ...lines].map(plainLine)
  const title = titles.find((line) => said.test(line))
  return title === undefined ? null : cutWords(title)
}

function linesOutsideCode(markdown: string): readonly string[] {
  let isCode = false
  return markdown.split(/\r?\n/).filter((line) => {
    if (fence.test(line)) isCode = !isCode
    return !isCode && !fence.test(line)
  })
}

/** A line without the signs of Markdown; an underscore or asterisk between letters is one of them. */
function plainLine(line: string): string {
  const plain = line
    .replace(lineStart, '')
    .replace(/\s#+\s*$/, '')
    .replace(/\[([^[\]]*)\]\([^\s()]*\)/g, '$1')
    .replace(/\\?[`|]|~~|(?<![\p{L}\p{N}])[*_]+(?=\S)|(?<=\S)[*_]+(?![\p{L}\p{N}])/gu, '')
    .replace(/\s+/g, ' ')
  return toName(plain)
}

/** Cut behind a word, where there is one; never within a character. */
function cutWords(title: string): string {
  const characters = Array.from(title)
  if (characters.length <= mostCharacters) return title
  const start = characters.slice(0, mostCharacters).join('')
  return `${start.replace(/\s+\S*$/, '')}…`
}
