import { appCommandTable, type AppCommandId } from '@tidemark/shared/ipc/app-commands'
import type { Command } from './command'

type CommandDoing = Pick<Command, 'run' | 'when'> & Partial<Pick<Command, 'title'>>

/** The actions of the shared table's commands. A title here replaces the table's, if it depends on the state. */
const doings: Readonly<Record<AppCommandId, CommandDoing>> = {
  'open-palette': { run: ({ setPaletteOpen }) => setPaletteOpen(true) },
  'new-dashboard': {
    when: ({ mayEdit }) => mayEdit,
    run: ({ createDashboard }) => createDashboard(),
  },
  'new-chart': { when: ({ mayEdit }) => mayEdit, run: ({ startQuestion }) => startQuestion() },
  'new-folder': { when: ({ mayEdit }) => mayEdit, run: ({ createFolder }) => createFolder() },
  'new-metric': { when: ({ mayEdit }) => mayEdit, run: ({ createMetric }) => createMetric() },
  'new-segment': { when: ({ mayEdit }) => mayEdit, run: ({ createSegment }) => createSegment() },
  'import-dashboard': { when: ({ mayEdit }) => mayEdit, run: ({ importDashboard }) => importDashboard() },
  'go-home': { run: ({ navigate }) => navigate('/') },
  'go-ask': { when: ({ mayAsk }) => mayAsk, run: ({ navigate }) => navigate('/ask') },
  'go-data': { run: ({ navigate }) => navigate('/data') },
  'go-metrics': { run: ({ navigate }) => navigate('/metrics') },
  'go-inbox': { when: ({ isTeam }) => isTeam, run: ({ navigate }) => navigate('/inbox') },
  'go-trash': { run: ({ navigate }) => navigate('/trash') },
  'go-settings': { run: ({ navigate }) => navigate('/settings') },
  'filter-sidebar': { run: ({ filterSidebar }) => filterSidebar() },
  undo: {
    title: ({ undoLabel }) => (undoLabel === null ? 'Undo' : `Undo: ${undoLabel}`),
    when: ({ undoLabel }) => undoLabel !== null,
    run: ({ undo }) => undo(),
  },
  redo: {
    title: ({ redoLabel }) => (redoLabel === null ? 'Redo' : `Redo: ${redoLabel}`),
    when: ({ redoLabel }) => redoLabel !== null,
    run: ({ redo }) => redo(),
  },
  'sync-now': { run: ({ syncNow }) => syncNow() },
  'toggle-sidebar': {
    title: ({ isSidebarOpen }) => (isSidebarOpen ? 'Collapse the sidebar' : 'Expand the sidebar'),
    run: ({ isSidebarOpen, setSidebarOpen }) => setSidebarOpen(!isSidebarOpen),
  },
  'theme-light': { when: ({ theme }) => theme !== 'light', run: ({ setTheme }) => setTheme('light') },
  'theme-dark': { when: ({ theme }) => theme !== 'dark', run: ({ setTheme }) => setTheme('dark') },
  'theme-system': { when: ({ theme }) => theme !== 'system', run: ({ setTheme }) => setTheme('system') },
  'show-shortcuts': { run: ({ setShortcutsOpen }) => setShortcutsOpen(true) },
}

/** All commands of the app, in the order of the shortcuts list; a page adds its own with `useCommands`. */
export const appCommands: readonly Command[] = appCommandTable.map((command): Command => ({
  ...command,
  ...doings[command.id],
}))
