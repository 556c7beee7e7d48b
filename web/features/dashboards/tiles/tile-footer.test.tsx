import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { TileFooter, type TileNote } from './tile-footer'

const offline: TileNote = { parts: ['As of 3 min ago', '12 rows'], tone: 'warn' }
const shownOf = (note: TileNote, isCompact: boolean) => {
  const html = renderToStaticMarkup(<TileFooter note={note} isCompact={isCompact} />)
  return { html, isOverLowerEdge: html.includes('bottom-0'), isInCorner: html.includes('top-2') }
}

test('a small tile says the first thing in its corner and leaves the comparison under its number alone', () => {
  const { html, isOverLowerEdge, isInCorner } = shownOf(offline, true)
  expect([isOverLowerEdge, isInCorner]).toEqual([false, true])
  expect(html).toContain('>As of 3 min ago<')
  expect(html).toContain('title="As of 3 min ago · 12 rows"')
})

test('a small tile whose note can be pressed shows it over the lower edge, where it can be reached', () => {
  const failed: TileNote = { parts: ['It failed'], tone: 'bad', action: <button type="button">Retry</button> }
  const { isOverLowerEdge, isInCorner } = shownOf(failed, true)
  expect([isOverLowerEdge, isInCorner]).toEqual([true, false])
})

test('a large tile has a line of its own for all of it', () => {
  const { html, isOverLowerEdge, isInCorner } = shownOf(offline, false)
  expect([isOverLowerEdge, isInCorner]).toEqual([false, false])
  expect(html).toContain('As of 3 min ago  ·  12 rows')
})
