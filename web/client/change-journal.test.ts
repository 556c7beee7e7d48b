import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ChangeJournal, readJournal } from './change-journal'

let room: number
beforeEach(() => {
  vi.spyOn(console, 'debug').mockReturnValue(undefined)
  room = Infinity
  const texts = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => {
      if (text.length > room) throw new DOMException('no room', 'QuotaExceededError')
      texts.set(key, text)
    },
    removeItem: (key: string) => void texts.delete(key),
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const written = () => Promise.resolve()

test('what has no room leaves nothing of before, which is on the disk by then, to be made again', async () => {
  const journal = new ChangeJournal('tidemark:test')
  const row = journal.add({ name: 'createFolder', args: { id: 'a' } })
  await written()
  expect(readJournal(journal.key)?.map(({ args }) => args)).toEqual([{ id: 'a' }])
  room = 1
  journal.forget([row])
  journal.add({ name: 'createFolder', args: { id: 'b' } })
  await written()
  expect(readJournal(journal.key)).toEqual([])
})
