import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { keptPath, mostWindows, placeWindow, placeWindows, readWindowStates } from './window-state'

const main = { x: 0, y: 0, width: 1920, height: 1040 }
const second = { x: 1920, y: 0, width: 1280, height: 1024 }

it.each([
  ['none was kept', null, { x: 240, y: 70, width: 1440, height: 900 }],
  ['it was on the main screen', { x: 10, y: 20, width: 800, height: 600 }, { x: 10, y: 20, width: 800, height: 600 }],
  [
    'it was on the second screen',
    { x: 2000, y: 5, width: 900, height: 700 },
    { x: 2000, y: 5, width: 900, height: 700 },
  ],
  ['its screen is gone', { x: 9000, y: 5, width: 900, height: 700 }, { x: 240, y: 70, width: 1440, height: 900 }],
  [
    'only its edge is on a screen',
    { x: -790, y: 0, width: 800, height: 600 },
    { x: 240, y: 70, width: 1440, height: 900 },
  ],
  [
    'its upper edge was on a screen above',
    { x: 100, y: -600, width: 900, height: 700 },
    { x: 240, y: 70, width: 1440, height: 900 },
  ],
  [
    'it is larger than its screen',
    { x: 0, y: 0, width: 5000, height: 4000 },
    { x: 0, y: 0, width: 1920, height: 1040 },
  ],
  ['it is smaller than is usable', { x: 0, y: 0, width: 130, height: 70 }, { x: 0, y: 0, width: 375, height: 480 }],
])('when %s the window opens where it can be seen', (_when, kept, bounds) => {
  expect(placeWindow(kept, [main, second])).toEqual(bounds)
})

it.each([
  '',
  '{',
  '[{"bounds":{"x":1}}]',
  '[{"bounds":{"x":0,"y":0,"width":1,"height":1},"isMaximized":true,"zoomLevel":99,"path":"/"}]',
  '[{"bounds":{"x":0,"y":0,"width":1,"height":1},"isMaximized":true,"zoomLevel":0,"path":"https://evil.example"}]',
])('a kept state that reads %j is as good as none', (text) => {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-window-'))
  writeFileSync(join(folder, 'window-state.json'), text)
  expect(readWindowStates(join(folder, 'window-state.json'))).toEqual([])
  rmSync(folder, { recursive: true })
})

it('of several kept states reads those that can be read, and the first of too many', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-window-'))
  const path = join(folder, 'window-state.json')
  const good = { bounds: { x: 0, y: 0, width: 900, height: 700 }, isMaximized: false, zoomLevel: 0, path: '/data' }
  writeFileSync(path, JSON.stringify([{ ...good, zoomLevel: 99 }, good, null, { ...good, path: 'x' }]))
  expect(readWindowStates(path)).toEqual([good])
  writeFileSync(path, JSON.stringify(Array.from({ length: mostWindows + 1 }, () => good)))
  expect(readWindowStates(path)).toHaveLength(mostWindows)
  rmSync(folder, { recursive: true })
})

it('an address that is too long to be kept is kept without what is chosen on its page', () => {
  const filters = `?filters=${'x'.repeat(5_000)}`
  expect(keptPath(`/dashboards/one${filters}`)).toBe('/dashboards/one')
  expect(keptPath('/dashboards/one?filters=x#tile')).toBe('/dashboards/one?filters=x#tile')
  expect(keptPath(`/${'x'.repeat(5_000)}`)).toBe('/')
})

it('brings windows back that were open together, from a screen that is gone too, and none exactly above another', () => {
  const states = [
    { x: 60, y: 40, width: 900, height: 700 },
    { x: 9000, y: 5, width: 900, height: 700 },
    { x: 9000, y: 900, width: 400, height: 500 },
  ].map((bounds) => ({ bounds, isMaximized: false, zoomLevel: 0, path: '/' }))
  expect(placeWindows(states, [main, second])).toEqual([
    { x: 60, y: 40, width: 900, height: 700 },
    { x: 240, y: 70, width: 1440, height: 900 },
    { x: 264, y: 94, width: 1440, height: 900 },
  ])
})
