'use client'

import { useState } from 'react'
import { decideFolder, decidingFolder } from '@tidemark/shared/access/folder-access'
import { getWorkspace } from '@tidemark/shared/workspaces/workspace-queries'
import { letsViewersComment } from '@tidemark/shared/comments/may-comment'
import type { Folder, FolderId } from '@tidemark/shared/folders/folder'
import type { TeamSession } from '@/client/page/page-environment'
import { useMayEdit } from '@/client/workspace/use-may-edit'
import { useActor } from '@/client/workspace/workspace-client'
import { Button } from '@/ui/buttons/button'
import { Dialog } from '@/ui/popups/dialog'
import { placeOf, type TreeNode } from '../content/content-tree'
import { AudienceChoice, DoneButton, type AudienceChoiceProps } from './audience-choice'
import { folderLevelWords, granteeNames, folderReasonText } from './access-words'
import { LoadedMembers } from './loaded-members'
import { MemberDecisions } from './member-decisions'
import { Users } from 'lucide-react'
import type { PeopleGroup } from '@tidemark/shared/groups/people-group'
import type { Member } from '@tidemark/shared/members/member'
import { useView } from '@/client/workspace/use-view'
import { useMutate } from '@/client/workspace/use-mutate'
import { reportProblem } from '../messages/report-problem'
import { GrantEditor } from './grant-editor'
import { firstGrants, othersWith, presentGrants, withOwnLine } from './suggested-grants'
import { useFoldersById } from './use-folders-by-id'

interface AccessDialogProps {
  readonly node: TreeNode
  readonly team: TeamSession
  /** Opens this dialog for the folder that decides. */
  readonly onOpenFolder: (id: FolderId) => void
  readonly onClose: () => void
}

/**
 * The dialog that shows who sees a node of the tree, and why; for a folder, also its grants. Every change takes effect
 * at once.
 */
export default function AccessDialog({ node, team, onOpenFolder, onClose }: AccessDialogProps) {
  const actor = useActor()
  const foldersById = useFoldersById()
  const lookup = (id: string): Folder | undefined => foldersById.get(id)
  const folderId = node.kind === 'folder' ? node.id : node.folderId
  const found = decidingFolder(folderId, lookup)
  const deciding = found === null || found === 'lost' ? undefined : lookup(found.id)
  const folder = node.kind === 'folder' ? lookup(node.id) : undefined
  const [isAsking, setAsking] = useState(false)
  const mayChange = folder !== undefined && decideFolder(actor, folder.id, lookup).level === 'edit'
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      isAllowed={useMayEdit(placeOf(node))}
      title={`Who can see “${node.name}”`}
      description={folder === undefined ? placeText(node, deciding, team.workspace.name) : undefined}
      width={520}
      actions={
        <>
          {node.kind !== 'folder' && deciding !== undefined && (
            <Button onClick={() => onOpenFolder(deciding.id)}>Open “{deciding.name}”</Button>
          )}
          <DoneButton isAsking={isAsking && mayChange && folder.access === null} onDone={onClose} />
        </>
      }
    >
      <LoadedMembers>
        {(members, groups) => (
          <div className="flex flex-col gap-5">
            {folder !== undefined && mayChange && (
              <FolderGrants
                folder={folder}
                isAsking={isAsking}
                onAsk={setAsking}
                around={nameAround(folder, lookup, team.workspace.name)}
                lookup={lookup}
                members={members}
                groups={groups}
              />
            )}
            {folder !== undefined && mayChange && <ViewersComment folder={folder} lookup={lookup} />}
            <MemberDecisions
              ownId={team.person.id}
              decisions={members.map((member) => {
                const decision = decideFolder(member, folderId, lookup)
                return {
                  member,
                  isIn: decision.level !== 'none',
                  level: folderLevelWords[decision.level],
                  reason: folderReasonText(decision, deciding?.name, granteeNames(members, groups)),
                }
              })}
            />
          </div>
        )}
      </LoadedMembers>
    </Dialog>
  )
}

/** Returns the name of the group that sees a folder without its own list. */
function nameAround(folder: Folder, lookup: (id: string) => Folder | undefined, workspaceName: string): string {
  const around = decidingFolder(folder.parentId, lookup)
  if (around === null) return `Everyone in ${workspaceName}`
  const name = around === 'lost' ? undefined : lookup(around.id)?.name
  return name === undefined ? 'Same as the folder around it' : `Same as “${name}”`
}

function placeText(node: TreeNode, deciding: Folder | undefined, workspaceName: string): string {
  if (deciding !== undefined) return `The folder “${deciding.name}” decides.`
  return node.kind !== 'folder' && node.folderId !== null
    ? `Its folder is open to everyone in ${workspaceName}.`
    : `Everyone in ${workspaceName} sees what is in no folder. To restrict it, move it into a folder.`
}

interface ViewersCommentProps {
  readonly folder: Folder
  readonly lookup: (id: string) => Folder | undefined
}

/** Lets those who only see what is in a folder comment on its dashboards. */
function ViewersComment({ folder, lookup }: ViewersCommentProps) {
  const mutate = useMutate()
  const workspace = useView(getWorkspace, [])
  const isOn = letsViewersComment(folder.id, lookup, workspace)
  const isInherited = typeof folder.viewersComment !== 'boolean'
  return (
    <label className="flex items-start gap-2 touch:min-h-11">
      <input
        type="checkbox"
        checked={isOn}
        onChange={({ target }) =>
          void mutate(
            'updateFolder',
            { id: folder.id, viewersComment: target.checked },
            { label: 'Change who may comment' },
          ).catch(reportProblem)
        }
        className="mt-0.5 accent-accent"
      />
      <span>
        Viewers may comment on its dashboards
        {isInherited && (
          <span className="block text-small text-muted">
            As the {folder.parentId === null ? 'workspace' : 'folder around it'} says, until you change it.
          </span>
        )}
      </span>
    </label>
  )
}

interface FolderGrantsProps extends Pick<AudienceChoiceProps, 'isAsking' | 'onAsk'> {
  readonly folder: Pick<Folder, 'id' | 'access' | 'parentId'>
  /** The audience while there is no list, as worded in the choice. */
  readonly around: string
  readonly lookup: (id: string) => Folder | undefined
  readonly members: readonly Member[]
  readonly groups: readonly PeopleGroup[]
}

/** The editor of a folder's audience: either everyone who sees the surrounding folder, or a list. */
function FolderGrants({ folder, isAsking, onAsk, around, lookup, members, groups }: FolderGrantsProps) {
  const { id, access, parentId } = folder
  const actor = useActor()
  const mutate = useMutate()
  const step = { label: 'Change folder access' }
  const present = members.map((member) => ({ member, level: decideFolder(member, id, lookup).level }))
  const deciding = decidingFolder(parentId, lookup)
  const listAround = deciding === null || deciding === 'lost' ? null : deciding.access
  return (
    <div className="flex flex-col gap-3">
      <AudienceChoice
        open={{ label: around, icon: Users }}
        isKept={access !== null}
        isAsking={isAsking}
        onAsk={onAsk}
        others={othersWith(present, actor.userId)}
        onOpen={() => void mutate('openFolder', { id }, step).catch(reportProblem)}
        onKeep={(withOthers) => {
          const kept = withOthers ? presentGrants(listAround, present, 'edit') : []
          const first = withOwnLine(kept, firstGrants(actor))
          void mutate('keepFolder', { id, first }, step).catch(reportProblem)
        }}
      />
      {access !== null && (
        <GrantEditor
          label="Who has access"
          grants={access}
          levels={[
            { value: 'read', label: 'Can see' },
            { value: 'edit', label: 'Can edit' },
          ]}
          note="Admins and owners can always see and edit."
          members={members}
          groups={groups}
          onGrant={(grant) => void mutate('grantFolder', { id, ...grant }, step).catch(reportProblem)}
          onRevoke={(to) => void mutate('revokeFolder', { id, to }, step).catch(reportProblem)}
        />
      )}
    </div>
  )
}
