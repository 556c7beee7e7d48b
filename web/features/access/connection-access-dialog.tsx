'use client'

import { decideConnection } from '@tidemark/shared/access/connection-access'
import { isAllowed } from '@tidemark/shared/access/rules'
import type { Connection } from '@tidemark/shared/connections/connection'
import type { TeamSession } from '@/client/page/page-environment'
import { useMutate } from '@/client/workspace/use-mutate'
import { useActor } from '@/client/workspace/workspace-client'
import { Button } from '@/ui/buttons/button'
import { Dialog } from '@/ui/popups/dialog'
import { reportProblem } from '../messages/report-problem'
import { connectionLevelWords, connectionReasonText, granteeNames } from './access-words'
import { GrantEditor } from './grant-editor'
import { LoadedMembers } from './loaded-members'
import { MemberDecisions } from './member-decisions'

interface ConnectionAccessDialogProps {
  readonly connection: Connection
  readonly team: TeamSession
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

/**
 * The dialog that shows who sees a database's results and who may query it, and why. Every change takes effect at once.
 */
export default function ConnectionAccessDialog({ connection, team, open, onOpenChange }: ConnectionAccessDialogProps) {
  const mutate = useMutate()
  const { id, name } = connection
  const step = { label: 'Change connection access' }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      isAllowed={isAllowed(useActor(), { do: 'manage-connections' })}
      title={`Who can use “${name}”`}
      width={520}
      actions={
        <Button variant="primary" onClick={() => onOpenChange(false)}>
          Done
        </Button>
      }
    >
      <LoadedMembers>
        {(members, groups) => (
          <div className="flex flex-col gap-5">
            <GrantEditor
              label="Who has access"
              grants={connection.access}
              levels={[
                { value: 'results', label: 'Can see charts' },
                { value: 'builder', label: 'Can use the builder' },
                { value: 'sql', label: 'Can write SQL' },
              ]}
              note="Admins and owners can always query it. Viewers can only see charts."
              members={members}
              groups={groups}
              onGrant={(grant) => void mutate('grantConnection', { id, ...grant }, step).catch(reportProblem)}
              onRevoke={(to) => void mutate('revokeConnection', { id, to }, step).catch(reportProblem)}
            />
            <MemberDecisions
              ownId={team.person.id}
              decisions={members.map((member) => {
                const decision = decideConnection(member, connection.access)
                return {
                  member,
                  isIn: decision.level !== 'none',
                  level: connectionLevelWords[decision.level],
                  reason: connectionReasonText(decision, granteeNames(members, groups)),
                }
              })}
            />
          </div>
        )}
      </LoadedMembers>
    </Dialog>
  )
}
