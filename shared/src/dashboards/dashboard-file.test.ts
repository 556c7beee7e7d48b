import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../base/json'
import { defaultVisual } from '../charts/chart-visual'
import { EntryMap } from '../entries/entry-map'
import { imageIdSchema } from '../images/image'
import { dashboardSchema } from './dashboard'
import {
  countWithheldCharts,
  dashboardToFile,
  fileToDashboard,
  imagesOfDashboard,
  isTidemarkFile,
} from './dashboard-file'

const made = { createdAt: 1, createdBy: 'ann', updatedAt: 1, updatedBy: 'ann' }
const listed = { folderId: 'f', description: '', order: 'a0', deletedAt: null, ...made }
const chart = (id: string, more: JsonObject = {}) => ({
  ...listed,
  id,
  name: id,
  query: { kind: 'sql', connectionId: 'local', sql: 'select 1', ...more },
  visual: { ...defaultVisual },
})
const tile = (id: string, content: JsonObject, dashboardId = 'd') => ({
  ...made,
  id,
  dashboardId,
  tabId: 't',
  content,
  place: { x: 0, y: 0, w: 4, h: 4 },
})
const imageId = imageIdSchema.parse('a'.repeat(64))
const picture = { kind: 'image', imageId, description: '', fit: 'whole', link: null }
const dashboard = dashboardSchema.parse({ ...listed, id: 'd', name: 'Sales\u2028' })
const view = new EntryMap(
  Object.entries({
    'chart/shown': chart('shown'),
    'chart/secret': chart('secret', { withheld: true }),
    'chart/other': chart('other'),
    'dashboard/d': dashboard,
    'dashboard/e': { ...dashboard, id: 'e' },
    'folder/f': { ...listed, id: 'f', name: 'f', parentId: null, access: null },
    'tab/d/t': { ...made, id: 't', dashboardId: 'd', name: 'First', order: 'a0' },
    'tile/d/a': tile('a', { kind: 'chart', chartId: 'shown' }),
    'tile/d/b': tile('b', { kind: 'chart', chartId: 'secret' }),
    'tile/d/c': tile('c', picture),
    'tile/d/g': tile('g', picture),
    'tile/e/x': tile('x', { kind: 'chart', chartId: 'other' }, 'e'),
  }),
)
const images = [{ id: imageId, sizeBytes: 3, content: 'AQID' }]
const text = dashboardToFile(view, dashboard, 'acme', images)
const withoutEnd = text.trimEnd().split('\n').slice(0, -1)

describe('the file of a dashboard', () => {
  test('holds it with the charts that this person may read, at the top of the workspace, and its pictures once', () => {
    expect(imagesOfDashboard(view, dashboard)).toEqual([imageId])
    expect(countWithheldCharts(view, dashboard)).toBe(1)
    const read = fileToDashboard(text)
    expect(read.dashboard).toEqual({ ...dashboard, folderId: null })
    expect(read.charts.map(({ id, folderId }) => [id, folderId])).toEqual([['shown', null]])
    expect([...read.view.scan('')].map(([key]) => key)).toEqual([
      'chart/shown',
      'dashboard/d',
      'tab/d/t',
      'tile/d/a',
      'tile/d/b',
      'tile/d/c',
      'tile/d/g',
    ])
    expect(read.images).toMatchObject(images)
    expect(text).not.toContain('other')
  })

  test('is known by its beginning', () => {
    expect(isTidemarkFile(text.slice(0, 64))).toBe(true)
    expect(isTidemarkFile('{"a":1}\n')).toBe(false)
  })

  test.each([
    ['rows of data', '{"a":1}\n{"a":2}\n', 'It is no file of Tidemark.'],
    ['a file that was cut off', withoutEnd.join('\n'), 'Its end is missing.'],
    ['a file with lines left out', text.replace(/.*tile\/d\/a.*\n/, ''), 'Its end is missing.'],
    ['a damaged line', text.replace('"kind":"entry"', '"kind"'), 'Line 3 cannot be read.'],
    ['an entry of another form', text.replace('"tabId":"t"', '"tabId":7'), 'Line 6 cannot be read.'],
    [
      'two dashboards',
      [
        ...withoutEnd.slice(0, 3),
        ...withoutEnd.slice(3, 4).map((line) => line.replaceAll('"d"', '"e"').replace('dashboard/d', 'dashboard/e')),
        ...withoutEnd.slice(3),
        `{"kind":"end","lines":${withoutEnd.length + 2}}`,
      ].join('\n'),
      'It holds 2 dashboards, and one is imported at a time.',
    ],
    [
      'none',
      '{"kind":"tidemark","format":1}\n{"kind":"end","lines":2}\n',
      'It holds 0 dashboards, and one is imported at a time.',
    ],
  ])('%s is refused with what is wrong', (_name, given, detail) => {
    expect(() => fileToDashboard(given)).toThrow(expect.objectContaining({ code: 'import-invalid', detail }))
  })

  test('an export of everything in a workspace with one dashboard is read too', () => {
    const more = '{"kind":"revision","org":"acme","key":"chart/shown","version":1,"user_id":"ann","at":1,"value":null}'
    const folder = '{"kind":"entry","org":"acme","key":"folder/f","version":1,"audience":"everyone","value":{"id":"f"}}'
    const whole = [...withoutEnd, folder, more, `{"kind":"end","lines":${withoutEnd.length + 3}}`].join('\n')
    expect(fileToDashboard(whole).dashboard.id).toBe('d')
  })
})
