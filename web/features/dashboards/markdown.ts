/**
 * The Markdown of text tiles, as a tree: headings, paragraphs, nested lists, tasks, quotes, rules, fenced code, tables,
 * and bold, italic, struck, code and links inside. HTML is text like any other. A link to anything but http(s), mailto or a path
 * of this site stays the text it was. Follows CommonMark, and GitHub for
 * tables and tasks, in what it knows; unknown syntax is shown as written.
 */
export type MarkdownBlock =
  | { readonly kind: 'heading'; readonly level: 1 | 2 | 3; readonly children: readonly MarkdownInline[] }
  | { readonly kind: 'paragraph'; readonly children: readonly MarkdownInline[] }
  | { readonly kind: 'list'; readonly start: number | null; readonly items: readonly MarkdownItem[] }
  | { readonly kind: 'quote'; readonly children: readonly MarkdownBlock[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'rule' }
  | { readonly kind: 'table'; readonly head: MarkdownRow; readonly rows: readonly MarkdownRow[] }

/** isDone: of a task, `- [x] sent`; null where it is none. */
export interface MarkdownItem {
  readonly isDone: boolean | null
  readonly children: readonly MarkdownBlock[]
}

/** The cells of a row, each with the alignment of its column. */
export type MarkdownRow = readonly {
  readonly align: 'left' | 'center' | 'right'
  readonly children: readonly MarkdownInline[]
}[]

export type MarkdownInline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'break' }
  | { readonly kind: 'strong' | 'emphasis' | 'struck'; readonly children: readonly MarkdownInline[] }
  | { readonly kind: 'link'; readonly href: string; readonly children: readonly MarkdownInline[] }

/** Nesting beyond this is shown as text, so that hostile input costs no stack. */
const maxDepth = 8

export function parseMarkdown(source: string): MarkdownBlock[] {
  return parseBlocks(source.replaceAll('\r\n', '\n').replaceAll('\t', '    ').split('\n'), 0)
}

const fencePattern = /^ {0,3}(`{3,}|~{3,})/
const headingPattern = /^ {0,3}(#{1,6})\s+(.*?)(?:\s+#+)?\s*$/
const rulePattern = /^ {0,3}([-*_])(?: *\1){2,} *$/
const quotePattern = /^ {0,3}> ?/
const itemPattern = /^( {0,3})([-*+]|\d{1,9}[.)])( +)(?=\S)/
const taskPattern = /^\[([ xX])\] +(?=\S)/

function parseBlocks(lines: readonly string[], depth: number): MarkdownBlock[] {
  const blocks: MarkdownBlock[] = []
  let index = 0
  const lineAt = (at: number) => lines[at] ?? ''
  while (index < lines.length) {
    const line = lineAt(index)
    if (line.trim() === '') {
      index += 1
      continue
    }
    const fence = fencePattern.exec(line)?.[1]
    if (fence !== undefined) {
      const end = findFrom(lines, index + 1, (other) => other.trim().startsWith(fence))
      blocks.push({ kind: 'code', text: lines.slice(index + 1, end).join('\n') })
      index = end + 1
      continue
    }
    const heading = headingPattern.exec(line)
    if (heading !== null) {
      const level = Math.min(heading[1]?.length ?? 1, 3) as 1 | 2 | 3 // min of 1…6 and 3
      blocks.push({ kind: 'heading', level, children: parseInline(heading[2] ?? '', 0) })
      index += 1
      continue
    }
    if (rulePattern.test(line)) {
      blocks.push({ kind: 'rule' })
      index += 1
      continue
    }
    if (quotePattern.test(line) && depth < maxDepth) {
      const end = findFrom(lines, index, (other) => !quotePattern.test(other))
      blocks.push({
        kind: 'quote',
        children: parseBlocks(
          lines.slice(index, end).map((other) => other.replace(quotePattern, '')),
          depth + 1,
        ),
      })
      index = end
      continue
    }
    if (itemPattern.test(line) && depth < maxDepth) {
      const { list, end } = parseList(lines, index, depth)
      blocks.push(list)
      index = end
      continue
    }
    if (startsTable(lines, index)) {
      const end = findFrom(lines, index + 2, startsBlock)
      const aligns = cellTexts(lineAt(index + 1)).map(alignOf)
      const rowOf = (text: string): MarkdownRow =>
        cellTexts(text)
          .slice(0, aligns.length)
          .map((cell, at) => ({ align: aligns[at] ?? 'left', children: parseInline(cell, 0) }))
      blocks.push({ kind: 'table', head: rowOf(line), rows: lines.slice(index + 2, end).map(rowOf) })
      index = end
      continue
    }
    const end = findFrom(lines, index + 1, (other, at) => startsBlock(other) || startsTable(lines, at))
    blocks.push({
      kind: 'paragraph',
      children: parseInline(
        lines
          .slice(index, end)
          .map((other) => other.trimStart())
          .join('\n')
          .trimEnd(),
        0,
      ),
    })
    index = end
  }
  return blocks
}

function parseList(lines: readonly string[], from: number, depth: number): { list: MarkdownBlock; end: number } {
  const marker = itemPattern.exec(lines[from] ?? '')?.[2] ?? '-'
  const isOrdered = /^\d/.test(marker)
  const items: MarkdownItem[] = []
  let index = from
  for (;;) {
    const match = itemPattern.exec(lines[index] ?? '')
    if (match === null || /^\d/.test(match[2] ?? '') !== isOrdered || rulePattern.test(lines[index] ?? '')) break
    const indent = match[0].length
    const end = findFrom(lines, index + 1, (line, at) => {
      if (line.trim() === '') return !isIndented(lines[at + 1] ?? '', indent)
      if (isIndented(line, indent)) return false
      return startsBlock(line) || (lines[at - 1] ?? '').trim() === ''
    })
    const own = lines
      .slice(index, end)
      .map((line, at) =>
        at === 0 ? line.slice(indent) : isIndented(line, indent) ? line.slice(indent) : line.trimStart(),
      )
    const task = taskPattern.exec(own[0] ?? '')
    if (task !== null) own[0] = (own[0] ?? '').slice(task[0].length)
    items.push({ isDone: task === null ? null : task[1] !== ' ', children: parseBlocks(own, depth + 1) })
    index = end
    // One blank line between items keeps the list together.
    if ((lines[index] ?? '').trim() === '' && itemPattern.test(lines[index + 1] ?? '')) index += 1
  }
  return { list: { kind: 'list', start: isOrdered ? Number.parseInt(marker, 10) : null, items }, end: index }
}

/** A line of cells above one of as many dashes: `| a | b |`, `|---|--:|`. */
function startsTable(lines: readonly string[], at: number): boolean {
  const rule = lines[at + 1] ?? ''
  if (!rule.includes('|') || !/^[ |:-]+$/.test(rule)) return false
  const dashes = cellTexts(rule)
  return dashes.every((cell) => /^:?-+:?$/.test(cell)) && cellTexts(lines[at] ?? '').length === dashes.length
}

/** What stands between the bars of a line; `\|` is no bar. */
function cellTexts(line: string): string[] {
  const cells = line.trim().split(/(?<!\\)\|/)
  if (cells[0] === '') cells.shift()
  if (cells.at(-1)?.trim() === '') cells.pop()
  return cells.map((cell) => cell.trim().replaceAll('\\|', '|'))
}

function alignOf(dashes: string): MarkdownRow[number]['align'] {
  if (!dashes.endsWith(':')) return 'left'
  return dashes.startsWith(':') ? 'center' : 'right'
}

function startsBlock(line: string): boolean {
  return (
    line.trim() === '' ||
    [fencePattern, headingPattern, rulePattern, quotePattern, itemPattern].some((pattern) => pattern.test(line))
  )
}

function isIndented(line: string, indent: number): boolean {
  return line.trim() !== '' && line.slice(0, indent).trim() === ''
}

function findFrom(lines: readonly string[], from: number, isEnd: (line: string, at: number) => boolean): number {
  for (let at = from; at < lines.length; at += 1) if (isEnd(lines[at] ?? '', at)) return at
  return lines.length
}

/** Tried in order at each special character; sticky, so that each looks only where the text stands. */
const codePattern = /(`+)([^`]|[^`][\s\S]*?[^`])\1(?!`)/y
const linkPattern = /\[((?:\\.|[^[\]\\])*)\]\(([^\s()<>]*(?:\([^\s()<>]*\)[^\s()<>]*)*)\)/y
const barePattern = /https?:\/\/[^\s<>]*[^\s<>.,;:!?'")\]}*_~]/y
const strongPattern = /(\*\*|__)(?=\S)((?:(?!\1)[\s\S])*?\S[*_]?)\1/y
const emphasisPattern = /([*_])(?=[^\s*_])((?:\\.|(?!\1)[\s\S])*?[^\s\\])\1/y
const struckPattern = /~~(?=\S)((?:(?!~~)[\s\S])*?\S)~~/y
const specialPattern = /[\\`[*_~\n]|https?:\/\//g

function parseInline(text: string, depth: number): MarkdownInline[] {
  const found: MarkdownInline[] = []
  let plain = ''
  let index = 0
  const push = (inline: MarkdownInline, length: number) => {
    if (plain !== '') found.push({ kind: 'text', text: plain })
    plain = ''
    found.push(inline)
    index += length
  }
  while (index < text.length) {
    specialPattern.lastIndex = index
    const special = depth > maxDepth ? null : specialPattern.exec(text)
    const next = special?.index ?? text.length
    plain += text.slice(index, next)
    index = next
    if (index >= text.length) break
    const character = text[index] ?? ''
    if (character === '\\' && /[!-/:-@[-`{-~]/.test(text[index + 1] ?? '')) {
      plain += text[index + 1] ?? ''
      index += 2
      continue
    }
    if (character === '\n') {
      const isHard = /(?: {2,}|\\)$/.test(plain)
      plain = plain.replace(/(?: +|\\)$/, '')
      if (isHard) push({ kind: 'break' }, 1)
      else {
        plain += ' '
        index += 1
      }
      continue
    }
    const inline = inlineAt(text, index, depth)
    if (inline !== null) push(inline.inline, inline.length)
    else {
      plain += character
      index += 1
    }
  }
  if (plain !== '') found.push({ kind: 'text', text: plain })
  return found
}

function inlineAt(text: string, at: number, depth: number): { inline: MarkdownInline; length: number } | null {
  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at
    return pattern.exec(text)
  }
  const code = match(codePattern)
  if (code) return { inline: { kind: 'code', text: code[2] ?? '' }, length: code[0].length }
  const link = match(linkPattern)
  const href = link === null ? null : safeHref(link[2] ?? '')
  if (link && href !== null)
    return { inline: { kind: 'link', href, children: parseInline(link[1] ?? '', depth + 1) }, length: link[0].length }
  const bare = match(barePattern)
  if (bare)
    return {
      inline: { kind: 'link', href: bare[0], children: [{ kind: 'text', text: bare[0] }] },
      length: bare[0].length,
    }
  // An underscore inside a word is a letter of the word, as in column_name.
  if (text[at] === '_' && /\w/.test(text[at - 1] ?? '')) return null
  const strong = match(strongPattern)
  if (strong)
    return { inline: { kind: 'strong', children: parseInline(strong[2] ?? '', depth + 1) }, length: strong[0].length }
  const emphasis = match(emphasisPattern)
  if (emphasis)
    return {
      inline: { kind: 'emphasis', children: parseInline(emphasis[2] ?? '', depth + 1) },
      length: emphasis[0].length,
    }
  const struck = match(struckPattern)
  if (struck)
    return { inline: { kind: 'struck', children: parseInline(struck[1] ?? '', depth + 1) }, length: struck[0].length }
  return null
}

/** The address when it is safe to put into a link: http(s), mailto, or a path, query or fragment of this site. */
export function safeHref(address: string): string | null {
  // Browsers drop control characters inside a scheme, so none is accepted anywhere.
  if (address === '' || /[\u0000-\u0020\u007f-\u009f\\]/.test(address)) return null
  if (/^(https?:\/\/|mailto:)/i.test(address)) return address
  if (address.startsWith('//')) return null
  return /^[/?#]/.test(address) ? address : null
}
