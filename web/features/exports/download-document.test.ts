import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { onAwayNotice, type AwayNotice } from '@/client/page/away-notices'
import { downloadDocument } from './download-document'
import { exportCount } from './running-exports'

const choice = { format: 'pdf', paper: 'a4', orientation: 'landscape', scale: '2' } as const
const source = {
  target: { kind: 'dashboard', id: 'board', tileId: 'one', search: '?f.where=Rome&f.where=Oslo' },
  name: 'Sales',
  locale: 'de',
  choice,
} as const
const link = { href: '', download: '', click: vi.fn() }
const asked: string[] = []
const notices: AwayNotice[] = []
let answer: () => Promise<Response>
let leave: () => void
beforeEach(() => {
  asked.length = 0
  notices.length = 0
  link.click.mockClear()
  vi.useFakeTimers()
  vi.stubGlobal('document', { createElement: () => link })
  vi.stubGlobal('window', { location: { pathname: '/dashboards/board' } })
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(path)
    // An export of the desktop app keeps its window from closing.
    expect(exportCount()).toBe(1)
    return answer()
  })
  leave = onAwayNotice((notice) => notices.push(notice))
})
afterEach(() => {
  leave()
  vi.runAllTimers()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('a tile is asked for with the values that are set, and saved as other exports are', async () => {
  answer = async () => new Response('%PDF-')
  await downloadDocument(source)
  const [path = '', query = ''] = asked[0]?.split('?') ?? []
  expect(path).toBe('/api/dashboards/board/document')
  const values = new URLSearchParams(query)
  expect(values.getAll('f.where')).toEqual(['Rome', 'Oslo'])
  values.delete('f.where')
  expect(Object.fromEntries(values)).toEqual({ ...choice, tile: 'one', locale: 'de' })
  expect([link.download, link.click.mock.calls.length, exportCount()]).toEqual(['Sales.pdf', 1, 0])
  expect(notices).toEqual([{ title: 'Downloaded Sales.pdf', body: '', path: '/dashboards/board' }])
})

it.each([
  [
    'refused',
    async () => Response.json({ error: { code: 'not-found', message: 'Gone.', retryable: false } }, { status: 404 }),
    'Gone.',
  ],
  ['without a server', () => Promise.reject(new TypeError('Failed to fetch')), 'Printing works without it'],
] as const)('one that is %s saves nothing and tells why', async (_, fails, said) => {
  answer = fails
  await downloadDocument(source)
  expect([link.click.mock.calls.length, exportCount()]).toEqual([0, 0])
  expect(notices).toEqual([
    expect.objectContaining({ title: 'Sales.pdf was not made', body: expect.stringContaining(said) }),
  ])
})
