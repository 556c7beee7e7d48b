'use client'

import { Folder, Users } from 'lucide-react'
import { useState } from 'react'
import { decideDataset } from '@tidemark/shared/access/dataset-access'
import { decidingFolder, type FolderLookup } from '@tidemark/shared/access/folder-access'
import { roleAtLeast } from '@tidemark/shared/access/roles'
import type { Dataset } from '@tidemark/shared/datasets/dataset'
import { mayManageDataset } from '@tidemark/shared/datasets/dataset-rights'
import type { Folder as FolderEntry } from '@tidemark/shared/folders/folder'
import type { TeamSession } from '@/client/page/page-environment'
import type { ConnectionLevel } from '@tidemark/shared/access/grants'
import type { RowRule } from '@tidemark/shared/builder/row-rules/row-rule'
import type { Member } from '@tidemark/shared/members/member'
import { ownRowsOfPerson, ruledMember } from '@tidemark/shared/row-rules/rule-words'
import { useMutate } from '@/client/workspace/use-mutate'
import { useView } from '@/client/workspace/use-view'
import { useActor } from '@/client/workspace/workspace-client'
import { Dialog } from '@/ui/popups/dialog'
import { reportProblem } from '../messages/report-problem'
import { connectionLevelWords, datasetReasonText, granteeNames } from './access-words'
import { AudienceChoice, DoneButton } from './audience-choice'
import { GrantEditor } from './grant-editor'
import { LoadedMembers } from './loaded-members'
import { MemberDecisions } from './member-decisions'
import { othersWith, presentGrants, withOwnLine } from './suggested-grants'
import { useFoldersById } from './use-folders-by-id'

interface DatasetAccessDialogProps {
  readonly dataset: Dataset
  readonly team: TeamSession
  readonly onClose: () => void
}

/** The dialog that shows who may use a dataset, how, and why. Every change takes effect at once. */
export default function DatasetAccessDialog({ dataset, team, onClose }: DatasetAccessDialogProps) {
  const actor = useActor()
  const mutate = useMutate()
  const foldersById = useFoldersById()
  const lookup = (id: string): FolderEntry | undefined => foldersById.get(id)
  const { id, name, folderId, access, restricted, rowRule } = dataset
  const [isAsking, setAsking] = useState(false)
  const mayChange = useView((view) => mayManageDataset(actor, dataset, view), [actor, dataset])
  const found = decidingFolder(folderId, lookup satisfies FolderLookup)
  const folder = found === null || found === 'lost' ? null : found
  const deciding = folder === null ? undefined : lookup(folder.id)?.name
  // Whoever sees the folder may do with its data what their role allows.
  const listAround = folder === null ? null : folder.access.map(({ to }) => ({ to, level: 'sql' as const }))
  const presentIn = (members: readonly Member[]) =>
    members.map((member) => ({ member, level: decideDataset(member, dataset, lookup).level }))
  const step = { label: 'Change data access' }
  const first = roleAtLeast(actor.role, 'admin')
    ? []
    : [{ to: { kind: 'person' as const, userId: actor.userId }, level: 'sql' as const }]
  const around = deciding === undefined ? `Everyone in ${team.workspace.name}` : `Who sees “${deciding}”`
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      isAllowed={mayChange}
      title={`Who can see “${name}”`}
      description={restricted.length === 0 ? undefined : restrictedText(restricted)}
      width={520}
      actions={<DoneButton isAsking={isAsking && access === null} onDone={onClose} />}
    >
      <LoadedMembers>
        {(members, groups) => (
          <div className="flex flex-col gap-5">
            <div className="flex flex-col gap-3">
              <AudienceChoice
                open={{ label: around, icon: deciding === undefined ? Users : Folder }}
                isKept={access !== null}
                isAsking={isAsking}
                onAsk={setAsking}
                others={othersWith(presentIn(members), actor.userId)}
                onOpen={() => void mutate('openDataset', { id }, step).catch(reportProblem)}
                onKeep={(withOthers) => {
                  const kept = withOthers ? presentGrants(listAround, presentIn(members), 'sql') : []
                  void mutate('keepDataset', { id, first: withOwnLine(kept, first) }, step).catch(reportProblem)
                }}
              />
              {access !== null && (
                <GrantEditor
                  label="Who has access"
                  grants={access}
                  levels={[
                    { value: 'results', label: 'Can see charts' },
                    { value: 'builder', label: 'Can use the builder' },
                    { value: 'sql', label: 'Can write SQL' },
                  ]}
                  note="Admins and owners can always use it. Viewers can only see charts."
                  members={members}
                  groups={groups}
                  onGrant={(grant) => void mutate('grantDataset', { id, ...grant }, step).catch(reportProblem)}
                  onRevoke={(to) => void mutate('revokeDataset', { id, to }, step).catch(reportProblem)}
                />
              )}
            </div>
            <MemberDecisions
              ownId={team.person.id}
              decisions={members.map((member) => {
                const decision = decideDataset(member, dataset, lookup)
                return {
                  member,
                  isIn: decision.level !== 'none',
                  level: connectionLevelWords[decision.level],
                  reason: `${datasetReasonText(decision, deciding, granteeNames(members, groups))}${rowsText(member, decision.level, rowRule)}`,
                }
              })}
            />
          </div>
        )}
      </LoadedMembers>
    </Dialog>
  )
}

/** Says which rows a member sees where a rule decides, as the end of a sentence. */
function rowsText(member: Member, level: ConnectionLevel | 'none', rule: RowRule | undefined): string {
  if (rule === undefined || level === 'none') return ''
  return ` · sees ${ownRowsOfPerson(ruledMember(member), rule).text}`
}

function restrictedText(names: readonly string[]): string {
  const [first = '', ...others] = names
  const what = others.length === 0 ? `The column ${first} is` : `${names.length} columns are`
  return `${what} restricted: only editors of its folder who can write SQL for it, admins and owners have ${others.length === 0 ? 'it' : 'them'}.`
}
