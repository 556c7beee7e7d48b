import { renderToStaticMarkup } from 'react-dom/server'
import { loadPlot } from '@tidemark/shared/charts/load-plot'
import { frameScriptPath, localeName, themeName, type EmbedTheme } from '@tidemark/shared/public-links/embed'
import { valueText } from '@tidemark/shared/query/value-words'
import { withoutControls } from '@/features/chart-image/image-text'
import type { DocumentAnswers, EmbedLook, PublicPageForm } from '@/server/documents/document-messages'
import { contentOfTile } from './content-of-tile'
import { timeOfAnswers } from './draw-document'
import { pageWordsOf } from './words/page-words-of'
import { PublicPageBody } from './public-page'
import { textsOf, type PageOption } from './public-page-form'
import { publicPageStyle } from './public-page-style'
import type { PageField, ReadPublicPage } from './read-public-page'

interface PageDrawnAt {
  readonly page: PublicPageForm
  readonly timeZone: string
  readonly weekStart: number
  readonly now: number
}

/** Draws a public page with the answers of its charts, as a whole HTML document. */
export async function drawPublicPage(
  read: ReadPublicPage,
  answers: DocumentAnswers,
  { page, timeZone, weekStart, now }: PageDrawnAt,
): Promise<Uint8Array<ArrayBuffer>> {
  await Promise.all(read.charts.map(({ visual }) => loadPlot(visual.type)))
  const { locale, look } = page
  const publicNames = new Set(read.fields.flatMap((field) => (field.kind === 'filter' ? [field.filter.name] : [])))
  const words = pageWordsOf(locale)
  const at = { locale, timeZone, weekStart, now, publicNames }
  const contents = new Map(read.tiles.map((tile) => [tile.id, contentOfTile(tile, read, answers, at)]))
  const html = renderToStaticMarkup(
    <html lang={locale} style={look === null ? undefined : { colorScheme: schemes[look.theme] }}>
      {/* oxlint-disable-next-line next/no-head-element -- the whole document is written here */}
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content={look === null ? schemes.system : schemes[look.theme]} />
        <meta name="robots" content="noindex, nofollow" />
        <title>{read.title}</title>
        <style dangerouslySetInnerHTML={{ __html: publicPageStyle }} />
        {look !== null && <script src={frameScriptPath} defer />}
      </head>
      <body className={look === null ? undefined : 'embed'} data-keys={look === null ? undefined : words.keys}>
        <PublicPageBody
          read={read}
          contents={contents}
          optionsOf={(field) => optionsOf(field, answers, locale)}
          path={page.path}
          rows={page.rows}
          search={openValues(page)}
          kept={keptOf(look)}
          locale={locale}
          hasMarks={look !== null}
          asOf={words.asOf(timeOfAnswers(answers, { now, locale, timeZone }))}
          words={words}
        />
      </body>
    </html>,
  )
  return new TextEncoder().encode(`<!doctype html>\n${words.page(withoutControls(html))}`)
}

const schemes = { light: 'light', dark: 'dark', system: 'light dark' } as const satisfies Record<EmbedTheme, string>

/** Returns the part of the address that says how a page in a frame looks. */
function keptOf(look: EmbedLook | null): URLSearchParams {
  const kept = new URLSearchParams()
  if (look !== null && look.theme !== 'system') kept.set(themeName, look.theme)
  if (look !== null && look.locale !== null) kept.set(localeName, look.locale)
  return kept
}

/** Returns the values that a reader may choose, which links of the page keep. */
function openValues({ choices, fields }: PublicPageForm): URLSearchParams {
  return new URLSearchParams([...new URLSearchParams(choices)].filter(([name]) => fields[name] === 'open'))
}

/** Returns the values that a field offers: the declared ones, or those that its queries answered. */
function optionsOf(field: PageField, { results }: DocumentAnswers, locale: string): readonly PageOption[] {
  const isFilter = field.kind === 'filter'
  if (!isFilter && field.parameter.type === 'enum')
    return field.parameter.options.map(({ value, label = value }) => ({ text: value, label }))
  const labels = new Map<string, string>()
  for (const key of field.optionKeys) {
    const result = results.get(key)
    if (result === undefined || result.error !== undefined) continue
    const [values = [], names = []] = result.columns
    for (const [index, value] of values.entries()) {
      const text = value === null ? null : String(value)
      const type = result.fields[0]?.type
      if (isFilter) labels.set(textsOf({ kind: 'values', values: [text] })[0] ?? '', valueText(value, String, type))
      else if (text !== null) labels.set(text, String(names[index] ?? value))
    }
  }
  const { compare } = new Intl.Collator(locale, { numeric: true })
  return [...labels].map(([text, label]) => ({ text, label })).toSorted((a, b) => compare(a.label, b.label))
}
