import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { placeWindow, readWindowState } from './window-state'

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
  '{"bounds":{"x":1}}',
  '{"bounds":{"x":0,"y":0,"width":1,"height":1},"isMaximized":1,"zoomLevel":99}',
])('a kept state that reads %j is as good as none', (text) => {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-window-'))
  writeFileSync(join(folder, 'window-state.json'), text)
  expect(readWindowState(join(folder, 'window-state.json'))).toBeNull()
  rmSync(folder, { recursive: true })
})
