import { wholeNumber } from '@tidemark/shared/charts/plot/numbers/format-number'
import { lineOf } from './mark-targets'
import type { PageWords } from './words/page-words'
import type { PaperTable } from './tables/paper-table'

interface RowsTableProps {
  readonly table: PaperTable
  readonly title: string
  readonly rowsOfPage: number
  readonly page: number
  readonly hrefOfPage: (page: number) => string
  /** Tells the names of the columns to the script of a page in a frame. */
  readonly hasMarks: boolean
  readonly locale: string
  readonly words: PageWords
}

/** The rows of one page of a table, with links to the others. */
export function RowsTable(props: RowsTableProps) {
  const { table, title, rowsOfPage, page, hrefOfPage, hasMarks, locale, words } = props
  const { columns, bands, rowCount, textOf, foot } = table
  const classOf = (column: number) => (columns[column]?.align === 'end' ? 'end' : undefined)
  const count = (value: number) => wholeNumber(locale, value)
  const pageCount = Math.max(1, Math.ceil(rowCount / rowsOfPage))
  const shown = Math.min(page, pageCount)
  const from = (shown - 1) * rowsOfPage
  const to = Math.min(rowCount, from + rowsOfPage)
  return (
    <>
      <div className="scroll" role="group" aria-label={title} tabIndex={0}>
        <table data-columns={hasMarks ? lineOf(columnNames(table)) : undefined}>
          <thead>
            {bands.map((level, index) => (
              <tr key={index}>
                {index === 0 && <NameHead table={table} rows={bands.length + 1} />}
                {level.map(({ label, first, last }) => (
                  <th key={first} scope="colgroup" colSpan={last - first + 1} className={classOf(first)}>
                    {label}
                  </th>
                ))}
              </tr>
            ))}
            <tr>
              {bands.length === 0 && <NameHead table={table} rows={1} />}
              {columns.slice(1).map(({ label }, index) => (
                <th key={index} scope="col" className={classOf(index + 1)}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {Array.from({ length: to - from }, (_, index) => (
              <tr key={index}>
                {columns.map((_, column) => (
                  <td key={column} className={classOf(column)} style={styleOf(table, from + index, column)}>
                    {textOf(from + index, column)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          {foot !== null && (
            <tfoot>
              <tr>
                {foot.map((text, column) => (
                  <th key={column} className={classOf(column)}>
                    {text}
                  </th>
                ))}
              </tr>
            </tfoot>
          )}
        </table>
      </div>
      {pageCount > 1 && (
        <nav className="pages small muted" aria-label={words.pagesOf(title)}>
          <span>{words.rows(count(from + 1), count(to), count(rowCount))}</span>
          {shown > 1 && <a href={hrefOfPage(shown - 1)}>{words.previous}</a>}
          {shown < pageCount && <a href={hrefOfPage(shown + 1)}>{words.next}</a>}
        </nav>
      )}
    </>
  )
}

/** Returns the name of each column, with those of the headers above it. */
function columnNames({ columns, bands }: PaperTable): readonly string[] {
  return columns.map(({ label }, column) => {
    const above = bands.flatMap((level) => level.find(({ first, last }) => first <= column && column <= last) ?? [])
    return [...above.map((band) => band.label), label].filter(Boolean).join(', ')
  })
}

/** The header of the first column, beside those of all others. */
function NameHead({ table: { columns }, rows }: { readonly table: PaperTable; readonly rows: number }) {
  const [first] = columns
  if (first === undefined) return null
  return (
    <th scope="col" rowSpan={rows > 1 ? rows : undefined} className={first.align === 'end' ? 'end' : undefined}>
      {first.label}
    </th>
  )
}

/** The look of a cell: colours and bold as on screen; a first column below others is indented. */
function styleOf(
  { lookOf, indentOf }: PaperTable,
  row: number,
  column: number,
): Readonly<Record<string, string | number>> | undefined {
  const { background, bar, color, isStrong = false } = lookOf(row, column) ?? {}
  const indentPx = column === 0 ? indentOf(row) : 0
  const filled =
    bar === undefined
      ? background
      : `linear-gradient(to right, transparent ${percent(bar.from)}, ${bar.color} ${percent(bar.from)} ${percent(bar.to)}, transparent ${percent(bar.to)})`
  if (filled === undefined && color === undefined && !isStrong && indentPx === 0) return undefined
  return {
    ...(filled === undefined ? {} : { background: filled }),
    ...(color === undefined ? {} : { color }),
    ...(isStrong ? { fontWeight: 600 } : {}),
    ...(indentPx === 0 ? {} : { paddingLeft: indentPx }),
  }
}

function percent(part: number): string {
  return `${Math.round(part * 1000) / 10}%`
}
