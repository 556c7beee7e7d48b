import type { ImageContent } from '@tidemark/shared/images/image'
import type { Plot } from '@tidemark/shared/charts/plot/plot'
import type { PaperTable } from './paper-table'

/** The content in the place of a tile. plotAt: draws the chart in a room in px. notes: sentences below it. */
export type TileContent =
  | {
      readonly kind: 'chart'
      readonly title: string
      readonly notes: readonly string[]
      readonly plotAt: (widthPx: number, heightPx: number) => Plot
    }
  | { readonly kind: 'table'; readonly title: string; readonly notes: readonly string[]; readonly table: PaperTable }
  | { readonly kind: 'text'; readonly lines: readonly TextLine[] }
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'picture'; readonly href: string; readonly fit: ImageContent['fit']; readonly description: string }
  | { readonly kind: 'message'; readonly title: string; readonly text: string }

export interface TextLine {
  readonly text: string
  readonly level: 'title' | 'strong' | 'plain'
  readonly indentPx: number
}

/**
 * Returns a Markdown text in lines, without its marks: headings, lists and paragraphs stay apart, links keep their
 * words.
 */
export function markdownLines(source: string): readonly TextLine[] {
  return source.split('\n').flatMap((line): readonly TextLine[] => {
    const text = plainMarkdown(line)
    if (/^\s*([-*_]\s*){3,}$/.test(line) || /^\s*(```|~~~)/.test(line) || text === '') return []
    const [, marks = '', heading] = /^\s{0,3}(#{1,6})\s+(.*?)\s*#*$/.exec(line) ?? []
    if (heading !== undefined)
      return [{ text: plainMarkdown(heading), level: marks.length === 1 ? 'title' : 'strong', indentPx: 0 }]
    const [, indent = '', mark, item] = /^(\s*)([-*+]|\d{1,9}[.)])\s+(.*)$/.exec(line) ?? []
    if (mark !== undefined && item !== undefined) {
      const bullet = /\d/.test(mark) ? mark : '•'
      return [
        { text: `${bullet} ${plainMarkdown(item)}`, level: 'plain', indentPx: 8 + Math.min(indent.length, 8) * 4 },
      ]
    }
    return [{ text, level: 'plain', indentPx: 0 }]
  })
}

function plainMarkdown(line: string): string {
  return line
    .replace(/^\s*>+\s?/, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/(\*\*|__|~~|`)(.+?)\1/g, '$2')
    .replace(/(?<![\w*])[*_]([^*_]+)[*_](?![\w*])/g, '$1')
    .replace(/\\([\\`*_{}[\]()#+.!|>~-])/g, '$1')
    .trim()
}
