'use client'

import { CalendarClock, Eye, FileDown, FileText, Globe, Printer, Users } from 'lucide-react'
import { roleAtLeast } from '@tidemark/shared/access/roles'
import { decidingFolder } from '@tidemark/shared/access/folder-access'
import { isAllowed } from '@tidemark/shared/access/rules'
import type { Dashboard } from '@tidemark/shared/dashboards/dashboard'
import { listViewsOf } from '@tidemark/shared/saved-views/saved-view-queries'
import { listFolders } from '@tidemark/shared/folders/folder-queries'
import { linkTo, useLocation } from '@/client/page/navigation'
import { usePageEnvironment, useTeamSession } from '@/client/page/page-environment'
import { useMayEdit } from '@/client/workspace/use-may-edit'
import { useView } from '@/client/workspace/use-view'
import { useActor, useSyncClient } from '@/client/workspace/workspace-client'
import { reportProblem } from '@/features/messages/report-problem'
import { shellState$ } from '@/features/preferences/shell-state'
import { addressToShare } from '@/features/saved-views/view-address'
import { Button } from '@/ui/buttons/button'
import { CopyField } from '@/ui/fields/copy-field'

interface SharePanelProps {
  readonly dashboard: Dashboard
  readonly close: () => void
}

/** The link to a dashboard as it is shown, what it gives to whom, and for editors in a team the way to change that. */
export default function SharePanel({ dashboard, close }: SharePanelProps) {
  const { id, folderId } = dashboard
  const team = useTeamSession()
  const mayEdit = useMayEdit(folderId)
  const { pathname, query } = useLocation()
  const actor = useActor()
  const { userId } = actor
  const mayManage = isAllowed(actor, { do: 'edit-workspace' })
  const savedViews = useView((view) => listViewsOf(view, id, userId), [id, userId])
  const search = addressToShare(query, savedViews).toString()
  const audience = useAudienceText(folderId, team?.workspace.name)
  return (
    <div className="flex flex-col gap-3">
      <CopyField label="Link" value={linkTo(search === '' ? pathname : `${pathname}?${search}`)} />
      <p className="text-small text-muted">
        {search === '' ? 'It opens this tab.' : 'It opens this tab with the filters and values that are set now.'}{' '}
        {audience}
      </p>
      <PassOnActions dashboard={dashboard} close={close} />
      {team !== null && mayEdit && (
        <div className="-mx-3 -mb-3 flex flex-wrap border-t border-line px-2 py-1.5">
          <Button
            variant="ghost"
            size="sm"
            icon={Globe}
            onClick={() => {
              close()
              shellState$.publicLinksOf.set({ kind: 'dashboard', id })
            }}
          >
            Public links…
          </Button>
          <Button
            variant="ghost"
            size="sm"
            icon={Users}
            onClick={() => {
              close()
              shellState$.accessId.set(id)
            }}
          >
            Who can see this…
          </Button>
          {mayManage && (
            <Button
              variant="ghost"
              size="sm"
              icon={Eye}
              onClick={() => {
                close()
                shellState$.seenAs.set({ kind: 'dashboard', id })
              }}
            >
              See as…
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

/** The ways in which a dashboard is passed on to people who cannot open the link. */
function PassOnActions({ dashboard, close }: SharePanelProps) {
  const client = useSyncClient()
  const { databaseName } = usePageEnvironment()
  const { role } = useActor()
  const exportIt = async () => {
    close()
    const { exportDashboard } = await import('../content/dashboard-file')
    await exportDashboard(client, databaseName, dashboard)
  }
  return (
    <div className="flex flex-col gap-2 border-t border-line pt-3">
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          icon={FileText}
          onClick={() => {
            close()
            const { search } = window.location
            shellState$.downloading.set({ kind: 'dashboard', id: dashboard.id, tileId: null, search })
          }}
        >
          PDF or picture…
        </Button>
        <Button size="sm" icon={FileDown} onClick={() => void exportIt().catch(reportProblem)}>
          Save as a file
        </Button>
        {roleAtLeast(role, 'editor') && (
          <Button
            size="sm"
            icon={CalendarClock}
            onClick={() => {
              close()
              shellState$.subscribingTo.set({ kind: 'dashboard', id: dashboard.id })
            }}
          >
            Send on a schedule…
          </Button>
        )}
        <Button
          size="sm"
          icon={Printer}
          onClick={() => {
            close()
            // The panel is not to be on the paper.
            requestAnimationFrame(() => window.print())
          }}
        >
          Print
        </Button>
      </div>
      <p className="text-small text-muted">
        PDF and picture show all tabs, with the filters and values that are set now. The file holds charts, texts and
        pictures, not the data: another Tidemark imports it with “Import a dashboard from a file”. Pictures and data of
        a chart are in the menu of its tile.
      </p>
    </div>
  )
}

/** The people for whom a link works. workspaceName: undefined without a team. */
function useAudienceText(folderId: Dashboard['folderId'], workspaceName: string | undefined): string {
  const folders = useView(listFolders, [])
  if (workspaceName === undefined)
    return 'It works on this computer, while Tidemark runs. Nobody else can open it: public links need a server for a team.'
  const deciding = decidingFolder(folderId, (folderKey) => folders.find((folder) => folder.id === folderKey))
  const name =
    deciding === null || deciding === 'lost' ? undefined : folders.find((one) => one.id === deciding.id)?.name
  return deciding === null
    ? `It works for everyone in ${workspaceName}, once they have signed in.`
    : `It works for those in ${workspaceName} whom the folder${name === undefined ? '' : ` “${name}”`} lets see it, once they have signed in.`
}
