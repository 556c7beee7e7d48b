import { fitText } from '@tidemark/shared/charts/plot/text/text-width'
import { wrapText } from '@/features/chart-image/wrap-text'
import { TileDrawing } from './tile-drawing'
import type { LaidOutPage } from './lay-out-pages'

/** The head and foot of a page. isFirst: of its chapter, whose head tells everything. */
export interface PageFrame {
  readonly title: string
  readonly description: string
  readonly chapter: string | null
  readonly filters: readonly string[]
  readonly asOf: string
  readonly isFirst: boolean
  /** Null for a picture, which has no pages. */
  readonly number: { readonly page: number; readonly of: number } | null
}

export const footPx = 24
export const runningHeadPx = 28
const lines = { title: 28, chapter: 22, small: 16 } as const

function headLines({ description, filters, asOf }: PageFrame, widthPx: number): readonly string[] {
  const filtered = filters.length === 0 ? [] : wrapText(`Filtered by ${filters.join('; ')}`, widthPx, 12)
  return [...wrapText(description, widthPx, 12), ...filtered, asOf]
}

/** Returns the height of the head of a chapter's first page. */
export function headHeightPx(frame: PageFrame, widthPx: number): number {
  const titles = wrapTitle(frame.title, widthPx).length * lines.title + (frame.chapter === null ? 0 : lines.chapter)
  return titles + headLines(frame, widthPx).length * lines.small + 12
}

function wrapTitle(title: string, widthPx: number): readonly string[] {
  // Wrapped by the widths of regular letters, which bold ones exceed by less than a tenth.
  return wrapText(title, widthPx * 0.9, 20)
}

interface PageDrawingProps {
  readonly frame: PageFrame
  readonly page: LaidOutPage
  readonly widthPx: number
  readonly heightPx: number
}

/** A page of a document as SVG in px. */
export function PageDrawing({ frame, page, widthPx, heightPx }: PageDrawingProps) {
  const headPx = frame.isFirst ? headHeightPx(frame, widthPx) : runningHeadPx
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={widthPx}
      height={heightPx}
      viewBox={`0 0 ${widthPx} ${heightPx}`}
      fontFamily="Inter"
    >
      {frame.isFirst ? (
        <ChapterHead frame={frame} widthPx={widthPx} />
      ) : (
        <RunningHead frame={frame} widthPx={widthPx} />
      )}
      <g transform={`translate(0 ${headPx})`}>
        {page.blocks.map((block, index) => (
          <TileDrawing key={index} block={block} />
        ))}
      </g>
      {frame.number !== null && (
        <g data-part="foot" fontSize={11} fill="var(--color-muted)">
          <text y={heightPx - 4}>{fitText(frame.asOf, widthPx - 120, 11)}</text>
          <text x={widthPx} y={heightPx - 4} textAnchor="end">
            {`Page ${frame.number.page} of ${frame.number.of}`}
          </text>
        </g>
      )}
    </svg>
  )
}

function ChapterHead({ frame, widthPx }: Pick<PageDrawingProps, 'frame' | 'widthPx'>) {
  const titles = wrapTitle(frame.title, widthPx)
  const chapterTop = titles.length * lines.title
  const smallTop = chapterTop + (frame.chapter === null ? 0 : lines.chapter)
  return (
    <g data-part="head" fill="var(--color-text)">
      {titles.map((line, index) => (
        <text key={index} y={index * lines.title + 20} fontSize={20} fontWeight={600}>
          {line}
        </text>
      ))}
      {frame.chapter !== null && (
        <text y={chapterTop + 15} fontSize={15} fontWeight={600}>
          {fitText(frame.chapter, widthPx, 15, 600)}
        </text>
      )}
      {headLines(frame, widthPx).map((line, index) => (
        <text key={index} y={smallTop + index * lines.small + 12} fontSize={12} fill="var(--color-muted)">
          {line}
        </text>
      ))}
    </g>
  )
}

function RunningHead({ frame, widthPx }: Pick<PageDrawingProps, 'frame' | 'widthPx'>) {
  return (
    <text data-part="head" y={12} fontSize={11} fill="var(--color-muted)">
      {fitText([frame.title, frame.chapter].filter((part) => part !== null).join(' · '), widthPx, 11)}
    </text>
  )
}
