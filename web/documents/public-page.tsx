import type { Plot } from '@tidemark/shared/charts/plot/plot'
import type { CSSProperties, ReactNode } from 'react'
import { rowsPrefix, tabName } from '@tidemark/shared/public-links/public-choices'
import { placeToBox } from '@/features/dashboards/grid/grid-geometry'
import MarkdownText from '@/ui/text/markdown-text'
import { hasTargets, MarkTargets, markWords } from './mark-targets'
import type { PageWords } from './words/page-words'
import { fieldLabel, fieldText, PageForm, type PageOption } from './public-page-form'
import type { PaperTile } from './read-document'
import type { PageField, ReadPublicPage } from './read-public-page'
import { plotInRoom, Plotted } from './tile-drawing'
import { RowsTable } from './public-table'
import type { TileContent } from './tile-content'

interface PublicPageBodyProps {
  readonly read: ReadPublicPage
  readonly contents: ReadonlyMap<string, TileContent>
  readonly optionsOf: (field: PageField) => readonly PageOption[]
  readonly path: string
  readonly rows: Readonly<Record<string, number>>
  /** The values in the address, which links to tabs and pages keep. */
  readonly search: URLSearchParams
  /** The rest of all addresses of the page. */
  readonly kept: URLSearchParams
  readonly locale: string
  readonly words: PageWords
  readonly asOf: string
  /** Says what each mark of a chart stands for, for the script of a page in a frame. */
  readonly hasMarks: boolean
}

const widePx = 1200
const narrowPx = 340
const tileSidePx = 14
/** The heights of a table in a tile: around its rows, and of a row. */
const tablePx = { around: 128, row: 29 } as const
const leastRows = 5
const leastPlotPx = 72

/** A dashboard or chart for readers without an account: no scripts, and each chart drawn for a wide and a narrow page. */
export function PublicPageBody(props: PublicPageBodyProps) {
  const { read, contents, optionsOf, path, rows, search, kept, locale, words, asOf, hasMarks } = props
  const { title, description, tabs, tiles, fields } = read
  const shownTab = tabs.find(({ isShown }) => isShown)?.id ?? null
  const keptWithTab = new URLSearchParams(kept)
  if (shownTab !== null) keptWithTab.set(tabName, shownTab)
  const said = fields.flatMap((field) => {
    const text = fieldText(field, locale, words)
    return field.mode === 'open' || text === null ? [] : [{ label: fieldLabel(field), text }]
  })
  const hrefWith = (changes: Readonly<Record<string, string | null>>) => {
    const next = new URLSearchParams([...search, ...keptWithTab])
    for (const [name, value] of Object.entries(changes)) {
      if (value === null) next.delete(name)
      else next.set(name, value)
    }
    return `?${next.toString()}`
  }
  return (
    <main>
      <header>
        <h1>{title}</h1>
        {description !== '' && <p className="lead muted">{description}</p>}
        {said.length > 0 && (
          <p className="facts small muted">
            {said.map(({ label, text }) => (
              <span key={label}>
                {label}: <b>{text}</b>
              </span>
            ))}
          </p>
        )}
      </header>
      <PageForm fields={fields} optionsOf={optionsOf} kept={keptWithTab} locale={locale} words={words} />
      {tabs.length > 0 && (
        <nav className="tabs" aria-label={words.tabs}>
          {tabs.map(({ id, name, isShown }) => (
            <a key={id} href={hrefWith({ [tabName]: id })} aria-current={isShown ? 'page' : undefined}>
              {name}
            </a>
          ))}
        </nav>
      )}
      {tiles.length === 0 && <p className="lead muted">{words.nothingHere}</p>}
      <div className="grid">
        {tiles.map((tile) => {
          const content = contents.get(tile.id)
          return content === undefined ? null : (
            <TileArticle
              key={tile.id}
              tile={tile}
              content={content}
              path={path}
              page={rows[tile.id] ?? 1}
              hrefOfPage={(page) => hrefWith({ [`${rowsPrefix}${tile.id}`]: page === 1 ? null : String(page) })}
              locale={locale}
              words={words}
              hasMarks={hasMarks}
            />
          )
        })}
      </div>
      <footer className="small muted">{asOf}</footer>
    </main>
  )
}

interface TileArticleProps {
  readonly tile: PaperTile
  readonly content: TileContent
  readonly path: string
  readonly page: number
  readonly hrefOfPage: (page: number) => string
  readonly locale: string
  readonly words: PageWords
  readonly hasMarks: boolean
}

function TileArticle({ tile, content, path, page, hrefOfPage, locale, words, hasMarks }: TileArticleProps) {
  const { x, y, w, h } = tile.place
  const style = { '--x': x, '--y': y, '--w': w, '--h': h } as CSSProperties // Names of our style sheet.
  const article = (className: string, children: ReactNode) => (
    <article className={`tile ${className}`} id={`tile-${tile.id}`} style={style}>
      {children}
    </article>
  )
  if (tile.content.kind === 'image') {
    const { imageId, fit, description } = tile.content
    return article(
      fit === 'fill' ? 'picture fill' : 'picture',
      // oxlint-disable-next-line next/no-img-element -- no script of Next is on the page
      <img src={`${path}/images/${imageId}`} alt={description} loading="lazy" />,
    )
  }
  switch (content.kind) {
    case 'heading':
      return article('heading', <h2>{content.text}</h2>)
    case 'text':
      return article('text', <div>{tile.content.kind === 'text' && <MarkdownText source={tile.content.text} />}</div>)
    case 'picture':
      return null
    case 'message':
      return article(
        'framed',
        <>
          {content.title !== '' && <h2>{content.title}</h2>}
          <p className="message muted">{content.text}</p>
        </>,
      )
    case 'table':
      return article(
        'framed',
        <>
          <Head content={content} />
          <RowsTable
            table={content.table}
            title={content.title}
            rowsOfPage={rowsInTile(tile, content)}
            page={page}
            hrefOfPage={hrefOfPage}
            hasMarks={hasMarks}
            locale={locale}
            words={words}
          />
          <Notes notes={content.notes} />
        </>,
      )
    case 'chart': {
      const box = placeToBox(tile.place, widePx)
      const notesPx = content.notes.length * 16 + (content.notes.length > 0 ? 8 : 0)
      const roomPx = box.height - 50 - descriptionPx(content) - notesPx
      const wide = { width: box.width - 2 * tileSidePx, height: Math.max(leastPlotPx, roomPx) }
      const narrow = { width: narrowPx - 2 * tileSidePx, height: Math.min(260, wide.height) }
      const ofWide = plotInRoom(content.plotAt, wide.width, wide.height)
      const ofNarrow = plotInRoom(content.plotAt, narrow.width, narrow.height)
      if ('reason' in ofWide)
        return article(
          'framed',
          <>
            <Head content={content} />
            <p className="message muted">{ofWide.reason}</p>
            <Notes notes={ofWide.notes} />
          </>,
        )
      const isSaidTwice = ofWide.notes.join() !== ofNarrow.notes.join()
      return article(
        'framed',
        <>
          <Head content={content} />
          <Drawn title={content.title} plot={ofWide} size={wide} className="wide" {...{ locale, words, hasMarks }} />
          <Drawn
            title={content.title}
            plot={ofNarrow}
            size={narrow}
            className="narrow"
            {...{ locale, words, hasMarks }}
          />
          <Notes notes={ofWide.notes} className={isSaidTwice ? 'wide' : ''} />
          {isSaidTwice && <Notes notes={ofNarrow.notes} className="narrow" />}
        </>,
      )
    }
  }
}

type NamedContent = Extract<TileContent, { readonly kind: 'chart' | 'table' }>

/** The name and the description of a chart, unless they stand at the top of the page. */
function Head({ content: { title, description, isAlone } }: { readonly content: NamedContent }) {
  if (isAlone) return null
  return (
    <>
      <h2>{title}</h2>
      {description !== '' && <p className="small muted">{description}</p>}
    </>
  )
}

/** Returns the height of a description in one line; a longer one makes its tile higher. */
function descriptionPx({ description }: NamedContent): number {
  return description === '' ? 0 : 16
}

/** Returns how many rows a tile has room for, so that what is beside it does not stand in a gap. */
function rowsInTile({ place }: PaperTile, content: NamedContent): number {
  const roomPx = placeToBox(place, widePx).height - tablePx.around - descriptionPx(content)
  return Math.max(leastRows, Math.floor(roomPx / tablePx.row))
}

interface DrawnProps extends Pick<TileArticleProps, 'locale' | 'words' | 'hasMarks'> {
  readonly title: string
  readonly plot: Plot
  readonly size: { readonly width: number; readonly height: number }
  readonly className: string
}

function Drawn({ title, plot, size: { width, height }, className, locale, words, hasMarks }: DrawnProps) {
  const marked = hasMarks && hasTargets(plot) ? plot : null
  return (
    <svg
      className={`plot ${className}`}
      role="img"
      aria-label={`${title}. ${words.summary(plot, locale)}`}
      viewBox={`0 0 ${width} ${height}`}
      data-marks={marked === null ? undefined : markWords(marked, locale)}
    >
      <Plotted plot={plot} versus={words.versus} over={marked === null ? null : <MarkTargets plot={marked} />} />
    </svg>
  )
}

function Notes({ notes, className = '' }: { readonly notes: readonly string[]; readonly className?: string }) {
  if (notes.length === 0) return null
  return (
    <div className={`notes small muted ${className}`.trimEnd()}>
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </div>
  )
}
