import {
  ChartLine,
  Database,
  FolderPlus,
  House,
  Keyboard,
  LayoutDashboard,
  Moon,
  PanelLeft,
  Redo2,
  RefreshCw,
  Search,
  Settings,
  Sun,
  SunMoon,
  Trash2,
  Undo2,
} from 'lucide-react'
import { appCommandTable, type AppCommandId } from '@tidemark/shared/ipc/app-commands'
import type { Command } from './command'

type CommandDoing = Pick<Command, 'icon' | 'run' | 'when'> & Partial<Pick<Command, 'title'>>

/** What each command of the shared table does here; a title in place of the table's own changes with the state. */
const doings: Readonly<Record<AppCommandId, CommandDoing>> = {
  'open-palette': { icon: Search, run: ({ setPaletteOpen }) => setPaletteOpen(true) },
  'new-dashboard': {
    icon: LayoutDashboard,
    when: ({ mayEdit }) => mayEdit,
    run: ({ createDashboard }) => createDashboard(),
  },
  'new-chart': { icon: ChartLine, when: ({ mayEdit }) => mayEdit, run: ({ createChart }) => createChart() },
  'new-folder': { icon: FolderPlus, when: ({ mayEdit }) => mayEdit, run: ({ createFolder }) => createFolder() },
  'go-home': { icon: House, run: ({ navigate }) => navigate('/') },
  'go-data': { icon: Database, run: ({ navigate }) => navigate('/data') },
  'go-trash': { icon: Trash2, run: ({ navigate }) => navigate('/trash') },
  'go-settings': { icon: Settings, run: ({ navigate }) => navigate('/settings') },
  undo: {
    title: ({ undoLabel }) => (undoLabel === null ? 'Undo' : `Undo: ${undoLabel}`),
    icon: Undo2,
    when: ({ undoLabel }) => undoLabel !== null,
    run: ({ undo }) => undo(),
  },
  redo: {
    title: ({ redoLabel }) => (redoLabel === null ? 'Redo' : `Redo: ${redoLabel}`),
    icon: Redo2,
    when: ({ redoLabel }) => redoLabel !== null,
    run: ({ redo }) => redo(),
  },
  'sync-now': { icon: RefreshCw, run: ({ syncNow }) => syncNow() },
  'toggle-sidebar': {
    title: ({ isSidebarOpen }) => (isSidebarOpen ? 'Collapse the sidebar' : 'Expand the sidebar'),
    icon: PanelLeft,
    run: ({ isSidebarOpen, setSidebarOpen }) => setSidebarOpen(!isSidebarOpen),
  },
  'theme-light': { icon: Sun, when: ({ theme }) => theme !== 'light', run: ({ setTheme }) => setTheme('light') },
  'theme-dark': { icon: Moon, when: ({ theme }) => theme !== 'dark', run: ({ setTheme }) => setTheme('dark') },
  'theme-system': { icon: SunMoon, when: ({ theme }) => theme !== 'system', run: ({ setTheme }) => setTheme('system') },
  'show-shortcuts': { icon: Keyboard, run: ({ setShortcutsOpen }) => setShortcutsOpen(true) },
}

/** Every command of the whole app; a page adds its own with `useCommands`. The order is that of the shortcuts list. */
export const appCommands: readonly Command[] = appCommandTable.map((command): Command => ({
  ...command,
  ...doings[command.id],
}))
