import type { WebContents, WebFrameMain } from 'electron'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { beforeEach, expect, test, vi } from 'vitest'
import type { AppWindow } from '../windows/app-window'
import { handle, type CallAnswer, type CallRules } from './handle'

type Invoke = (event: object, ...args: readonly unknown[]) => Promise<CallAnswer>

const handlers = vi.hoisted(() => new Map<string, unknown>())
vi.mock('electron', () => ({
  ipcMain: { handle: (name: string, answer: unknown) => void handlers.set(name, answer) },
}))

const origin = 'http://127.0.0.1:3000'
const reporting = { capture: vi.fn() }
const log = { error: vi.fn(), info: vi.fn(), debug: vi.fn() }
beforeEach(() => vi.clearAllMocks())

interface Given {
  readonly window?: Partial<AppWindow> | null
  readonly isClosed?: boolean
  readonly isDestroyed?: boolean
  /** The calling frame; null if it is gone. */
  readonly frame?: Partial<WebFrameMain> | null
  readonly args?: readonly unknown[]
  readonly answer?: () => unknown
}

/** Makes a call that is allowed, except for what is given. */
async function callOf({ window, isClosed = false, isDestroyed = false, frame, args = [{}], answer }: Given) {
  const mainFrame = { origin, detached: false, ...frame }
  const sender = { mainFrame, isDestroyed: () => isDestroyed }
  const shown = window === null ? null : { ownOrigin: origin, isTeam: false, isReplaced: false, ...window }
  const rules: CallRules = {
    // The part of a window that is used here.
    windowOf: () => shown as unknown as AppWindow | null,
    isClosed: (contents: WebContents) => isClosed && Object.is(contents, sender),
    log,
    reporting,
  }
  handle(rules, 'read-settings', answer ?? (() => 'settings'))
  // The handler was set with this type.
  const invoke = handlers.get('read-settings') as Invoke
  return await invoke({ sender, senderFrame: frame === null ? null : mainFrame }, ...args)
}

const refused = { ok: false, error: { code: 'ipc-refused' } }

test('a page of the server is answered', async () => {
  expect(await callOf({})).toEqual({ ok: true, value: 'settings' })
})

test.each([
  ['of a window that nobody knows', { window: null }],
  ['of another origin', { frame: { origin: 'https://evil.example' } }],
  ['with other arguments', { args: [] }],
])('a call %s is refused and reported', async (_, given) => {
  expect(await callOf(given)).toMatchObject(refused)
  expect(reporting.capture).toHaveBeenCalledOnce()
})

test.each([
  ['whose window was closed', { window: null, isClosed: true }],
  ['that is gone with its window', { window: null, isDestroyed: true }],
  ['that was left', { frame: null }],
  ['whose frame was taken away', { window: { ownOrigin: null }, frame: { detached: true } }],
  ['in whose place a page of the shell comes', { window: { ownOrigin: null, isReplaced: true } }],
  ['in whose place that of a server elsewhere comes', { window: { ownOrigin: 'http://a.test', isReplaced: true } }],
])('the last call of a page %s is refused, and no fault to report', async (_, given) => {
  expect(await callOf(given)).toMatchObject(refused)
  expect([reporting.capture.mock.calls, log.error.mock.calls]).toEqual([[], []])
})

test('what fails because the page was closed meanwhile is no fault to report, and any other time it is', async () => {
  const answer = () => {
    throw new TypeError('Object has been destroyed')
  }
  expect(await callOf({ isDestroyed: true, answer })).toMatchObject({ ok: false, error: { code: 'internal' } })
  expect(reporting.capture).not.toHaveBeenCalled()
  await callOf({ answer })
  expect(reporting.capture).toHaveBeenCalledExactlyOnceWith(expect.any(TidemarkError))
})
