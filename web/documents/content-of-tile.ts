import { withoutAdvice } from '@tidemark/shared/charts/plot/text/advice'
import { chosenColorsOf } from '@tidemark/shared/charts/plot/colors/chosen-colors'
import { measureHuesOf } from '@tidemark/shared/charts/plot/colors/measure-hues'
import { isHeading } from '@tidemark/shared/dashboards/tile-layout'
import { plotOf } from '@tidemark/shared/charts/plot-of'
import type { Chart } from '@tidemark/shared/charts/chart'
import type { RunResult } from '@tidemark/shared/query/run-query'
import { errorForReader } from '@/features/charts/error-for-reader'
import { truncationNotes } from '@/client/results/truncation-notes'
import type { AskedTile } from '@/features/dashboards/dashboard-runs'
import type { DocumentAnswers } from '@/server/documents/document-messages'
import type { PaperTile, ReadDocument } from './read-document'
import { markdownParts } from './markdown-blocks'
import { paperPivot, paperTable } from './tables/paper-table'
import { paperPicture } from './paper-picture'
import type { PageWords } from './words/page-words'
import { pageWordsOf } from './words/page-words-of'
import type { TileContent } from './tile-content'

/**
 * publicNames: the names of the filters that its readers may know of, where they are nobody of the workspace. They are told
 * of no other, and of no error what it says of the data. They read it in their own language; a document is in English.
 */
interface DrawnAt {
  readonly locale: string
  readonly timeZone: string
  readonly weekStart: number
  readonly now: number
  readonly publicNames?: ReadonlySet<string>
}

type WordedAt = DrawnAt & { readonly words: PageWords }

/** Returns what stands in a tile's place: its drawing, or why there is none. */
export function contentOfTile(
  tile: PaperTile,
  { asked, charts }: Pick<ReadDocument, 'asked' | 'charts'>,
  { results, images }: DocumentAnswers,
  drawnAt: DrawnAt,
): TileContent {
  const { content } = tile
  const at = { ...drawnAt, words: pageWordsOf(drawnAt.publicNames === undefined ? 'en' : drawnAt.locale) }
  const { words } = at
  switch (content.kind) {
    case 'text':
      return isHeading(tile)
        ? { kind: 'heading', text: content.text || words.section }
        : { kind: 'text', parts: markdownParts(content.text) }
    case 'image': {
      const image = images.get(content.imageId)
      const title = content.description || 'Picture'
      if (image === undefined) return { kind: 'message', title, text: 'This picture is not on the server.' }
      const drawn = paperPicture(image)
      return drawn.kind === 'said'
        ? { kind: 'message', title, text: drawn.text }
        : { kind: 'picture', href: drawn.href, fit: content.fit, description: content.description }
    }
    case 'chart': {
      const chart = charts.find(({ id }) => id === content.chartId)
      if (chart === undefined) return { kind: 'message', title: words.missing, text: words.missingText }
      const one = asked.get(tile.id)
      const result = one?.run == null ? undefined : results.get(one.run.key)
      return contentOfChart({ chart, asked: one, result, charts, isAlone: tile.isAlone === true }, at)
    }
  }
}

interface AskedChart {
  readonly chart: Chart
  readonly asked: Pick<AskedTile, 'filters' | 'run'> | undefined
  readonly result: RunResult | undefined
  readonly charts: readonly Chart[]
  readonly isAlone: boolean
}

function contentOfChart(
  { chart, asked, result, charts, isAlone }: AskedChart,
  { publicNames, words, ...at }: WordedAt,
): TileContent {
  const message = (text: string): TileContent => ({ kind: 'message', title: isAlone ? '' : chart.name, text })
  const mayBeNamed = (name: string) => publicNames?.has(name) ?? true
  const waitsFor = asked?.filters.waitsFor ?? []
  if (waitsFor.length > 0) {
    const names = waitsFor.map(({ name }) => name).filter(mayBeNamed)
    return message(names.length === 0 ? words.waits : words.waitsFor(names.join(', ')))
  }
  if (result === undefined) return message(words.noQuery)
  if (result.error !== undefined) {
    const { code, message: said, detail, hint } = errorForReader(result.error)
    if (code === 'forbidden')
      return message(publicNames === undefined ? [detail ?? said, hint].join(' ').trim() : words.notShown)
    // What a message names, such as SQL or a table, is not for strangers.
    if (publicNames !== undefined) return message(words.failed)
    return message(detail === undefined ? said : `${said} ${detail}`)
  }
  const { truncated, ignoredFilters } = result
  const names = [
    ...new Set([
      ...ignoredFilters.flatMap((column) => asked?.filters.names[column] ?? []),
      ...(asked?.filters.notTaken ?? []),
    ]),
  ].filter(mayBeNamed)
  const bins = truncated?.bins
  const thinnedTo = truncated?.reason === 'points' ? truncated.columns : undefined
  const ofRows = [
    ...(names.length === 0 ? [] : [words.notFiltered(names.join(', '))]),
    ...(result.filtersAfterLimit ? [words.afterLimit] : []),
    ...(truncated === null ? [] : truncationNotes(result, truncated, at.locale).map(words.note)),
  ]
  const plotAt = (widthPx: number, heightPx: number) => {
    const plot = plotOf({
      visual: chart.visual,
      data: result,
      widthPx,
      heightPx,
      ...at,
      measureHues: measureHuesOf(chart, charts),
      chosenColors: chosenColorsOf(chart, charts),
      isCut: truncated !== null && bins === undefined && thinnedTo === undefined,
      ...(bins === undefined ? {} : { bins }),
      ...(thinnedTo === undefined ? {} : { thinnedTo }),
    })
    return words.plot({ ...plot, notes: [...ofRows, ...plot.notes.map((note) => words.note(withoutAdvice(note)))] })
  }
  // The size matters to neither kind of table.
  const plot = plotAt(600, 300)
  // Its reason tells who may change the chart what to choose.
  if (plot.kind === 'unsuitable') return message(words.unsuitable)
  const { notes } = plot
  const named = { title: chart.name, description: isAlone ? '' : chart.description, isAlone }
  if (plot.kind !== 'table' && plot.kind !== 'pivot') return { kind: 'chart', ...named, notes, plotAt }
  const table = plot.kind === 'table' ? paperTable(plot, at.locale) : paperPivot(plot, at.locale)
  return {
    kind: 'table',
    ...named,
    notes: [...(table.leftOut === 0 ? [] : [words.columnsLeftOut(table.leftOut)]), ...notes],
    table,
  }
}
