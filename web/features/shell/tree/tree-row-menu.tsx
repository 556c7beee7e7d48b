import { ChartLine, Files, FolderInput, FolderPlus, LayoutDashboard, Link2, Pencil, Trash2, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { getChart } from '@tidemark/shared/charts/chart-queries'
import { mayCopyChart } from '@tidemark/shared/charts/copy-chart'
import { mayCopyDashboard } from '@tidemark/shared/dashboards/copy-dashboard'
import { getDashboard } from '@tidemark/shared/dashboards/dashboard-queries'
import { linkTo } from '@/client/page/navigation'
import { useTeamSession } from '@/client/page/page-environment'
import { useMayEdit } from '@/client/workspace/use-may-edit'
import { useView } from '@/client/workspace/use-view'
import { useActor, useSyncClient } from '@/client/workspace/workspace-client'
import { MenuItem, MenuSeparator } from '@/ui/popups/menu'
import { useStartQuestion } from '@/features/content/use-start-question'
import { DownloadItem } from '@/features/exports/download-item'
import { FavouriteItem } from '@/features/favourites/favourite-item'
import { placeOf, type ContentItem, type TreeNode } from '@/features/content/content-tree'
import { copyLink } from '@/features/messages/copy-link'
import { duplicate } from '@/features/content/duplicate'
import { reportProblem } from '@/features/messages/report-problem'
import { shellState$ } from '@/features/preferences/shell-state'
import { isInTree, type SidebarRow } from './sidebar-rows'
import type { TreeActions } from './tree-actions'
import { useCreateDashboard, useCreateFolder } from '@/features/content/use-create'

interface TreeRowMenuProps {
  readonly row: Extract<SidebarRow, { readonly kind: 'node' }>
  readonly actions: TreeActions
}

/** The items of the menu of a row in the sidebar. */
export default function TreeRowMenu({ row, actions }: TreeRowMenuProps) {
  const { node } = row
  const favourite = <FavouriteItem target={{ kind: node.kind, id: node.id }} />
  return isInTree(node) ? (
    <NodeItems rowId={row.id} node={node} actions={actions} favourite={favourite} />
  ) : (
    <>
      {favourite}
      <CopyLinkItem href={node.href} />
    </>
  )
}

interface NodeItemsProps {
  readonly rowId: string
  readonly node: TreeNode
  readonly actions: TreeActions
  readonly favourite: ReactNode
}

function NodeItems({ rowId, node, actions, favourite }: NodeItemsProps) {
  const isTeam = useTeamSession() !== null
  const mayEdit = useMayEdit(placeOf(node))
  return (
    <>
      {mayEdit && node.kind === 'folder' && <CreateInFolder node={node} />}
      {favourite}
      {mayEdit && (
        <>
          <MenuItem icon={Pencil} shortcut="F2" onSelect={() => shellState$.renamingId.set(rowId)}>
            Rename
          </MenuItem>
          <MenuItem icon={FolderInput} onSelect={() => shellState$.movingId.set(node.id)}>
            Move to…
          </MenuItem>
        </>
      )}
      {node.kind !== 'folder' && (
        <>
          <DuplicateItem item={node} />
          <CopyLinkItem href={node.href} />
          <DownloadItem kind={node.kind} id={node.id} isOpen={false} />
        </>
      )}
      {mayEdit && (
        <>
          {isTeam && (
            <MenuItem icon={Users} onSelect={() => shellState$.accessId.set(node.id)}>
              Who can see this…
            </MenuItem>
          )}
          <MenuSeparator />
          <MenuItem icon={Trash2} danger shortcut="delete" onSelect={() => actions.trash(node)}>
            Move to trash
          </MenuItem>
        </>
      )}
    </>
  )
}

function CopyLinkItem({ href }: { readonly href: string }) {
  return (
    <MenuItem icon={Link2} onSelect={() => void copyLink(linkTo(href))}>
      Copy link
    </MenuItem>
  )
}

/** Nothing where the person may not have a copy, as of a chart whose SQL is withheld from them. */
function DuplicateItem({ item }: { readonly item: ContentItem }) {
  const client = useSyncClient()
  const actor = useActor()
  const mayDuplicate = useView(
    (view) => {
      if (item.kind === 'chart') {
        const chart = getChart(view, item.id)
        return chart !== undefined && mayCopyChart(actor, chart, view)
      }
      const dashboard = getDashboard(view, item.id)
      return dashboard !== undefined && mayCopyDashboard(actor, dashboard, view)
    },
    [actor, item],
  )
  if (!mayDuplicate) return null
  return (
    <MenuItem icon={Files} onSelect={() => void duplicate(client, item).catch(reportProblem)}>
      Duplicate
    </MenuItem>
  )
}

function CreateInFolder({ node }: { readonly node: TreeNode & { readonly kind: 'folder' } }) {
  const createDashboard = useCreateDashboard()
  const createFolder = useCreateFolder()
  const startQuestion = useStartQuestion()
  return (
    <>
      <MenuItem icon={LayoutDashboard} onSelect={() => void createDashboard(node.id).catch(reportProblem)}>
        New dashboard
      </MenuItem>
      <MenuItem icon={ChartLine} onSelect={() => startQuestion({ folderId: node.id })}>
        New chart
      </MenuItem>
      <MenuItem icon={FolderPlus} onSelect={() => void createFolder(node.id).catch(reportProblem)}>
        New folder
      </MenuItem>
      <MenuSeparator />
    </>
  )
}
