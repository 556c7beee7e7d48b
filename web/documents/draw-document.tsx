import { wholeWidthPx } from './tables/table-layout'
import { renderToStaticMarkup } from 'react-dom/server'
import { loadPlot } from '@tidemark/shared/charts/load-plot'
import { paperSizes, type DocumentQuery } from '@tidemark/shared/documents/document'
import { withoutControls } from '@/features/chart-image/image-text'
import type { DocumentAnswers } from '@/server/documents/document-messages'
import { contentOfTile } from './content-of-tile'
import { layOutPages, type Block, type LaidOutPage } from './lay-out-pages'
import { footPx, headHeightPx, PageDrawing, runningHeadPx, type PageFrame } from './page-drawing'
import { withPaperColors } from './paper-colors'
import { scriptFontsFor, type ScriptFont } from './fonts/script-fonts'
import { textsOf, withKnownLetters } from './fonts/script-runs'
import type { ReadDocument } from './read-document'
import { writePdf } from './write-pdf'
import { writePng } from './write-png'

/** seenAs: who its reader is, where somebody else looks at it as them. */
interface DrawingAt {
  readonly query: DocumentQuery
  readonly seenAs?: string | undefined
  readonly timeZone: string
  readonly weekStart: number
  readonly now: number
}

interface FramedPage {
  readonly frame: PageFrame
  readonly page: LaidOutPage
  readonly widthPx: number
  readonly heightPx: number
}

/** CSS px in a point. */
const pxPerPt = 4 / 3
const marginPt = 36
const pictureWidthPx = 1280
const widestPicturePx = 3840
const pictureMarginPx = 24
const unknownLetters = 'Letters that no font here has are written as ?'

/** Draws a document with the answers of its charts. */
export async function drawDocument(
  read: ReadDocument,
  answers: DocumentAnswers,
  at: DrawingAt,
): Promise<Uint8Array<ArrayBuffer>> {
  const { query, now } = at
  const chapters = await drawChapters(read, answers, at)
  if (query.format === 'png') {
    const widthPx = pictureWidthOf(chapters)
    const pages = chapters.map(({ frame, blocks }): FramedPage => {
      const [page = { blocks: [], heightPx: 0 }] = layOutPages(
        blocks,
        { widthPx, first: Infinity, other: Infinity },
        false,
      )
      const heightPx = headHeightPx(frame, widthPx) + page.heightPx + pictureMarginPx
      return { frame, page, widthPx, heightPx }
    })
    const size = {
      width: widthPx + 2 * pictureMarginPx,
      height: pages.reduce((sum, { heightPx }) => sum + heightPx, 2 * pictureMarginPx),
    }
    const { svgs, fonts } = await svgsOf(pages)
    return await writePng(stacked(svgs, pages, size), { scale: Number(query.scale), size, fonts })
  }

  const { pages, size, fonts } = await pdfPages(chapters, query)
  return await writePdf(pages, { title: read.title, size, marginPt, made: new Date(now), fonts })
}

/** Returns the width of a picture: what a table by itself needs for its columns, within bounds. */
function pictureWidthOf(chapters: readonly DrawnChapter[]): number {
  const ofTables = chapters.flatMap(({ blocks }) =>
    blocks.map(({ content }) => (content.kind === 'table' && content.isAlone ? wholeWidthPx(content.table) : 0)),
  )
  return Math.min(widestPicturePx, Math.max(pictureWidthPx, ...ofTables))
}

interface DrawnChapter {
  readonly frame: PageFrame
  readonly blocks: readonly Block[]
}

/** Returns what stands in a document, before it is put on pages. */
export async function drawChapters(
  read: ReadDocument,
  answers: DocumentAnswers,
  { query, seenAs, timeZone, weekStart, now }: DrawingAt,
): Promise<readonly DrawnChapter[]> {
  await Promise.all(read.charts.map(({ visual }) => loadPlot(visual.type)))
  const { locale } = query
  const time = `As of ${timeOfAnswers(answers, { now, locale, timeZone })}`
  const asOf = seenAs === undefined ? time : `As ${seenAs} sees it. ${time}`
  return read.chapters.map(({ name, filters, tiles }) => ({
    frame: {
      title: read.title,
      description: read.description,
      chapter: name,
      filters,
      asOf,
      isFirst: true,
      number: null,
    },
    blocks: tiles.map((tile) => ({
      place: tile.place,
      content: contentOfTile(tile, read, answers, { locale, timeZone, weekStart, now }),
    })),
  }))
}

/** Puts chapters on pages of paper. size: of the paper, in points. */
export async function pdfPages(chapters: readonly DrawnChapter[], { paper, orientation }: DocumentQuery) {
  const upright = paperSizes[paper]
  const size = orientation === 'portrait' ? upright : { width: upright.height, height: upright.width }
  const widthPx = (size.width - 2 * marginPt) * pxPerPt
  const heightPx = (size.height - 2 * marginPt) * pxPerPt
  const laidOut = chapters.flatMap(({ frame, blocks }) => {
    const first = heightPx - footPx - headHeightPx(frame, widthPx)
    const pages = layOutPages(blocks, { widthPx, first, other: heightPx - footPx - runningHeadPx }, true)
    return pages.map((page, index) => ({ page, frame: { ...frame, isFirst: index === 0 } }))
  })
  const { svgs, fonts } = await svgsOf(
    laidOut.map(({ page, frame }, index) => ({
      page,
      frame: { ...frame, number: { page: index + 1, of: laidOut.length } },
      widthPx,
      heightPx,
    })),
  )
  const pages = laidOut.map(({ frame }, index) => ({
    svg: svgs[index] ?? '',
    chapter: frame.isFirst ? (frame.chapter ?? frame.title) : null,
  }))
  return { pages, size, fonts }
}

/** Returns the time of the oldest answer, with its zone. */
export function timeOfAnswers(
  { results }: DocumentAnswers,
  { now, locale, timeZone }: { readonly now: number; readonly locale: string; readonly timeZone: string },
): string {
  const times = [...results.values()].map(({ asOf }) => Date.parse(asOf)).filter((time) => !Number.isNaN(time))
  const write = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone })
  return `${write.format(Math.min(now, ...times))}, ${timeZone}`
}

interface RenderedPages {
  readonly svgs: readonly string[]
  readonly fonts: readonly ScriptFont[]
}

/** Renders pages as SVG with colours of their own. If no font has some of their letters, each page says so. */
async function svgsOf(pages: readonly FramedPage[]): Promise<RenderedPages> {
  const render = (page: FramedPage) => withPaperColors(withoutControls(renderToStaticMarkup(<PageDrawing {...page} />)))
  const svgs = pages.map(render)
  const fonts = await scriptFontsFor(new Set(svgs.flatMap(textsOf)))
  const known = svgs.map((svg) => withKnownLetters(svg, fonts))
  if (known.every(({ isWhole }) => isWhole)) return { svgs: known.map(({ svg }) => svg), fonts }
  return {
    svgs: pages.map((page) => {
      const frame = { ...page.frame, asOf: `${page.frame.asOf}. ${unknownLetters}` }
      return withKnownLetters(render({ ...page, frame }), fonts).svg
    }),
    fonts,
  }
}

function stacked(
  svgs: readonly string[],
  pages: readonly FramedPage[],
  { width, height }: { readonly width: number; readonly height: number },
): string {
  let top = pictureMarginPx
  const parts = svgs.map((svg, index) => {
    const part = `<g transform="translate(${pictureMarginPx} ${top})">${svg}</g>`
    top += pages[index]?.heightPx ?? 0
    return part
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${parts.join('')}</svg>`
}
