import type { MenuItemConstructorOptions } from 'electron'
import { expect, it } from 'vitest'
import { appCommandTable } from '@tidemark/shared/ipc/app-commands'
import { menuTemplate, toAccelerator, type MenuActions, type MenuState } from './menu-template'

const state: MenuState = {
  isMac: false,
  commands: [],
  profiles: [],
  activeId: null,
  update: { kind: 'idle' },
  canOpenFiles: true,
}
const ran: string[] = []
const actions = new Proxy({} as MenuActions, {
  get: (_target, name) => (argument: unknown) => ran.push(name === 'runCommand' ? String(argument) : String(name)),
})

function items(template: readonly MenuItemConstructorOptions[]): MenuItemConstructorOptions[] {
  return template.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? items(item.submenu) : [])])
}

function itemOf(id: string, given: Partial<MenuState> = {}): MenuItemConstructorOptions {
  const item = items(menuTemplate({ ...state, ...given }, actions)).find((candidate) => candidate.id === id)
  if (item === undefined) throw new Error(`the menu has no ${id}`)
  return item
}

it.each([true, false])('every command of the table that names a menu is in it once (on a Mac: %s)', (isMac) => {
  const ids = items(menuTemplate({ ...state, isMac }, actions)).flatMap(({ id }) => id ?? [])
  for (const { id, menu } of appCommandTable) {
    expect([id, ids.filter((other) => other === id).length]).toEqual([id, menu === null ? 0 : 1])
  }
  expect(new Set(ids).size).toBe(ids.length)
})

it('no two items answer to the same keys', () => {
  const keys = items(menuTemplate(state, actions)).flatMap(({ accelerator }) => accelerator ?? [])
  expect(new Set(keys).size).toBe(keys.length)
})

it.each([true, false])(
  'closes a window and enlarges the page by the keys that browsers have (on a Mac: %s)',
  (isMac) => {
    const template = items(menuTemplate({ ...state, isMac }, actions))
    expect(template.filter(({ role }) => role === 'close')).toHaveLength(1)
    expect(template.filter(({ role }) => role === 'zoomIn').map(({ accelerator }) => accelerator)).toEqual([
      undefined,
      'CmdOrCtrl+=',
    ])
  },
)

it('shows a command as the page in front tells it, and off while no page does', () => {
  expect(itemOf('undo')).toMatchObject({ enabled: false, label: 'Undo' })
  const commands = [{ id: 'undo', title: 'Undo: R&D', isAvailable: true }]
  const item = itemOf('undo', { commands })
  expect(item).toMatchObject({ enabled: true, label: 'Undo: R&&D', registerAccelerator: false })
  item.click?.(undefined as never, undefined, undefined as never)
  expect(ran.at(-1)).toBe('undo')
})

it.each([
  [{ kind: 'idle' }, 'Check for updates', 'checkForUpdates'],
  [{ kind: 'failed', reason: 'offline' }, 'Check for updates', 'checkForUpdates'],
  [{ kind: 'available', version: '2.0.0' }, 'Download version 2.0.0', 'loadUpdate'],
  [{ kind: 'ready', version: '2.0.0' }, 'Restart to update to 2.0.0', 'restartToUpdate'],
] as const)('while updates are %j the menu offers: %s', (update, label, action) => {
  const item = itemOf('update', { update })
  item.click?.(undefined as never, undefined, undefined as never)
  expect([item.label, ran.at(-1)]).toEqual([label, action])
})

it.each([
  { kind: 'checking' },
  { kind: 'downloading', version: '2.0.0', percent: 3 },
  { kind: 'unsupported', reason: 'This is a development build.' },
] as const)('while updates are %j there is nothing to press', (update) => {
  expect(itemOf('update', { update }).enabled).toBe(false)
})

it.each([
  ['mod+k', 'CmdOrCtrl+K'],
  ['mod+shift+z', 'CmdOrCtrl+Shift+Z'],
  ['g h', null],
  ['?', null],
  ['[', null],
])('the shortcut %s is %s in the menu', (shortcut, accelerator) => {
  expect(toAccelerator(shortcut)).toBe(accelerator)
})
