import {
  Database,
  Folder,
  ServerCog,
  Settings,
  Sigma,
  SquareChevronRight,
  type LucideIcon,
  ChartLine,
  FileUp,
  FolderPlus,
  House,
  Inbox,
  Keyboard,
  LayoutDashboard,
  ListFilter,
  MessageCircleQuestion,
  Moon,
  PanelLeft,
  Redo2,
  RefreshCw,
  Search,
  Sun,
  SunMoon,
  Trash2,
  Undo2,
} from 'lucide-react'
import type { Role } from '@tidemark/shared/access/roles'
import { listCharts } from '@tidemark/shared/charts/chart-queries'
import { databaseFileName } from '@tidemark/shared/connections/connection'
import { listConnections } from '@tidemark/shared/connections/connection-queries'
import { listDashboards } from '@tidemark/shared/dashboards/dashboard-queries'
import { listDatasets } from '@tidemark/shared/datasets/dataset-queries'
import { listFolders } from '@tidemark/shared/folders/folder-queries'
import type { Folder as FolderEntry, FolderId } from '@tidemark/shared/folders/folder'
import { listSegments } from '@tidemark/shared/segments/segment-queries'
import { isVerified } from '@tidemark/shared/metrics/metric'
import { listMetrics } from '@tidemark/shared/metrics/metric-queries'
import type { EntryView } from '@tidemark/shared/entries/entry-tx'
import { chartItem, dashboardItem } from '@/features/content/content-tree'
import { draftHref, draftOf } from '@/features/content/draft-link'
import { contentIcon } from '@/features/content/chart-type-icon'
import { listedSections } from '@/features/settings/settings-sections'
import { isAvailable, commandTitle, type Command, type CommandContext } from '@/features/commands/command'
import type { Findable } from '@/features/commands/rank-entries'
import type { AppCommandId } from '@tidemark/shared/ipc/app-commands'

/** One line of the palette. kind: what it is or where it lies, at the right of the line. */
export interface PaletteEntry extends Findable {
  readonly group: string
  readonly kind: string
  readonly icon: LucideIcon
  readonly shortcut?: string | undefined
  readonly does:
    | { readonly kind: 'open'; readonly href: string }
    /** around: the folders that it lies in. */
    | { readonly kind: 'reveal'; readonly folderId: FolderId; readonly around: readonly FolderId[] }
    | { readonly kind: 'run'; readonly command: Command }
}

/** Everything in the workspace that has a name and a place to go to. */
export function contentEntries(view: EntryView): readonly PaletteEntry[] {
  const folders = listFolders(view)
  const byId = new Map(folders.map((folder) => [folder.id, folder]))
  const aroundById = new Map(folders.map((folder) => [folder.id, foldersAround(folder, byId)]))
  // "Growth / Ads".
  const pathOf = (folder: FolderEntry) =>
    [...(aroundById.get(folder.id) ?? []).toReversed(), folder].map(({ name }) => name).join(' / ')
  const pathById = new Map(folders.map((folder) => [folder.id, pathOf(folder)]))
  const items = [...listDashboards(view).map(dashboardItem), ...listCharts(view).map(chartItem)]
  return [
    ...items.map((item): PaletteEntry => {
      const path = item.folderId === null ? undefined : pathById.get(item.folderId)
      return {
        id: `${item.kind}/${item.id}`,
        title: item.name,
        keywords: `${item.kind} ${path ?? ''}`,
        group: item.kind === 'dashboard' ? 'Dashboards' : 'Charts',
        kind: path ?? (item.kind === 'dashboard' ? 'Dashboard' : 'Chart'),
        icon: contentIcon(item),
        does: { kind: 'open', href: item.href },
      }
    }),
    ...listDatasets(view).map((dataset): PaletteEntry => ({
      id: `dataset/${dataset.id}`,
      title: dataset.name,
      keywords: `data table ${dataset.tableName} ${dataset.fileName}`,
      group: 'Data',
      kind: dataset.tableName,
      icon: Database,
      does: { kind: 'open', href: `/data/${dataset.id}` },
    })),
    ...listMetrics(view).map((metric): PaletteEntry => ({
      id: `metric/${metric.id}`,
      title: metric.name,
      keywords: `metric ${metric.synonyms.join(' ')} ${(metric.folderId && pathById.get(metric.folderId)) ?? ''}`,
      group: 'Metrics',
      kind: isVerified(metric) ? 'Verified metric' : 'Metric',
      icon: Sigma,
      does: { kind: 'open', href: `/metrics/${metric.id}` },
    })),
    ...listSegments(view).map((segment): PaletteEntry => ({
      id: `segment/${segment.id}`,
      title: segment.name,
      keywords: `segment filter ${(segment.folderId && pathById.get(segment.folderId)) ?? ''}`,
      group: 'Metrics',
      kind: 'Segment',
      icon: ListFilter,
      does: { kind: 'open', href: `/segments/${segment.id}` },
    })),
    ...listConnections(view).map((connection): PaletteEntry => ({
      id: `connection/${connection.id}`,
      title: connection.name,
      keywords: `database connection ${connection.kind} ${
        connection.kind === 'sqlite' ? databaseFileName(connection.file) : `${connection.database} ${connection.host}`
      }`,
      group: 'Data',
      kind: 'Database',
      icon: ServerCog,
      does: { kind: 'open', href: `/connections/${connection.id}` },
    })),
    ...folders.map((folder): PaletteEntry => ({
      id: `folder/${folder.id}`,
      title: folder.name,
      keywords: `folder ${pathById.get(folder.id) ?? ''}`,
      group: 'Folders',
      kind: 'Folder',
      icon: Folder,
      does: { kind: 'reveal', folderId: folder.id, around: (aroundById.get(folder.id) ?? []).map(({ id }) => id) },
    })),
  ]
}

/**
 * The ids of recent things and commands, the latest first: what was opened, however a person came there, then what they
 * chose in the palette. openKey: of the page that is open, which nobody looks for.
 */
export function recentOf(
  opened: readonly string[],
  chosenIds: readonly string[],
  openKey: string | null,
): readonly string[] {
  return [...new Set([...opened, ...chosenIds])].filter((id) => id !== openKey)
}

/** The ways to a draft of each table of the workspace, for those who may keep it. */
export function draftEntries(view: EntryView): readonly PaletteEntry[] {
  return listDatasets(view).map(({ id, name, tableName }) => ({
    id: `draft/${id}`,
    title: `Draft a dashboard: ${name}`,
    keywords: 'suggest explore overview x-ray',
    group: 'Drafts',
    kind: tableName,
    icon: LayoutDashboard,
    does: { kind: 'open', href: draftHref(draftOf(tableName)) },
  }))
}

export function settingsEntries(role: Role, where: Parameters<typeof listedSections>[1]): readonly PaletteEntry[] {
  return listedSections(role, where).map(({ id, title, keywords }) => ({
    id: `settings/${id}`,
    title: `Settings: ${title}`,
    keywords,
    group: 'Settings',
    kind: 'Settings',
    icon: Settings,
    does: { kind: 'open', href: `/settings/${id}` },
  }))
}

/** The commands that make sense now; keys stand beside the one that they run, which is the first. */
export function commandEntries(commands: readonly Command[], context: CommandContext): readonly PaletteEntry[] {
  const taken = new Set<string>()
  const ownShortcut = ({ shortcut }: Command) => {
    if (shortcut === undefined || taken.has(shortcut)) return undefined
    taken.add(shortcut)
    return shortcut
  }
  return commands
    .filter((command) => command.id !== 'open-palette' && isAvailable(command, context))
    .map((command) => ({
      id: `command/${command.id}`,
      title: commandTitle(command, context),
      keywords: command.keywords,
      group: command.group,
      kind: '',
      icon: command.icon ?? appCommandIcon(command.id) ?? SquareChevronRight,
      shortcut: ownShortcut(command),
      does: { kind: 'run', command },
    }))
}

/** The folders around a folder, from the inside out; each once, because two people moving folders at once can make a ring. */
function foldersAround(folder: FolderEntry, byId: ReadonlyMap<FolderId, FolderEntry>): readonly FolderEntry[] {
  const parentOf = ({ parentId }: FolderEntry) => (parentId === null ? undefined : byId.get(parentId))
  const around = new Set<FolderEntry>()
  for (let next = parentOf(folder); next !== undefined && next !== folder && !around.has(next); next = parentOf(next))
    around.add(next)
  return [...around]
}

const icons: Readonly<Record<AppCommandId, LucideIcon>> = {
  'open-palette': Search,
  'new-dashboard': LayoutDashboard,
  'new-chart': ChartLine,
  'new-folder': FolderPlus,
  'new-metric': Sigma,
  'new-segment': ListFilter,
  'import-dashboard': FileUp,
  'go-home': House,
  'go-ask': MessageCircleQuestion,
  'go-data': Database,
  'go-metrics': Sigma,
  'go-inbox': Inbox,
  'go-trash': Trash2,
  'go-settings': Settings,
  'filter-sidebar': ListFilter,
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
function appCommandIcon(id: string): LucideIcon | undefined {
  return Object.hasOwn(icons, id) ? icons[id as AppCommandId] : undefined // just looked up
}
