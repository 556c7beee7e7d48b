'use client'

import { UserPlus, Ellipsis, LogOut, ShieldOff, Tags, UserMinus } from 'lucide-react'
import { useState } from 'react'
import type { Role } from '@tidemark/shared/access/roles'
import type { Member } from '@tidemark/shared/members/member'
import { mayManageMembers, mayChangeRole, mayRemove, rolesToGive } from '@tidemark/shared/members/member-rules'
import { failureText } from '@/client/page/api-request'
import type { TeamSession } from '@/client/page/page-environment'
import { useLoaded } from '@/client/page/use-loaded'
import { useReloadWhenPulled } from '@/client/workspace/use-reload-when-pulled'
import { useActor } from '@/client/workspace/workspace-client'
import { Button } from '@/ui/buttons/button'
import { toast } from '@/ui/popups/toaster'
import { SettingsPart } from '../page/settings-part'
import { AttributesDialog } from './attributes-dialog'
import { attributesText } from './attribute-drafts'
import { GroupsPart } from './groups-part'
import { InviteDialog } from './invite-dialog'
import { OpenInvites } from './open-invites'
import { changeMember, fetchMembers, removeMember } from './members-api'
import { RequireTwoFactor } from './require-two-factor'
import { ResetTwoFactorDialog } from './reset-two-factor-dialog'
import { roleWords } from './role-words'
import { refreshMemberNames } from './use-member-names'
import { Avatar } from '@/ui/avatar'
import { IconButton } from '@/ui/buttons/icon-button'
import { Menu, MenuItem } from '@/ui/popups/menu'
import { Select } from '@/ui/fields/select'
import { Dialog } from '@/ui/popups/dialog'

/** The members of a workspace with their roles; admins invite, change and remove. */
export function MembersSection({ team }: { readonly team: TeamSession }) {
  const { role } = useActor()
  const { state, reload } = useLoaded(fetchMembers)
  useReloadWhenPulled(reload)
  const [isInviting, setInviting] = useState(false)
  const [inviteCount, setInviteCount] = useState(0)
  const [leaving, setLeaving] = useState<Member | null>(null)
  const [lost, setLost] = useState<Member | null>(null)
  // Each opening mounts a new dialog; a closed one stays mounted, so that the focus returns.
  const [described, setDescribed] = useState<{ readonly member: Member; readonly count: number } | null>(null)
  const [isDescribing, setDescribing] = useState(false)
  const mayManage = mayManageMembers(role)

  const onRole = async ({ userId, name }: Member, to: Role) => {
    const answer = await changeMember(userId, { role: to })
    if (answer.ok) toast(`${name} is now ${withArticle(roleWords[to].name.toLowerCase())}`, { tone: 'good' })
    else toast('The role was not changed', { tone: 'bad', description: failureText(answer.error) })
    reload()
  }
  return (
    <>
      <SettingsPart
        id="members"
        title="Members"
        state={state}
        onRetry={reload}
        action={
          mayManage && (
            <Button size="sm" variant="primary" icon={UserPlus} onClick={() => setInviting(true)}>
              Invite
            </Button>
          )
        }
      >
        {({ members }) => (
          <ul className="divide-y divide-line">
            {members.map((member) => (
              <MemberRow
                key={member.userId}
                member={member}
                ownRole={role}
                isOneself={member.userId === team.person.id}
                isLastOwner={member.role === 'owner' && members.filter((other) => other.role === 'owner').length === 1}
                onRole={(to) => void onRole(member, to)}
                onRemove={() => setLeaving(member)}
                onResetTwoFactor={() => setLost(member)}
                onDescribe={() => {
                  setDescribed((last) => ({ member, count: (last?.count ?? 0) + 1 }))
                  setDescribing(true)
                }}
              />
            ))}
          </ul>
        )}
      </SettingsPart>
      <GroupsPart state={state} mayManage={mayManage} onChanged={reload} />
      {mayManage && state.kind === 'ready' && (
        <RequireTwoFactor workspace={team.workspace} isRequired={state.value.requiresTwoFactor} onChanged={reload} />
      )}
      {mayManage && (
        // Shown once the members above are loaded, so that it does not move.
        <div hidden={state.kind === 'loading'}>
          <OpenInvites key={inviteCount} ownRole={role} />
        </div>
      )}
      <InviteDialog
        open={isInviting}
        onOpenChange={setInviting}
        ownRole={role}
        onInvited={() => setInviteCount((count) => count + 1)}
      />
      {described !== null && (
        <AttributesDialog
          key={described.count}
          member={described.member}
          names={state.kind === 'ready' ? state.value.attributeNames : []}
          open={isDescribing}
          onOpenChange={setDescribing}
          isAllowed={mayManage}
          onSaved={reload}
        />
      )}
      <ResetTwoFactorDialog member={lost} onClose={() => setLost(null)} onDone={reload} />
      <RemoveDialog
        team={team}
        member={leaving}
        onClose={() => setLeaving(null)}
        onRemoved={() => {
          reload()
          void refreshMemberNames()
        }}
      />
    </>
  )
}

function withArticle(noun: string): string {
  return `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`
}

interface MemberRowProps {
  readonly member: Member
  readonly ownRole: Role
  readonly isOneself: boolean
  /** True for the only owner, whose role cannot change and who cannot leave. */
  readonly isLastOwner: boolean
  readonly onRole: (role: Role) => void
  readonly onRemove: () => void
  readonly onResetTwoFactor: () => void
  readonly onDescribe: () => void
}

/** One member, with the actions that the reader may take. */
function MemberRow(props: MemberRowProps) {
  const { member, ownRole, isOneself, isLastOwner, onRole, onRemove, onResetTwoFactor, onDescribe } = props
  const choices = isLastOwner
    ? []
    : rolesToGive(ownRole).filter((role) => role === member.role || mayChangeRole(ownRole, member.role, role))
  const canChoose = choices.includes(member.role)
  const canDescribe = mayManageMembers(ownRole)
  const attributes = canDescribe ? attributesText(member.attributes ?? {}) : ''
  const canResetTwoFactor = member.hasTwoFactor === true && !isOneself && mayRemove(ownRole, member.role)
  const canRemove = !isLastOwner && (isOneself || mayRemove(ownRole, member.role))
  return (
    <li className="flex items-center gap-3 py-2.5 max-sm:flex-wrap">
      <Avatar name={member.name} />
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">
          {member.name}
          {isOneself && <span className="font-normal text-muted"> (you)</span>}
        </p>
        {member.email !== null && (
          <p className="text-small wrap-anywhere text-muted">
            {member.email}
            {member.hasTwoFactor === true && ' · two-factor'}
          </p>
        )}
        {attributes !== '' && (
          <p className="line-clamp-2 text-small wrap-anywhere text-muted" title={attributes}>
            {attributes}
          </p>
        )}
      </div>
      {canChoose ? (
        <div className="w-28 shrink-0 max-sm:order-1 max-sm:basis-full max-sm:pl-10">
          <Select
            label={`Role of ${member.name}`}
            hideLabel
            value={member.role}
            options={choices.map((value) => ({ value, label: roleWords[value].name }))}
            onChange={onRole}
          />
        </div>
      ) : (
        <span className="w-28 shrink-0 px-2.5 text-muted max-sm:order-1 max-sm:basis-full max-sm:pl-10">
          {roleWords[member.role].name}
        </span>
      )}
      {canRemove || canDescribe ? (
        <Menu
          label={member.name}
          align="end"
          trigger={<IconButton icon={Ellipsis} label={`More about ${member.name}`} />}
        >
          {canDescribe && (
            <MenuItem icon={Tags} onSelect={onDescribe}>
              Attributes…
            </MenuItem>
          )}
          {canResetTwoFactor && (
            <MenuItem icon={ShieldOff} onSelect={onResetTwoFactor}>
              Turn off two-factor…
            </MenuItem>
          )}
          {canRemove && (
            <MenuItem icon={isOneself ? LogOut : UserMinus} danger onSelect={onRemove}>
              {isOneself ? 'Leave the workspace…' : 'Remove from the workspace…'}
            </MenuItem>
          )}
        </Menu>
      ) : (
        <span aria-hidden className="w-[30px] shrink-0 touch:w-11 max-sm:hidden" />
      )}
    </li>
  )
}

interface RemoveDialogProps {
  readonly team: TeamSession
  /** null: closed. */
  readonly member: Member | null
  readonly onClose: () => void
  readonly onRemoved: () => void
}

/** Asks for confirmation, because a removed person needs an invite to return. */
function RemoveDialog({ team, member, onClose, onRemoved }: RemoveDialogProps) {
  const { role } = useActor()
  const [problem, setProblem] = useState<string | null>(null)
  const isOneself = member?.userId === team.person.id
  const close = () => {
    setProblem(null)
    onClose()
  }
  const remove = async ({ userId, name }: Member) => {
    const answer = await removeMember(userId)
    if (!answer.ok) return setProblem(failureText(answer.error))
    // Nothing of this workspace may be shown any more.
    if (isOneself) return window.location.replace('/')
    toast(`${name} is no longer a member`)
    close()
    onRemoved()
  }
  return (
    <Dialog
      open={member !== null}
      onOpenChange={(open) => !open && close()}
      isAllowed={isOneself || (member !== null && mayRemove(role, member.role))}
      title={isOneself ? `Leave ${team.workspace.name}?` : `Remove ${member?.name ?? ''}?`}
      description={
        isOneself
          ? 'You lose access at once, and need an invite to come back.'
          : 'They lose access at once. What they made stays.'
      }
      actions={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button variant="danger" onClick={() => member && void remove(member)}>
            {isOneself ? 'Leave' : 'Remove'}
          </Button>
        </>
      }
    >
      {problem !== null && (
        <p role="alert" className="text-bad">
          {problem}
        </p>
      )}
    </Dialog>
  )
}
