/** The native menu that lists a command. */
export type MenuName = 'file' | 'edit' | 'view' | 'go' | 'help'

/** The groups of the palette and of the list of shortcuts, in order. */
export const commandGroups = ['This page', 'Create', 'Go to', 'Edit', 'View'] as const
export type CommandGroup = (typeof commandGroups)[number]

/**
 * A command of the whole app, as shown by palette, shortcuts and native menu; the web app adds its action.
 *
 * shortcut: such as `mod+k` or `g h`. inFields: true if it works while typing in a field. menu: null keeps it out of
 * the menu.
 */
export interface AppCommand {
  readonly id: string
  readonly title: string
  readonly group: CommandGroup
  readonly keywords?: string
  readonly shortcut?: string
  readonly inFields?: boolean
  readonly menu: MenuName | null
}

/** All commands of the whole app, in the order of the shortcuts list and of each native menu. */
export const appCommandTable = [
  {
    id: 'open-palette',
    title: 'Search or run a command',
    group: 'View',
    shortcut: 'mod+k',
    inFields: true,
    menu: 'go',
  },
  {
    id: 'new-dashboard',
    title: 'New dashboard',
    group: 'Create',
    keywords: 'add make board',
    shortcut: 'n d',
    menu: 'file',
  },
  {
    id: 'new-chart',
    title: 'New chart',
    group: 'Create',
    keywords: 'add make query sql question graph',
    shortcut: 'n c',
    menu: 'file',
  },
  {
    id: 'new-folder',
    title: 'New folder',
    group: 'Create',
    keywords: 'add make directory',
    shortcut: 'n f',
    menu: 'file',
  },
  {
    id: 'new-metric',
    title: 'New metric',
    group: 'Create',
    keywords: 'add make define definition measure kpi',
    menu: null,
  },
  {
    id: 'new-segment',
    title: 'New segment',
    group: 'Create',
    keywords: 'add make define definition filter group audience',
    menu: null,
  },
  {
    id: 'import-dashboard',
    title: 'Import a dashboard',
    group: 'Create',
    keywords: 'open load saved',
    // A page opens a file picker only after a press in the page itself.
    menu: null,
  },
  { id: 'go-home', title: 'Go to Home', group: 'Go to', keywords: 'start recent', shortcut: 'g h', menu: 'go' },
  {
    id: 'go-ask',
    title: 'Ask a question',
    group: 'Go to',
    keywords: 'query sql builder explore try without saving',
    shortcut: 'g a',
    menu: 'go',
  },
  {
    id: 'go-data',
    title: 'Go to Data',
    group: 'Go to',
    keywords: 'datasets tables files upload import csv parquet',
    shortcut: 'g d',
    menu: 'go',
  },
  {
    id: 'go-metrics',
    title: 'Go to Metrics',
    group: 'Go to',
    keywords: 'definitions measures kpi catalogue',
    shortcut: 'g m',
    menu: 'go',
  },
  {
    id: 'go-inbox',
    title: 'Go to the inbox',
    group: 'Go to',
    keywords: 'comments mentions replies unread notifications messages',
    shortcut: 'g i',
    // The app's own workspace has one person.
    menu: null,
  },
  {
    id: 'go-trash',
    title: 'Go to Trash',
    group: 'Go to',
    keywords: 'deleted restore bin',
    shortcut: 'g t',
    menu: 'go',
  },
  {
    id: 'go-settings',
    title: 'Go to Settings',
    group: 'Go to',
    keywords: 'preferences workspace name time zone week',
    shortcut: 'g s',
    menu: 'go',
  },
  {
    id: 'filter-sidebar',
    title: 'Filter the sidebar',
    group: 'Go to',
    keywords: 'find search folders tree dashboards charts',
    shortcut: '/',
    menu: null,
  },
  { id: 'undo', title: 'Undo', group: 'Edit', shortcut: 'mod+z', menu: 'edit' },
  { id: 'redo', title: 'Redo', group: 'Edit', shortcut: 'mod+shift+z', menu: 'edit' },
  {
    id: 'sync-now',
    title: 'Sync now',
    group: 'Edit',
    keywords: 'refresh connect server retry offline',
    menu: 'file',
  },
  {
    id: 'toggle-sidebar',
    title: 'Collapse the sidebar',
    group: 'View',
    keywords: 'hide show panel navigation',
    shortcut: '[',
    menu: 'view',
  },
  {
    id: 'theme-light',
    title: 'Use the light theme',
    group: 'View',
    keywords: 'appearance colour mode bright',
    menu: 'view',
  },
  {
    id: 'theme-dark',
    title: 'Use the dark theme',
    group: 'View',
    keywords: 'appearance colour mode night',
    menu: 'view',
  },
  {
    id: 'theme-system',
    title: 'Follow the system theme',
    group: 'View',
    keywords: 'appearance colour mode automatic',
    menu: 'view',
  },
  {
    id: 'show-shortcuts',
    title: 'Keyboard shortcuts',
    group: 'View',
    keywords: 'keys help hotkeys',
    shortcut: '?',
    menu: 'help',
  },
] as const satisfies readonly AppCommand[]

export type AppCommandId = (typeof appCommandTable)[number]['id']
