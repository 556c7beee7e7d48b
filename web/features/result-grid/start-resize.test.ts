import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startResize } from './start-resize'

/** The edge of a column of 100 px, as far as a drag needs it. */
class Edge extends EventTarget {
  readonly parentElement = { getBoundingClientRect: () => ({ width: 100 }) }
  readonly currentCSSZoom = 1
  readonly setPointerCapture = vi.fn()
  readonly releasePointerCapture = vi.fn()
}

beforeEach(() => vi.stubGlobal('window', new EventTarget()))
afterEach(() => vi.unstubAllGlobals())

function drag(steps: readonly (string | number)[]): readonly (string | number)[] {
  const edge = new Edge()
  const told: (string | number)[] = []
  startResize(
    // As much of an event and an element as is read.
    { currentTarget: edge as unknown as HTMLElement, clientX: 10, pointerId: 1, preventDefault: () => {} },
    { onWidth: (px) => told.push(px), onEnd: () => told.push('end'), onCancel: () => told.push('cancel') },
  )
  for (const step of steps) {
    const isKey = step === 'Escape' || step === 'a'
    if (typeof step === 'number') edge.dispatchEvent(Object.assign(new Event('pointermove'), { clientX: step }))
    else (isKey ? window : edge).dispatchEvent(Object.assign(new Event(isKey ? 'keydown' : step), { key: step }))
  }
  return told
}

test.each<[string, readonly (string | number)[], readonly (string | number)[]]>([
  ['gives widths until it ends', [30, 'a', 35, 'pointerup', 50], [120, 125, 'end']],
  ['that Escape breaks off ends with nothing kept', [30, 'Escape', 50, 'pointerup'], [120, 'cancel']],
  ['that has not moved gives nothing', [10, 'pointerup', 'Escape'], []],
  ['that has not moved and is broken off gives nothing', ['Escape', 30], []],
])('a drag %s', (_, steps, told) => {
  expect(drag(steps)).toEqual(told)
})
