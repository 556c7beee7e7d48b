import { ChartLine, FolderInput, FolderPlus, LayoutDashboard, Link2, Pencil, Trash2, Users } from 'lucide-react'
import { linkTo } from '@/client/navigation'
import { useTeamSession } from '@/client/team-session'
import { MenuItem, MenuSeparator } from '@/ui/menu'
import { useNewChart } from '../chart-editor/use-new-chart'
import type { TreeNode } from './content-tree'
import { copyLink } from './copy-link'
import { reportProblem } from './report-problem'
import { shellState$ } from './shell-state'
import type { TreeRowProps } from './tree-row'
import { useCreateDashboard, useCreateFolder } from './use-create'

/** The items of the menu of a row of the tree. */
export default function TreeRowMenu({ node, actions }: Pick<TreeRowProps, 'node' | 'actions'>) {
  const isTeam = useTeamSession() !== null
  return (
    <>
      {node.kind === 'folder' && <CreateInFolder node={node} />}
      <MenuItem icon={Pencil} shortcut="F2" onSelect={() => shellState$.renamingId.set(node.id)}>
        Rename
      </MenuItem>
      <MenuItem icon={FolderInput} onSelect={() => shellState$.movingId.set(node.id)}>
        Move to…
      </MenuItem>
      {node.kind !== 'folder' && (
        <MenuItem icon={Link2} onSelect={() => void copyLink(linkTo(node.href))}>
          Copy link
        </MenuItem>
      )}
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
  )
}

function CreateInFolder({ node }: { readonly node: TreeNode & { readonly kind: 'folder' } }) {
  const createDashboard = useCreateDashboard()
  const createFolder = useCreateFolder()
  const newChart = useNewChart()
  return (
    <>
      <MenuItem icon={LayoutDashboard} onSelect={() => void createDashboard(node.id).catch(reportProblem)}>
        New dashboard
      </MenuItem>
      <MenuItem icon={ChartLine} onSelect={() => void newChart({ folderId: node.id }).catch(reportProblem)}>
        New chart
      </MenuItem>
      <MenuItem icon={FolderPlus} onSelect={() => void createFolder(node.id).catch(reportProblem)}>
        New folder
      </MenuItem>
      <MenuSeparator />
    </>
  )
}
