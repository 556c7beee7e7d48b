import { expect, test } from 'vitest'
import { presentingZoom } from './presenting-zoom'

const zoom = (widthPx: number, heightPx: number, contentPx: number) => presentingZoom({ widthPx, heightPx, contentPx })

test('a presented page fills the window where it is read from a distance then', () => {
  expect(zoom(1920, 1080, 720)).toBe(1.5)
  expect(zoom(1440, 900, 800)).toBe(1.12)
  expect(zoom(3840, 2160, 800)).toBe(2.7)
})

test('a page that would be too small then is scrolled, at a size that can be read', () => {
  expect(zoom(1920, 1080, 2000)).toBe(1.6)
  expect(zoom(1024, 768, 1600)).toBe(1)
})

test('a low page is never enlarged until its tiles are too narrow', () => {
  expect(zoom(1520, 1500, 300)).toBe(2)
})

test('a phone shows its one column as it is', () => {
  expect(zoom(375, 812, 400)).toBe(1)
})
