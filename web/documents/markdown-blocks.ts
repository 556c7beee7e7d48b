import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { isTangled, safeHref } from '@/ui/text/markdown-text'

/** A part of a text with one look. */
export interface TextPiece {
  readonly text: string
  readonly isStrong?: boolean
  readonly isItalic?: boolean
  readonly isStruck?: boolean
  readonly isCode?: boolean
  readonly href?: string
}

/**
 * A paragraph of a text. mark: stands before it, such as a bullet. isNext: belongs to the one before, without a gap.
 * isQuoted: has a line at its side.
 */
export interface TextBlock {
  readonly kind: 'title' | 'strong' | 'small' | 'plain' | 'code'
  readonly pieces: readonly TextPiece[]
  readonly indentPx: number
  readonly mark: string
  readonly isNext: boolean
  readonly isQuoted: boolean
}

/** A table within a text, or a line across it. */
export type TextPart =
  | TextBlock
  | {
      readonly kind: 'table'
      readonly rows: readonly (readonly string[])[]
      readonly aligns: readonly ('start' | 'center' | 'end')[]
      readonly indentPx: number
    }
  | { readonly kind: 'rule'; readonly indentPx: number }

type Node = ReturnType<typeof fromMarkdown>['children'][number]
type Inline = Extract<Node, { readonly type: 'paragraph' }>['children'][number]

export function plainBlock(text: string): TextBlock {
  return { kind: 'plain', pieces: [{ text }], indentPx: 0, mark: '', isNext: false, isQuoted: false }
}

/** Returns GitHub's Markdown in parts as paper shows them. Nothing is fetched: pictures are links. */
export function markdownParts(source: string): readonly TextPart[] {
  if (isTangled(source)) return source.split('\n').map(plainBlock)
  // A single tilde means "about" more often than it strikes something out.
  const tree = fromMarkdown(source, {
    extensions: [gfm({ singleTilde: false })],
    mdastExtensions: [gfmFromMarkdown()],
  })
  const addresses = new Map(
    tree.children.flatMap((node) => (node.type === 'definition' ? [[node.identifier, node.url] as const] : [])),
  )
  return partsOf(tree.children, { indentPx: 0, isQuoted: false, addresses })
}

interface Around {
  readonly indentPx: number
  readonly isQuoted: boolean
  readonly addresses: ReadonlyMap<string, string>
}

const listIndentPx = 16
const headings = ['title', 'strong', 'small', 'small', 'small', 'small'] as const

function partsOf(nodes: readonly Node[], around: Around): readonly TextPart[] {
  const { indentPx, isQuoted } = around
  const block = (kind: TextBlock['kind'], pieces: readonly TextPiece[]): TextBlock => ({
    ...{ kind, pieces, indentPx, mark: '', isNext: false, isQuoted },
  })
  return nodes.flatMap((node): readonly TextPart[] => {
    switch (node.type) {
      case 'heading':
        return [block(headings[node.depth - 1] ?? 'small', piecesOf(node.children, around))]
      case 'paragraph':
        return [block('plain', piecesOf(node.children, around))]
      case 'code':
        return [block('code', [{ text: node.value }])]
      case 'html':
        return node.value.split('\n').map((text, index) => ({ ...block('plain', [{ text }]), isNext: index > 0 }))
      case 'blockquote':
        return partsOf(node.children, { ...around, indentPx: indentPx + listIndentPx, isQuoted: true })
      case 'list':
        return node.children.flatMap((item, index) => {
          const number = `${(node.start ?? 1) + index}.`
          const bullet = node.ordered === true ? number : '•'
          const mark = item.checked == null ? bullet : item.checked ? '✓' : '○'
          const own = partsOf(item.children, { ...around, indentPx: indentPx + listIndentPx })
          const isNext = index > 0 && node.spread !== true
          return own.map((part, place): TextPart =>
            place === 0 && 'mark' in part
              ? { ...part, mark, isNext }
              : 'mark' in part
                ? { ...part, isNext: true }
                : part,
          )
        })
      case 'table': {
        const rows = node.children.map((row) => row.children.map((cell) => textOf(piecesOf(cell.children, around))))
        const aligns = (node.align ?? []).map((align) =>
          align === 'right' ? 'end' : align === 'center' ? 'center' : 'start',
        )
        return [{ kind: 'table', rows, aligns, indentPx }]
      }
      case 'thematicBreak':
        return [{ kind: 'rule', indentPx }]
      case 'footnoteDefinition': {
        const [first, ...rest] = partsOf(node.children, around)
        if (first === undefined || !('pieces' in first)) return []
        return [{ ...first, pieces: [{ text: `${node.identifier}. ` }, ...first.pieces] }, ...rest]
      }
      default:
        // What remains stands within paragraphs, or says where links lead.
        return []
    }
  })
}

function piecesOf(nodes: readonly Inline[], around: Around, look: Omit<TextPiece, 'text'> = {}): readonly TextPiece[] {
  return nodes.flatMap((node): readonly TextPiece[] => {
    switch (node.type) {
      case 'text':
      case 'html':
        return [{ ...look, text: node.value }]
      case 'strong':
        return piecesOf(node.children, around, { ...look, isStrong: true })
      case 'emphasis':
        return piecesOf(node.children, around, { ...look, isItalic: true })
      case 'delete':
        return piecesOf(node.children, around, { ...look, isStruck: true })
      case 'inlineCode':
        return [{ ...look, text: node.value, isCode: true }]
      case 'break':
        return [{ ...look, text: '\n' }]
      case 'link':
        return piecesOf(node.children, around, linked(look, node.url))
      case 'linkReference':
        return piecesOf(node.children, around, linked(look, around.addresses.get(node.identifier)))
      case 'image':
        return [{ ...linked(look, node.url), text: node.alt || 'Picture' }]
      case 'imageReference':
        return [{ ...linked(look, around.addresses.get(node.identifier)), text: node.alt || 'Picture' }]
      case 'footnoteReference':
        return [{ ...look, text: `[${node.identifier}]` }]
      default:
        return []
    }
  })
}

/** Other addresses than whole ones lead from a page of this site alone. */
function linked(look: Omit<TextPiece, 'text'>, address: string | undefined): Omit<TextPiece, 'text'> {
  const href = address === undefined ? undefined : safeHref(address)
  return href !== undefined && /^(https?:|mailto:)/i.test(href) ? { ...look, href } : look
}

function textOf(pieces: readonly TextPiece[]): string {
  return pieces.map(({ text }) => text).join('')
}
