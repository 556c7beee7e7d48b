import { expect, test } from 'vitest'
import { defaultVisual } from '@tidemark/shared/charts/chart-visual'
import {
  changeType,
  columnNote,
  freeMeasures,
  missingResultColumns,
  drawMeasureAs,
  markOfMeasure,
  moveMeasure,
  replaceMeasure,
  toggleAxis,
} from './visual-controls'

const visual = { ...defaultVisual, y: ['a', 'b', 'c'], lines: ['b'], secondAxis: ['b', 'c'] }

test('a measure moves one place and stops at both ends', () => {
  expect(moveMeasure(visual, 1, -1)).toEqual({ y: ['b', 'a', 'c'] })
  expect(moveMeasure(visual, 1, 1)).toEqual({ y: ['a', 'c', 'b'] })
  expect(moveMeasure(visual, 0, -1)).toEqual({})
  expect(moveMeasure(visual, 2, 1)).toEqual({})
})

test('a replaced measure hands on its axis and mark, a removed one takes them along', () => {
  const styled = { ...visual, seriesStyles: [{ series: 'b', color: '3', isHidden: false }] }
  expect(replaceMeasure(styled, 1, 'd')).toEqual({
    y: ['a', 'd', 'c'],
    lines: ['d'],
    areas: [],
    secondAxis: ['d', 'c'],
    seriesStyles: [{ series: 'd', color: '3', isHidden: false }],
  })
  expect(replaceMeasure(styled, 1, null)).toEqual({
    y: ['a', 'c'],
    lines: [],
    areas: [],
    secondAxis: ['c'],
    seriesStyles: [],
  })
})

test('a combo keeps a line: the one that is drawn without being chosen can be joined and moved, not ended', () => {
  const combo = { ...defaultVisual, type: 'combo' as const, y: ['a', 'b'] }
  expect(drawMeasureAs(combo, 'a', 'line')).toEqual({ lines: ['b', 'a'], areas: [] })
  expect(drawMeasureAs(combo, 'b', 'bar')).toBeNull()
  expect(drawMeasureAs({ ...combo, y: ['a'] }, 'a', 'line')).toEqual({ lines: ['a'], areas: [] })
  expect(drawMeasureAs({ ...combo, y: ['a'], lines: ['a'] }, 'a', 'bar')).toEqual({ lines: [], areas: [] })
  expect(moveMeasure(combo, 1, -1)).toEqual({ y: ['b', 'a'], lines: ['b'] })
})

test('a combo draws each measure as bars, a line or an area', () => {
  const combo = { ...defaultVisual, type: 'combo' as const, y: ['a', 'b'] }
  const filled = { ...combo, ...drawMeasureAs(combo, 'a', 'area') }
  expect(['a', 'b'].map((name) => markOfMeasure(filled, name))).toEqual(['area', 'line'])
  const barred = { ...filled, ...drawMeasureAs(filled, 'b', 'bar') }
  expect(['a', 'b'].map((name) => markOfMeasure(barred, name))).toEqual(['area', 'bar'])
  expect(drawMeasureAs(barred, 'a', 'line')).toEqual({ lines: ['a'], areas: [] })
})

test('a combo gets a second axis for what the first would not show, where nobody has chosen one', () => {
  const field = (name: string) => ({ name, type: 'number' as const, databaseType: 'DOUBLE', nullable: true })
  const fields = [field('x'), field('total'), field('share')]
  const data = { fields, columns: [[1], [5000], [0.4]], rowCount: 1 }
  const bars = { ...defaultVisual, type: 'bar' as const, x: 'x', y: ['total', 'share'] }
  const onSecond = { type: 'combo', secondAxis: ['share'], lines: ['share'] }
  expect(changeType(bars, 'combo', data)).toEqual(onSecond)
  expect(changeType(bars, 'line', data)).toEqual({ type: 'line' })
  expect(changeType({ ...bars, secondAxis: ['total'] }, 'combo', data)).toEqual({ type: 'combo' })
  expect(changeType({ ...bars, type: 'combo' }, 'combo', data)).toEqual({ type: 'combo' })
  const takenAway = { ...bars, ...toggleAxis({ ...bars, ...onSecond, type: 'combo' }, 'share') }
  expect(takenAway).toMatchObject({ type: 'bar', secondAxis: [], lines: ['share'] })
  expect(changeType(takenAway, 'combo', data)).toEqual({ type: 'combo' })
  expect(toggleAxis({ ...bars, type: 'combo' }, 'total')).toEqual({ secondAxis: ['total'], lines: ['share'] })
})

test('a heatmap gets its rows from a second category, unless somebody chose them or there is none', () => {
  const field = (name: string, type: 'text' | 'integer') => ({ name, type, databaseType: type, nullable: true })
  const fields = [field('month', 'text'), field('region', 'text'), field('n', 'integer')]
  const data = { fields, columns: [['Jan'], ['North'], [4]], rowCount: 1 }
  const bars = { ...defaultVisual, type: 'bar' as const, x: 'month', y: ['n'] }
  expect(changeType(bars, 'heatmap', data)).toEqual({ type: 'heatmap', color: 'region' })
  expect(changeType({ ...bars, x: 'region' }, 'heatmap', data)).toEqual({ type: 'heatmap' })
  expect(changeType({ ...bars, color: 'region' }, 'heatmap', data)).toEqual({ type: 'heatmap' })
  expect(changeType(defaultVisual, 'heatmap', data)).toEqual({ type: 'heatmap', x: 'month', color: 'region', y: ['n'] })
})

test('a map gets the places that a column says it has, and keeps those that were chosen', () => {
  const field = (name: string, type: 'text' | 'date' | 'number') => ({ name, type, databaseType: type, nullable: true })
  const fields = [field('month', 'date'), field('channel', 'text'), field('n', 'number'), field('country', 'text')]
  const data = { fields, columns: [['2026-01-01'], ['Web'], [4], ['Peru']], rowCount: 1 }
  const bars = { ...defaultVisual, type: 'bar' as const, x: 'month', y: ['n'] }
  expect(changeType(bars, 'map', data)).toEqual({ type: 'map', x: 'country' })
  expect(changeType({ ...bars, x: 'channel' }, 'map', data)).toEqual({ type: 'map', x: 'country' })
  expect(changeType({ ...bars, x: 'country' }, 'map', data)).toEqual({ type: 'map' })
  const said = { ...data, shown: { channel: { isPlace: true as const } } }
  expect(changeType({ ...bars, x: 'channel' }, 'map', said)).toEqual({ type: 'map' })
  expect(changeType(bars, 'map', said)).toEqual({ type: 'map', x: 'channel' })
  const unnamed = { fields: fields.slice(0, 3), columns: data.columns.slice(0, 3), rowCount: 1 }
  expect(changeType({ ...bars, x: 'channel' }, 'map', unnamed)).toEqual({ type: 'map' })
  expect(changeType(bars, 'map', unnamed)).toEqual({ type: 'map', x: 'channel' })
})

test('a map gets the column of shapes, which no other type takes for parts', () => {
  const field = (name: string, type: 'text' | 'json' | 'number') => ({ name, type, databaseType: type, nullable: true })
  const fields = [field('district', 'text'), field('n', 'number'), field('geometry', 'json')]
  const data = { fields, columns: [['Mitte'], [4], ['{"type":"Polygon","coordinates":[]}']], rowCount: 1 }
  const bars = { ...defaultVisual, type: 'bar' as const, x: 'district', y: ['n'] }
  expect(changeType(bars, 'map', data)).toEqual({ type: 'map', detail: 'geometry' })
  expect(changeType({ ...bars, type: 'map', detail: 'geometry' }, 'treemap', data)).toEqual({
    type: 'treemap',
    detail: null,
  })
  expect(changeType({ ...bars, detail: 'gone' }, 'row', data)).toEqual({ type: 'row' })
  expect(changeType({ ...bars, type: 'map', detail: 'geometry' }, 'point-map', data)).toMatchObject({ detail: null })
})

test('points on a map are at the columns of degrees, which no other type measures', () => {
  const field = (name: string, type: 'text' | 'number') => ({ name, type, databaseType: type, nullable: true })
  const fields = [
    field('city', 'text'),
    field('n', 'number'),
    field('Longitude', 'number'),
    field('Latitude', 'number'),
  ]
  const data = { fields, columns: [['Lima'], [4], [-77], [-12]], rowCount: 1 }
  const bars = { ...defaultVisual, type: 'bar' as const, x: 'city', y: ['n'] }
  const points = { type: 'point-map' as const, x: 'Longitude', y: ['Latitude'] }
  expect(changeType(bars, 'point-map', data)).toEqual(points)
  expect(changeType({ ...bars, ...points }, 'bar', data)).toEqual({ type: 'bar', x: 'city', y: ['n'] })
})

test('only numbers that are not measures yet can be added', () => {
  const field = (name: string, type: 'text' | 'decimal') => ({ name, type, databaseType: type, nullable: true })
  expect(
    freeMeasures([field('a', 'decimal'), field('x', 'decimal'), field('t', 'text')], visual).map(({ name }) => name),
  ).toEqual(['x'])
})

test('only columns that the type of chart uses can be missing', () => {
  const chosen = { ...defaultVisual, x: 'month', y: ['a', 'b'], color: 'channel', size: 'weight' }
  const fields = [{ name: 'a', type: 'decimal' as const, databaseType: 'DECIMAL', nullable: true }]
  expect(missingResultColumns(fields, { ...chosen, type: 'line' })).toEqual(['month', 'b', 'channel'])
  expect(missingResultColumns(fields, { ...chosen, type: 'pie' })).toEqual(['month'])
  expect(missingResultColumns(fields, { ...chosen, type: 'table' })).toEqual([])
})

test('a column says how many values it has, or that the result does not have it', () => {
  const data = {
    fields: [{ name: 'c', type: 'text' as const, databaseType: 'VARCHAR', nullable: true }],
    columns: [['x', 'y', 'x']],
    rowCount: 3,
  }
  expect(columnNote(data, 'c')).toBe('2 values')
  expect(columnNote(data, 'gone')).toBe('missing')
})

test.each([
  ['a date', { type: 'line', x: 'day', y: ['units'] }, 'histogram', { type: 'histogram', x: 'units', y: [] }],
  ['edges of bins', { type: 'bar', x: 'price', y: ['units'] }, 'histogram', { type: 'histogram' }],
  ['its own measure', { type: 'bar', x: 'units', y: ['units'] }, 'histogram', { type: 'histogram', x: 'units', y: [] }],
  ['counted values', { type: 'histogram', x: 'price', y: [] }, 'bar', { type: 'bar', x: 'day', y: ['price'] }],
  ['counted values', { type: 'histogram', x: 'price', y: [] }, 'number', { type: 'number', x: null, y: ['price'] }],
  ['counted values', { type: 'histogram', x: 'price', y: [] }, 'table', { type: 'table' }],
  ['edges of bins', { type: 'histogram', x: 'price', y: ['units'] }, 'bar', { type: 'bar' }],
  ['a date', { type: 'line', x: 'day', y: ['units'] }, 'bar', { type: 'bar' }],
  ['a date', { type: 'line', x: 'day', y: ['units'] }, 'pie', { type: 'pie', x: 'city' }],
  ['its colours', { type: 'line', x: 'day', y: ['units'], color: 'kind' }, 'pie', { type: 'pie', x: 'kind' }],
  ['another category', { type: 'bar', x: 'kind', y: ['units'] }, 'pie', { type: 'pie' }],
  ['slices', { type: 'pie', x: 'city', y: ['units'] }, 'area', { type: 'area', x: 'day' }],
  ['slices', { type: 'pie', x: 'city', y: ['units'] }, 'bar', { type: 'bar' }],
  ['its series', { type: 'pie', x: 'kind', y: ['units'], color: 'kind' }, 'bar', { type: 'bar', x: 'day' }],
  ['its series', { type: 'pie', x: 'kind', y: ['units'], color: 'kind' }, 'number', { type: 'number', x: 'day' }],
  ['its series', { type: 'table', x: 'kind', y: ['units'], color: 'kind' }, 'line', { type: 'line', x: 'day' }],
  ['its series', { type: 'table', x: 'kind', y: ['units'], color: 'kind' }, 'pie', { type: 'pie' }],
  ['its series', { type: 'pie', x: 'kind', y: ['units'], color: 'kind' }, 'table', { type: 'table' }],
  [
    'its series',
    { type: 'pie', x: 'kind', y: ['units'], color: 'kind' },
    'scatter',
    { type: 'scatter', x: 'units', y: ['price'] },
  ],
  ['its own colours', { type: 'bar', x: 'kind', y: ['units'], color: 'kind' }, 'row', { type: 'row' }],
  ['slices', { type: 'pie', x: 'city', y: ['units'] }, 'scatter', { type: 'scatter', x: 'units', y: ['price'] }],
  ['a date', { type: 'line', x: 'day', y: ['units'] }, 'scatter', { type: 'scatter' }],
  ['its own two', { type: 'scatter', x: 'units', y: ['price'] }, 'line', { type: 'line', x: 'day', y: ['units'] }],
  ['its own two', { type: 'scatter', x: 'units', y: ['price'] }, 'pie', { type: 'pie', x: 'city', y: ['units'] }],
  ['its own two', { type: 'scatter', x: 'units', y: ['price'] }, 'number', { type: 'number', x: null, y: ['units'] }],
  ['its own two', { type: 'scatter', x: 'units', y: ['price'] }, 'table', { type: 'table' }],
  ['its own two', { type: 'scatter', x: 'units', y: ['price'] }, 'histogram', { type: 'histogram', y: [] }],
  ['chosen ones', { type: 'scatter', x: 'price', y: ['units'] }, 'line', { type: 'line' }],
  ['chosen ones', { type: 'scatter', x: 'price', y: ['units'] }, 'number', { type: 'number', x: 'day' }],
  ['edges of bins', { type: 'histogram', x: 'price', y: ['units'] }, 'number', { type: 'number', x: 'day' }],
  ['no x', { type: 'number', x: null, y: ['price'] }, 'bar', { type: 'bar', x: 'day' }],
  ['no x', { type: 'number', x: null, y: ['price'] }, 'table', { type: 'table', x: null }],
  ['no x', { type: 'number', x: null, y: ['price'] }, 'scatter', { type: 'scatter', x: 'units', y: ['price'] }],
  ['nothing yet', { type: 'table', x: null, y: [] }, 'bar', { type: 'bar', x: 'day', y: ['units'] }],
  ['nothing yet', { type: 'table', x: null, y: [] }, 'pie', { type: 'pie', x: 'city', y: ['units'] }],
  ['nothing yet', { type: 'table', x: null, y: [] }, 'histogram', { type: 'histogram', x: 'units' }],
  ['nothing yet', { type: 'table', x: null, y: [] }, 'scatter', { type: 'scatter', x: 'units', y: ['price'] }],
] as const)('a chart over %s (%j), drawn as %s, becomes %j', (_, drawn, type, change) => {
  const field = (name: string, of: 'text' | 'date' | 'decimal') => ({
    name,
    type: of,
    databaseType: of,
    nullable: true,
  })
  const fields = [
    field('city', 'text'),
    field('day', 'date'),
    field('units', 'decimal'),
    field('price', 'decimal'),
    field('kind', 'text'),
  ]
  const data = { fields, columns: [['Bonn'], ['2026-01-01'], ['1'], ['2'], ['sold']], rowCount: 1 }
  expect(changeType({ ...defaultVisual, ...drawn, y: [...drawn.y] }, type, data)).toEqual(change)
})

test('counted values are the dots of a scatter plot over time, where there is no other number', () => {
  const fields = [
    { name: 'day', type: 'date', databaseType: 'DATE', nullable: true },
    { name: 'kwh', type: 'number', databaseType: 'DOUBLE', nullable: true },
  ] as const
  const data = {
    fields: [...fields],
    columns: [
      ['2026-01-01', '2026-01-02'],
      [3, 4],
    ],
    rowCount: 2,
  }
  const histogram = { ...defaultVisual, type: 'histogram' as const, x: 'kwh' }
  expect(changeType(histogram, 'scatter', data)).toEqual({ type: 'scatter', x: 'day', y: ['kwh'] })
})
