import { beforeEach, expect, it, vi } from 'vitest'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { OpenedFile, OpenedFiles } from '../intents/opened-files'
import type { AppWindow } from '../windows/app-window'
import { createIntentDelivery } from './open-intents'

interface Asked {
  readonly message: string
  readonly detail: string
}

/** The open dialogs, with functions that answer them. */
const dialogs = vi.hoisted(() => [] as { asked: Asked; answer: (response: number) => void }[])
vi.mock('electron', () => ({
  dialog: {
    showMessageBox: (asked: Asked) =>
      new Promise((resolve) => dialogs.push({ asked, answer: (response) => resolve({ response }) })),
  },
}))

beforeEach(() => void dialogs.splice(0))

const settle = () => new Promise((resolve) => setTimeout(resolve, 5))
const file = (path: string) => ({ kind: 'file', path }) as const

/** The part of a window that is used here. */
class ListeningWindow {
  readonly sent: unknown[] = []
  focus = () => undefined
  send = (_channel: string, event: unknown) => this.sent.push(event)
}

function setUp(offer: OpenedFiles['offer'], isTeam = false) {
  const windows: ListeningWindow[] = [new ListeningWindow()]
  const forgotten: string[] = []
  const state = { isTeam }
  const delivery = createIntentDelivery({
    openedFiles: { offer, forget: async (id) => void forgotten.push(id), read: async () => new Uint8Array() },
    // The delivery only focuses the window and sends to it.
    listeningWindow: () => (windows[0] as unknown as AppWindow | undefined) ?? null,
    isTeam: () => state.isTeam,
    connect: () => undefined,
    finishSignIn: (code) => code === 'awaited',
    workHere: async () => {
      state.isTeam = false
      return true
    },
  })
  return { delivery, windows, forgotten }
}

const offered = async (path: string): Promise<OpenedFile> => ({ id: `id of ${path}`, name: path, sizeBytes: 1 })

it('a code that no sign-in waits for is told, and one that is awaited is not', async () => {
  const { delivery } = setUp(async () => Promise.reject(new Error('no file')))
  delivery.take({ kind: 'signed-in', code: 'awaited' })
  await settle()
  expect(dialogs).toHaveLength(0)
  delivery.take({ kind: 'signed-in', code: 'another' })
  await settle()
  expect(dialogs[0]?.asked.message).toMatch(/took too long/)
})

it('many files that cannot be opened are told together, while one message is read', async () => {
  const { delivery } = setUp(async (path) => {
    throw new TidemarkError('upload-unreadable', { detail: `${path} does not exist.` })
  })
  for (let number = 1; number <= 40; number += 1) delivery.take(file(`${number}.csv`))
  await settle()
  expect(dialogs).toHaveLength(1)
  dialogs[0]?.answer(0)
  await settle()
  const details = dialogs.map(({ asked }) => asked.detail).join('\n')
  expect(dialogs.length).toBeLessThan(3)
  expect(details).toContain('1.csv does not exist.')
  expect(details).toMatch(/and \d+ more/)
})

it('many files that are opened on a team’s server are asked about once', async () => {
  const { delivery, windows } = setUp(offered, true)
  for (const path of ['a.csv', 'b.csv', 'c.csv']) delivery.take(file(path))
  await settle()
  expect(dialogs.map(({ asked }) => asked.message)).toEqual(['Open these 3 files on this computer?'])
  dialogs[0]?.answer(0)
  await settle()
  expect(windows[0]?.sent).toMatchObject([{ name: 'a.csv' }, { name: 'b.csv' }, { name: 'c.csv' }])
})

it('a file whose window goes before it was looked at waits for the next one', async () => {
  const looked: (() => void)[] = []
  const { delivery, windows, forgotten } = setUp(async (path) => {
    await new Promise<void>((resolve) => looked.push(resolve))
    return await offered(path)
  })
  delivery.take(file('a.csv'))
  // The page closes before the delivery is told.
  const [gone] = windows.splice(0)
  looked[0]?.()
  await settle()
  expect([gone?.sent, forgotten]).toEqual([[], ['id of a.csv']])
  const next = new ListeningWindow()
  windows.push(next)
  delivery.retry()
  looked[1]?.()
  await settle()
  expect(next.sent).toMatchObject([{ kind: 'file', name: 'a.csv' }])
})
