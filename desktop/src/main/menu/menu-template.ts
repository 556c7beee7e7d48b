import type { MenuItemConstructorOptions } from 'electron'
import { appCommandTable, type MenuName } from '@tidemark/shared/ipc/app-commands'
import type { CommandState } from '@tidemark/shared/ipc/desktop-calls'
import type { UpdateState } from '@tidemark/shared/ipc/update-state'
import type { Profile, ProfileId } from '../profiles/profile'

/** The content of the menu. commands: the front page's commands; empty while it shows no app. */
export interface MenuState {
  readonly isMac: boolean
  readonly commands: readonly CommandState[]
  readonly profiles: readonly Profile[]
  readonly activeId: ProfileId | null
  readonly update: UpdateState
  readonly canOpenFiles: boolean
}

export interface MenuActions {
  readonly runCommand: (id: string) => void
  readonly newWindow: () => void
  readonly openFiles: () => void
  readonly print: () => void
  readonly savePdf: () => void
  readonly find: () => void
  readonly switchProfile: (id: ProfileId) => void
  readonly addProfile: () => void
  readonly checkForUpdates: () => void
  readonly loadUpdate: () => void
  readonly restartToUpdate: () => void
  readonly settings: () => void
  readonly openLogs: () => void
  readonly reportProblem: () => void
  readonly about: () => void
}

type Item = MenuItemConstructorOptions

/** Builds the native menu from the shared table of commands and what only a window can do. */
export function menuTemplate(state: MenuState, actions: MenuActions): Item[] {
  const ends: Item[] = state.isMac ? [{ role: 'close' }] : [{ role: 'close', label: 'Close window' }, { role: 'quit' }]
  return [
    ...(state.isMac ? [macMenu(state, actions)] : []),
    {
      label: '&File',
      submenu: [
        { id: 'new-window', label: 'New window', accelerator: 'CmdOrCtrl+Shift+N', click: actions.newWindow },
        ...commandItems('file', state, actions),
        { type: 'separator' },
        {
          id: 'open-files',
          label: 'Open data file…',
          accelerator: 'CmdOrCtrl+O',
          enabled: state.canOpenFiles,
          click: actions.openFiles,
        },
        { type: 'separator' },
        { id: 'profiles', label: 'Profiles', submenu: profileItems(state, actions) },
        ...(state.isMac ? [] : [settingsItem(actions)]),
        { type: 'separator' },
        { id: 'print', label: 'Print…', accelerator: 'CmdOrCtrl+P', click: actions.print },
        { id: 'save-pdf', label: 'Save as PDF…', click: actions.savePdf },
        { type: 'separator' },
        ...ends,
      ],
    },
    {
      label: '&Edit',
      submenu: [
        ...commandItems('edit', state, actions),
        { type: 'separator' },
        { role: 'cut' },
        { role: 'copy' },
        { role: 'paste' },
        { role: 'selectAll' },
        { type: 'separator' },
        { id: 'find', label: 'Find…', accelerator: 'CmdOrCtrl+F', click: actions.find },
      ],
    },
    {
      label: '&View',
      submenu: [
        ...commandItems('view', state, actions),
        { type: 'separator' },
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        // Electron's default key for zooming in needs Shift on many keyboards; browsers also accept the key without it.
        { role: 'zoomIn', accelerator: 'CmdOrCtrl+=', visible: false, acceleratorWorksWhenHidden: true },
        { role: 'zoomOut' },
        { type: 'separator' },
        { role: 'togglefullscreen' },
        { role: 'reload' },
      ],
    },
    { label: '&Go', submenu: commandItems('go', state, actions) },
    ...(state.isMac ? [{ role: 'windowMenu' } satisfies Item] : []),
    {
      role: 'help',
      label: '&Help',
      submenu: [
        ...commandItems('help', state, actions),
        { type: 'separator' },
        { id: 'report-problem', label: 'Report a problem…', click: actions.reportProblem },
        { id: 'open-logs', label: 'Open logs', click: actions.openLogs },
        ...(state.isMac
          ? []
          : [updateItem(state, actions), { id: 'about', label: 'About Tidemark', click: actions.about }]),
      ],
    },
  ]
}

function macMenu(state: MenuState, actions: MenuActions): Item {
  return {
    label: 'Tidemark',
    submenu: [
      { id: 'about', label: 'About Tidemark', click: actions.about },
      updateItem(state, actions),
      { type: 'separator' },
      settingsItem(actions),
      { type: 'separator' },
      { role: 'services' },
      { type: 'separator' },
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      { type: 'separator' },
      { role: 'quit' },
    ],
  }
}

function settingsItem({ settings }: MenuActions): Item {
  return { id: 'settings', label: 'Desktop app settings…', accelerator: 'CmdOrCtrl+,', click: settings }
}

function commandItems(menu: MenuName, { commands }: MenuState, { runCommand }: MenuActions): Item[] {
  const statesById = new Map(commands.map((command) => [command.id, command]))
  return appCommandTable
    .filter((command) => command.menu === menu)
    .map((command) => {
      const state = statesById.get(command.id)
      const accelerator = 'shortcut' in command ? toAccelerator(command.shortcut) : null
      return {
        id: command.id,
        label: (state?.title ?? command.title).replaceAll('&', '&&'),
        enabled: state?.isAvailable ?? false,
        // The page handles these keys itself, since it knows what they mean inside a field. The menu only shows them.
        ...(accelerator === null ? {} : { accelerator, registerAccelerator: false }),
        click: () => runCommand(command.id),
      }
    })
}

/** Converts `mod+shift+z` to Electron's notation; null for key sequences and for keys without a modifier. */
export function toAccelerator(shortcut: string): string | null {
  if (!shortcut.startsWith('mod+') || shortcut.includes(' ')) return null
  return shortcut
    .split('+')
    .map((part) => ({ mod: 'CmdOrCtrl', shift: 'Shift', alt: 'Alt' })[part] ?? part.toUpperCase())
    .join('+')
}

function profileItems({ profiles, activeId }: MenuState, { switchProfile, addProfile }: MenuActions): Item[] {
  return [
    ...profiles.map(({ id, name }): Item => ({
      id: `profile-${id}`,
      label: name.replaceAll('&', '&&'),
      type: 'radio',
      checked: id === activeId,
      click: () => switchProfile(id),
    })),
    { type: 'separator' },
    { id: 'add-profile', label: 'Add a profile…', click: addProfile },
  ]
}

function updateItem({ update }: MenuState, { checkForUpdates, loadUpdate, restartToUpdate }: MenuActions): Item {
  switch (update.kind) {
    case 'available':
      return { id: 'update', label: `Download version ${update.version}`, click: loadUpdate }
    case 'ready':
      return { id: 'update', label: `Restart to update to ${update.version}`, click: restartToUpdate }
    case 'downloading':
      return { id: 'update', label: `Downloading version ${update.version}…`, enabled: false }
    case 'checking':
      return { id: 'update', label: 'Checking for updates…', enabled: false }
    case 'unsupported':
      return { id: 'update', label: 'Check for updates', enabled: false }
    default:
      return { id: 'update', label: 'Check for updates', click: checkForUpdates }
  }
}
