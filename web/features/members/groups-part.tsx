'use client'

import { Ellipsis, Plus, Trash2, Users, UserPen } from 'lucide-react'
import { useState } from 'react'
import type { PeopleGroup } from '@tidemark/shared/groups/people-group'
import type { Member, MemberList } from '@tidemark/shared/members/member'
import { failureText } from '@/client/page/api-request'
import type { Loaded } from '@/client/page/use-loaded'
import { Button } from '@/ui/buttons/button'
import { IconButton } from '@/ui/buttons/icon-button'
import { Dialog } from '@/ui/popups/dialog'
import { Menu, MenuItem } from '@/ui/popups/menu'
import { toast } from '@/ui/popups/toaster'
import { SettingsPart } from '../page/settings-part'
import { GroupDialog } from './group-dialog'
import { deleteGroup } from './members-api'

interface GroupsPartProps {
  readonly state: Loaded<MemberList>
  readonly mayManage: boolean
  /** Loads the members and groups again. */
  readonly onChanged: () => void
}

/** The groups of people of a workspace with who is in each; admins make, change and delete them. */
export function GroupsPart({ state, mayManage, onChanged }: GroupsPartProps) {
  // Each opening mounts a new dialog; a closed one stays mounted, so that the focus returns.
  const [edited, setEdited] = useState<{ readonly group: PeopleGroup | null; readonly count: number } | null>(null)
  const [isEditing, setEditing] = useState(false)
  const [deleting, setDeleting] = useState<PeopleGroup | null>(null)
  const edit = (group: PeopleGroup | null) => {
    setEdited((last) => ({ group, count: (last?.count ?? 0) + 1 }))
    setEditing(true)
  }
  const members = state.kind === 'ready' ? state.value.members : []
  return (
    <>
      <SettingsPart
        id="groups"
        title="Groups"
        state={state}
        onRetry={onChanged}
        action={
          mayManage && (
            <Button size="sm" icon={Plus} disabled={state.kind !== 'ready'} onClick={() => edit(null)}>
              New group
            </Button>
          )
        }
      >
        {({ groups }) =>
          groups.length === 0 ? (
            <p className="py-3.5 text-muted">
              None. A folder, a connection or a dataset can be opened to a group instead of to each person.
            </p>
          ) : (
            <ul className="divide-y divide-line">
              {groups.map((group) => (
                <li key={group.id} className="flex items-center gap-3 py-2.5">
                  <Users aria-hidden className="size-4 shrink-0 text-muted" />
                  <div className="min-w-0 flex-1">
                    <p className="font-medium wrap-anywhere">{group.name}</p>
                    <p className="line-clamp-2 text-small wrap-anywhere text-muted">
                      {group.isFromProvider && 'From the identity provider · '}
                      {namesIn(group, members)}
                    </p>
                  </div>
                  {mayManage && (
                    <Menu
                      label={group.name}
                      align="end"
                      trigger={<IconButton icon={Ellipsis} label={`More about ${group.name}`} />}
                    >
                      {group.isFromProvider ? (
                        <MenuItem icon={Users} onSelect={() => edit(group)}>
                          Members…
                        </MenuItem>
                      ) : (
                        <MenuItem icon={UserPen} onSelect={() => edit(group)}>
                          Name and members…
                        </MenuItem>
                      )}
                      <MenuItem icon={Trash2} danger onSelect={() => setDeleting(group)}>
                        Delete…
                      </MenuItem>
                    </Menu>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </SettingsPart>
      {edited !== null && (
        <GroupDialog
          key={edited.count}
          group={edited.group}
          members={members}
          open={isEditing}
          onOpenChange={setEditing}
          isAllowed={mayManage}
          onSaved={onChanged}
        />
      )}
      <DeleteDialog
        group={deleting}
        isAllowed={mayManage}
        onClose={() => setDeleting(null)}
        onDeleted={() => {
          setDeleting(null)
          onChanged()
        }}
      />
    </>
  )
}

function namesIn({ id }: PeopleGroup, members: readonly Member[]): string {
  const names = members.filter(({ groups = [] }) => groups.includes(id)).map(({ name }) => name)
  return names.length === 0 ? 'Nobody yet' : names.join(', ')
}

interface DeleteDialogProps {
  /** null: closed. */
  readonly group: PeopleGroup | null
  readonly isAllowed: boolean
  readonly onClose: () => void
  readonly onDeleted: () => void
}

/** Asks for confirmation, because the group's name in lists of access is lost with it. */
function DeleteDialog({ group, isAllowed, onClose, onDeleted }: DeleteDialogProps) {
  const remove = async ({ id, name }: PeopleGroup) => {
    const answer = await deleteGroup(id)
    if (!answer.ok) return toast(`“${name}” was not deleted`, { tone: 'bad', description: failureText(answer.error) })
    toast(`The group “${name}” is deleted`)
    onDeleted()
  }
  return (
    <Dialog
      open={group !== null}
      onOpenChange={(open) => !open && onClose()}
      isAllowed={isAllowed}
      title={`Delete the group “${group?.name ?? ''}”?`}
      description={`Its members stay in the workspace, and lose at once what they see only through this group.${group?.isFromProvider ? ' When one of them signs in, it is made again and opens nothing.' : ''}`}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" onClick={() => group && void remove(group)}>
            Delete
          </Button>
        </>
      }
    />
  )
}
