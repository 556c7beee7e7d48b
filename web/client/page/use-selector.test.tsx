import { observable } from '@legendapp/state'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { useSelector } from './use-selector'

test('rendering on the server leaves no listener with state that all requests share', () => {
  const state$ = observable({ name: 'Sales' })
  let readCount = 0
  function Name() {
    return useSelector(() => {
      readCount += 1
      return state$.name.get()
    })
  }
  expect(renderToStaticMarkup(<Name />)).toBe('Sales')
  state$.name.set('Stock')
  expect(readCount).toBe(1)
})
