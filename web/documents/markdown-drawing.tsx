import { fitText, textWidth } from '@tidemark/shared/charts/plot/text/text-width'
import { codeRows, codeWidth, familyOfCode } from './fonts/code-text'
import { isReadFromRight, readFromRight } from './fonts/script-runs'
import type { TextBlock, TextPart, TextPiece } from './markdown-blocks'
import { Small, smallLinePx } from './text-drawing'

const looks = {
  title: { px: 16, linePx: 22, isStrong: true },
  strong: { px: 13, linePx: 19, isStrong: true },
  small: { px: 11, linePx: 17, isStrong: true },
  plain: { px: 12, linePx: 18, isStrong: false },
  code: { px: 11, linePx: 17, isStrong: false },
} as const
const [gapPx, rowPx, markPx, cellGapPx] = [6, 20, 14, 16] as const
/** Around code: at its sides, above and below it, and beside code within a line. */
const [codePaddingPx, codeEndPx, codeGapPx] = [8, 4, 2] as const
const textSmallPx = 12

/** A line of a text at its place from the top. */
interface DrawnLine {
  readonly top: number
  readonly heightPx: number
  readonly drawing: React.ReactNode
}

/** A text with its headings, lists, quotes, tables and links; what its tile cannot hold is said. */
export function MarkdownDrawing({
  parts,
  width,
  height,
}: {
  readonly parts: readonly TextPart[]
  readonly width: number
  readonly height: number
}) {
  const lines = linesOf(parts, width)
  const fits = lines.filter(({ top, heightPx }) => top + heightPx <= height)
  const isCut = fits.length < lines.length
  const shown = isCut ? fits.filter(({ top, heightPx }) => top + heightPx <= height - smallLinePx) : lines
  const last = shown.at(-1)
  const bottom = last === undefined ? 0 : last.top + last.heightPx
  return (
    <>
      {shown.map(({ top, drawing }, index) => (
        <g key={index} transform={`translate(0 ${top})`}>
          {drawing}
        </g>
      ))}
      {isCut && <Small lines={['The text is longer than its tile.']} top={bottom} most={height} />}
    </>
  )
}

/** Returns the height that a text needs. */
export function textHeightPx(parts: readonly TextPart[], width: number): number {
  const last = linesOf(parts, width).at(-1)
  return last === undefined ? 0 : last.top + last.heightPx
}

function linesOf(parts: readonly TextPart[], width: number): readonly DrawnLine[] {
  let top = 0
  return parts.flatMap((part, index): readonly DrawnLine[] => {
    if (index > 0 && !('isNext' in part && part.isNext)) top += gapPx
    const drawn =
      part.kind === 'table'
        ? tableLines(part, width)
        : part.kind === 'rule'
          ? [ruleLine(part, width)]
          : blockLines(part, width)
    return drawn.map(({ heightPx, drawing }) => {
      const line = { top, heightPx, drawing }
      top += heightPx
      return line
    })
  })
}

type Line = Omit<DrawnLine, 'top'>

function blockLines(block: TextBlock, width: number): readonly Line[] {
  const { kind, indentPx, mark, isQuoted } = block
  const { px, linePx } = looks[kind]
  const isCode = kind === 'code'
  const side = isCode || !isReadFromRight(block.pieces.map(({ text }) => text).join('')) ? left : rightOf(width)
  const lines = isCode ? codeLines(block, width - indentPx) : wrapped(block, width - indentPx)
  return lines.map((pieces, index) => {
    const abovePx = isCode && index === 0 ? codeEndPx : 0
    const heightPx = abovePx + linePx + (isCode && index === lines.length - 1 ? codeEndPx : 0)
    const drawing = (
      <>
        {isCode && (
          <rect x={indentPx} y={-abovePx} width={width - indentPx} height={heightPx} fill="var(--color-hover)" />
        )}
        {isQuoted && (
          <line
            x1={side.at(indentPx - 10)}
            x2={side.at(indentPx - 10)}
            y1={0}
            y2={linePx}
            stroke="var(--color-line-strong)"
            strokeWidth={2}
          />
        )}
        {index === 0 && mark !== '' && (
          <text
            x={side.at(indentPx - markPx)}
            y={14}
            fontSize={px}
            fill="var(--color-muted)"
            textAnchor={side.textAnchor}
          >
            {mark}
          </text>
        )}
        {pieces.map((piece) => (
          <Piece
            key={piece.x}
            piece={{ ...piece, x: indentPx + piece.x }}
            px={px}
            side={side}
            isBoxed={piece.isCode === true && !isCode}
            isMuted={isQuoted}
          />
        ))}
      </>
    )
    return { heightPx, drawing: <g transform={`translate(0 ${abovePx})`}>{drawing}</g> }
  })
}

/** The side at which the lines of a block begin. at: the place in px that is so far from there. */
interface Side {
  readonly at: (px: number) => number
  readonly textAnchor: 'end' | undefined
}

const left: Side = { at: (px) => px, textAnchor: undefined }

function rightOf(width: number): Side {
  return { at: (px) => width - px, textAnchor: 'end' }
}

/** A part of a line with one look. x: how far it begins from where its line does. */
interface PlacedPiece extends TextPiece {
  readonly x: number
}

interface PieceProps {
  readonly piece: PlacedPiece
  readonly px: number
  readonly side: Side
  readonly isBoxed: boolean
  readonly isMuted: boolean
}

function Piece({ piece, px, side, isBoxed, isMuted }: PieceProps) {
  const { text, x, isStrong, isItalic, isStruck, isCode, href } = piece
  const isLink = href !== undefined
  const boxPx = pieceWidth(piece, px) + 4
  const drawn = (
    <text
      x={side.at(x)}
      y={14}
      textAnchor={side.textAnchor}
      fontFamily={isCode === true ? familyOfCode(text) : undefined}
      fontSize={isBoxed ? px - 1 : px}
      fontWeight={isStrong === true ? 600 : 400}
      fontStyle={isItalic === true ? 'italic' : undefined}
      textDecoration={isStruck === true ? 'line-through' : isLink ? 'underline' : undefined}
      fill={`var(--color-${isLink ? 'accent' : isMuted ? 'muted' : 'text'})`}
      xmlSpace={isCode === true ? 'preserve' : undefined}
    >
      {side === left ? text : readFromRight(text)}
    </text>
  )
  return (
    <>
      {isBoxed && (
        <rect
          x={Math.min(side.at(x - 2), side.at(x - 2 + boxPx))}
          y={2}
          width={boxPx}
          height={px + 4}
          rx={3}
          fill="var(--color-hover)"
        />
      )}
      {isLink ? <a href={href}>{drawn}</a> : drawn}
    </>
  )
}

/** Returns the width of words within a line; code is a little smaller than what stands around it. */
function pieceWidth({ text, isStrong, isCode }: TextPiece, px: number): number {
  return isCode === true ? codeWidth(text, px - 1) : textWidth(text, px, isStrong === true ? 600 : 400)
}

function codeLines({ pieces }: TextBlock, width: number): readonly (readonly PlacedPiece[])[] {
  return pieces.flatMap(({ text }) =>
    codeRows(text, width - 2 * codePaddingPx, looks.code.px).map((row) => [
      { text: row, isCode: true, x: codePaddingPx },
    ]),
  )
}

/** Wraps the pieces of a block; words of one look that stand beside each other are one piece of a line. */
function wrapped(block: TextBlock, width: number): readonly (readonly PlacedPiece[])[] {
  const { px, isStrong } = looks[block.kind]
  const lines: PlacedPiece[][] = [[]]
  let x = 0
  const breakLine = () => {
    lines.push([])
    x = 0
  }
  for (const piece of block.pieces) {
    const look = isStrong ? { ...piece, isStrong } : piece
    for (const word of piece.text.match(/\n|[^\S\n]+|\S+/g) ?? []) {
      const isSpace = /^[^\S\n]+$/.test(word)
      if (word === '\n') {
        breakLine()
        continue
      }
      const own = isSpace ? ' ' : fitText(word, width, px, look.isStrong === true ? 600 : 400)
      const ownPx = pieceWidth({ ...look, text: own }, px)
      if (!isSpace && x + ownPx > width && x > 0) breakLine()
      if (isSpace && x === 0) continue
      const line = lines.at(-1)
      const last = line?.at(-1)
      if (last !== undefined && isAlike(last, look)) line?.splice(-1, 1, { ...last, text: last.text + own })
      else if (isSpace) {
        x += ownPx
        continue
      } else {
        if (last !== undefined && (last.isCode === true || look.isCode === true)) x += codeGapPx
        line?.push({ ...look, text: own, x })
      }
      x += ownPx
    }
  }
  return lines.map((line) => line.map((piece) => ({ ...piece, text: piece.text.trimEnd() })))
}

function isAlike(a: TextPiece, b: TextPiece): boolean {
  return (['isStrong', 'isItalic', 'isStruck', 'isCode', 'href'] as const).every((name) => a[name] === b[name])
}

function ruleLine({ indentPx }: Extract<TextPart, { readonly kind: 'rule' }>, width: number): Line {
  return { heightPx: 8, drawing: <line x1={indentPx} x2={width} y1={4} y2={4} stroke="var(--color-line)" /> }
}

function tableLines(
  { rows, aligns, indentPx }: Extract<TextPart, { readonly kind: 'table' }>,
  width: number,
): readonly Line[] {
  const columns = rows[0]?.map((_, column) => column) ?? []
  const wanted = columns.map((column) =>
    Math.max(...rows.map((row) => textWidth(row[column] ?? '', textSmallPx, 600) + cellGapPx + 2)),
  )
  const total = wanted.reduce((sum, px) => sum + px, 0)
  const scale = Math.min(1, (width - indentPx) / total)
  let x = indentPx
  const places = columns.map((column) => {
    const widthPx = (wanted[column] ?? 0) * scale
    const place = { x, widthPx: widthPx - cellGapPx, align: aligns[column] ?? 'start' }
    x += widthPx
    return place
  })
  return rows.map((row, index) => ({
    heightPx: rowPx,
    drawing: (
      <>
        <line
          x1={indentPx}
          x2={x - cellGapPx}
          y1={rowPx - 1}
          y2={rowPx - 1}
          stroke={`var(--color-${index === 0 ? 'line-strong' : 'line'})`}
        />
        {places.map(({ x: left, widthPx, align }, column) => (
          <text
            key={left}
            x={align === 'end' ? left + widthPx : align === 'center' ? left + widthPx / 2 : left}
            y={14}
            textAnchor={align === 'center' ? 'middle' : align}
            fontSize={textSmallPx}
            fontWeight={index === 0 ? 600 : 400}
            fill="var(--color-text)"
          >
            {fitText(row[column] ?? '', widthPx, textSmallPx, index === 0 ? 600 : 400)}
          </text>
        ))}
      </>
    ),
  }))
}
