import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { ResultData } from '@tidemark/shared/query/run-query'
import { PageEnvironmentProvider } from '@/client/page-environment'
import { ResultGrid } from './result-grid'

const environment = {
  locale: 'en-GB',
  now: 0,
  viewportWidth: 1280,
  isDesktopApp: false,
  version: '0',
  buildId: '',
  chartHost: null,
  databaseName: 'test',
  team: null,
}

test('the server sends the header and the first thirty of many rows', () => {
  const html = render(rowsOf(50_000, ['id', 'city']))
  expect(html).toContain('aria-rowcount="50001"')
  expect(html.match(/role="row"/g)).toHaveLength(31)
  expect(html).toContain('>city 29<')
  expect(html).not.toContain('>city 30<')
})

test('paper says how many of the rows stand there', () => {
  const noteOf = (rowCount: number, paperHeightPx?: number) =>
    />The first ([^/]*) rows</.exec(render(rowsOf(rowCount, ['id']), paperHeightPx).replaceAll('<!-- -->', ''))?.[1]
  expect(noteOf(50_000)).toBe('30 of 50,000')
  expect(noteOf(30)).toBeUndefined()
  const sevenRowsPx = 34 + 7 * 31
  expect(noteOf(200, sevenRowsPx)).toBe('7 of 200')
  expect(noteOf(200, sevenRowsPx + 30)).toBe('7 of 200')
  expect(noteOf(7, sevenRowsPx)).toBeUndefined()
  expect(noteOf(200, 20)).toBe('1 of 200')
})

test('a result with many columns sends only those in sight', () => {
  const html = render(
    rowsOf(
      100,
      Array.from({ length: 400 }, (_, column) => `column_${column}`),
    ),
  )
  expect(html).toContain('aria-colcount="400"')
  expect(html).toContain('>column_0<')
  expect(html).not.toContain('>column_100<')
})

test('null is shown as a word of its own, not as an empty cell', () => {
  const html = render({ ...rowsOf(1, ['city']), columns: [[null]] })
  expect(html).toMatch(/<span class="[^"]*">null<\/span>/)
})

function render(data: ResultData, paperHeightPx?: number): string {
  return renderToString(
    <PageEnvironmentProvider initial={environment}>
      <ResultGrid data={data} label="Rows" {...(paperHeightPx !== undefined && { paperHeightPx })} />
    </PageEnvironmentProvider>,
  )
}

function rowsOf(rowCount: number, names: readonly string[]): ResultData {
  return {
    fields: names.map((name) => ({ name, type: 'text', databaseType: 'VARCHAR', nullable: true })),
    columns: names.map((name) => Array.from({ length: rowCount }, (_, row) => `${name} ${row}`)),
    rowCount,
  }
}
