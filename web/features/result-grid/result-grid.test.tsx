import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { ResultData } from '@tidemark/shared/query/run-query'
import { testPageEnvironment } from '@testkit/pages/page-environment-fixture'
import { PageEnvironmentProvider } from '@/client/page/page-environment'
import { ResultGrid } from './result-grid'
import { wholeRowsPx } from './whole-rows'

test('the server sends the header and the first thirty of many rows', () => {
  const html = render(rowsOf(50_000, ['id', 'city']))
  expect(html).toContain('aria-rowcount="50001"')
  expect(html.match(/role="row"/g)).toHaveLength(31)
  expect(html).toContain('>city 29<')
  expect(html).not.toContain('>city 30<')
})

test('paper says how many of the rows stand there', () => {
  const noteOf = (rowCount: number, paperHeightPx?: number) =>
    />The first ([^/]*) rows</.exec(render(rowsOf(rowCount, ['id']), paperHeightPx))?.[1]
  expect(noteOf(50_000)).toBe('30 of 50,000')
  expect(noteOf(30)).toBeUndefined()
  const sevenRowsPx = 34 + 7 * 31
  expect(noteOf(200, sevenRowsPx)).toBe('7 of 200')
  expect(noteOf(200, sevenRowsPx + 30)).toBe('7 of 200')
  expect(noteOf(7, sevenRowsPx)).toBeUndefined()
  expect(noteOf(200, 20)).toBe('1 of 200')
})

test.each([
  ['ends below the last row that fits', 50, 223, 0, 34 + 6 * 31],
  ['ends below a bar that scrolls it where that has room below the rows', 50, 223 + 12, 12, 34 + 6 * 31 + 12],
  ['leaves out a row for a bar that scrolls it', 50, 223, 12, 34 + 5 * 31 + 12],
  ['is as high as its room where that ends with a row', 50, 34 + 6 * 31, 0, 34 + 6 * 31],
  ['is as high as its room where all rows fit', 6, 223, 0, 223],
  ['is as high as its room where no row fits', 50, 60, 0, 60],
])('a table in a tile %s', (_, rowCount, roomPx, barPx, heightPx) => {
  expect(wholeRowsPx(rowCount, roomPx, barPx)).toBe(heightPx)
})

test('paper says which of many columns stand there', () => {
  const noteOf = (rowCount: number, columnCount: number) => {
    const html = render(rowsOf(rowCount, columnNames(columnCount)))
    return { note: /data-part="rows-note"[^>]*>([^<]*)</.exec(html)?.[1], drawn: html.match(/role="columnheader"/g) }
  }
  const { note, drawn } = noteOf(20, 400)
  expect(note).toBe(`Columns 1 to ${drawn?.length} of 400`)
  expect(noteOf(100, 400).note).toBe(`The first 30 of 100 rows · ${note}`)
  expect(noteOf(20, 16).note).toBeUndefined()
})

test('a result with many columns sends only those in sight', () => {
  const html = render(rowsOf(100, columnNames(400)))
  expect(html).toContain('aria-colcount="400"')
  expect(html).toContain('>column_0<')
  expect(html).not.toContain('>column_100<')
})

test('null and the empty text are muted words, and no texts that read like them', () => {
  const html = render({ ...rowsOf(4, ['city']), columns: [[null, '', '(empty)', 'null']] })
  const cells = [...html.matchAll(/role="gridcell"[^>]*>(.*?)<\/div>/g)].map(([, inside]) => inside)
  expect(cells).toEqual([
    '<span class="text-muted italic">(empty)</span>',
    '<span class="text-muted italic">(empty text)</span>',
    '“(empty)”',
    'null',
  ])
})

function render(data: ResultData, paperHeightPx?: number): string {
  return renderToString(
    <PageEnvironmentProvider initial={testPageEnvironment}>
      <ResultGrid data={data} label="Rows" {...(paperHeightPx !== undefined && { paperHeightPx })} />
    </PageEnvironmentProvider>,
  )
}

const columnNames = (count: number) => Array.from({ length: count }, (_, column) => `column_${column}`)

function rowsOf(rowCount: number, names: readonly string[]): ResultData {
  return {
    fields: names.map((name) => ({ name, type: 'text', databaseType: 'VARCHAR', nullable: true })),
    columns: names.map((name) => Array.from({ length: rowCount }, (_, row) => `${name} ${row}`)),
    rowCount,
  }
}
