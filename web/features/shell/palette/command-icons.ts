import {
  ChartLine,
  Database,
  FolderPlus,
  House,
  Keyboard,
  LayoutDashboard,
  MessageCircleQuestion,
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
  type LucideIcon,
} from 'lucide-react'
import type { AppCommandId } from '@tidemark/shared/ipc/app-commands'

const icons: Readonly<Record<AppCommandId, LucideIcon>> = {
  'open-palette': Search,
  'new-dashboard': LayoutDashboard,
  'new-chart': ChartLine,
  'new-folder': FolderPlus,
  'go-home': House,
  'go-ask': MessageCircleQuestion,
  'go-data': Database,
  'go-trash': Trash2,
  'go-settings': Settings,
  undo: Undo2,
  redo: Redo2,
  'sync-now': RefreshCw,
  'toggle-sidebar': PanelLeft,
  'theme-light': Sun,
  'theme-dark': Moon,
  'theme-system': SunMoon,
  'show-shortcuts': Keyboard,
}

/** The icon of one of the app's own commands; only the palette shows them. */
export function appCommandIcon(id: string): LucideIcon | undefined {
  return Object.hasOwn(icons, id) ? icons[id as AppCommandId] : undefined // just looked up
}
