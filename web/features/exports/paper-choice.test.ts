import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { keepPaperChoice, readPaperChoice } from './paper-choice'

const stored = new Map<string, string>()
beforeEach(() => {
  stored.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
  })
})
afterEach(() => vi.unstubAllGlobals())

it.each([
  ['en-US', 'letter'],
  ['en', 'a4'],
  ['de-DE', 'a4'],
])('before anybody chose, paper in %s is %s', (locale, paper) => {
  expect(readPaperChoice(locale)).toMatchObject({ format: 'pdf', paper, orientation: 'landscape' })
})

it('the last choice is remembered, and what is none is ignored', () => {
  const choice = { format: 'png', paper: 'a3', orientation: 'portrait', scale: '3' } as const
  keepPaperChoice(choice)
  expect(readPaperChoice('en-US')).toEqual(choice)
  for (const text of ['{"paper":"b5"}', '{', 'null']) {
    stored.set('tidemark-paper', text)
    expect(readPaperChoice('en').paper).toBe('a4')
  }
})

it('a browser that stores nothing still downloads', () => {
  vi.stubGlobal('localStorage', undefined)
  const said = vi.spyOn(console, 'debug').mockImplementation(() => undefined)
  keepPaperChoice({ format: 'png', paper: 'a3', orientation: 'portrait', scale: '3' })
  expect(readPaperChoice('en').paper).toBe('a4')
  expect(said).toHaveBeenCalled()
  said.mockRestore()
})
