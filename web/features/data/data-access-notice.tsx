'use client'

import { isAllowed } from '@tidemark/shared/access/rules'
import { listDatasets } from '@tidemark/shared/datasets/dataset-queries'
import { getWorkspace } from '@tidemark/shared/workspaces/workspace-queries'
import { navigate } from '@/client/page/navigation'
import { useTeamSession } from '@/client/page/page-environment'
import { useMutate } from '@/client/workspace/use-mutate'
import { useView } from '@/client/workspace/use-view'
import { useActor } from '@/client/workspace/workspace-client'
import { Button } from '@/ui/buttons/button'
import { Callout } from '@/ui/callout'
import { reportProblem } from '../messages/report-problem'

/** Tells the admins of a workspace made before data had lists that it is open as before, until one of them says so. */
export function DataAccessNotice() {
  const actor = useActor()
  const team = useTeamSession()
  const mutate = useMutate()
  const isNews = useView((view) => {
    const workspace = getWorkspace(view)
    return workspace !== undefined && workspace.isToldOfDataAccess !== true && listDatasets(view).length > 0
  }, [])
  if (!isNews || team === null || !isAllowed(actor, { do: 'edit-workspace' })) return null
  const confirm = () =>
    mutate('updateWorkspace', { isToldOfDataAccess: true }, { label: 'Read about data access' }).catch(reportProblem)
  const choose = () => {
    void confirm()
    navigate('/data')
  }
  return (
    <div className="w-full max-w-[1240px] page-sides pt-5 max-md:pt-3">
      <Callout
        tone="info"
        title="You can now choose who sees which data"
        action={
          <span className="flex gap-1.5">
            <Button size="sm" onClick={choose}>
              Go to the data
            </Button>
            <Button size="sm" variant="ghost" onClick={() => void confirm()}>
              Got it
            </Button>
          </span>
        }
      >
        All data of {team.workspace.name} is open to everyone in it, as before; viewers now see only results of charts.
        Put it into a folder, or choose “Who can see this…” on its page.
      </Callout>
    </div>
  )
}
