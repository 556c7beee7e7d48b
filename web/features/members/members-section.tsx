'use client'

import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import type { Role } from '@tidemark/shared/access/roles'
import type { Member } from '@tidemark/shared/members/member'
import { mayManageMembers } from '@tidemark/shared/members/member-rules'
import { failureText } from '@/client/page/api-request'
import type { TeamSession } from '@/client/page/page-environment'
import { useLoaded } from '@/client/page/use-loaded'
import { useReloadWhenPulled } from '@/client/workspace/use-reload-when-pulled'
import { useActor } from '@/client/workspace/workspace-client'
import { Button } from '@/ui/buttons/button'
import { toast } from '@/ui/popups/toaster'
import { SettingsPart } from '../page/settings-part'
import { InviteDialog } from './invite-dialog'
import { MemberRow } from './member-row'
import { changeRole, fetchMembers } from './members-api'
import { PendingInvites } from './pending-invites'
import { RemoveDialog } from './remove-dialog'
import { roleWords } from './role-words'
import { refreshMemberNames } from './use-member-names'

/** The members of a workspace with their roles; admins invite, change and remove. */
export function MembersSection({ team }: { readonly team: TeamSession }) {
  const { role } = useActor()
  const { state, reload } = useLoaded(fetchMembers)
  useReloadWhenPulled(reload)
  const [isInviting, setInviting] = useState(false)
  const [inviteCount, setInviteCount] = useState(0)
  const [leaving, setLeaving] = useState<Member | null>(null)
  const mayManage = mayManageMembers(role)

  const onRole = async ({ userId, name }: Member, to: Role) => {
    const answer = await changeRole(userId, to)
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
              />
            ))}
          </ul>
        )}
      </SettingsPart>
      {mayManage && (
        // Shown once it is known how much room the members above it take.
        <div hidden={state.kind === 'loading'}>
          <PendingInvites key={inviteCount} />
        </div>
      )}
      <InviteDialog
        open={isInviting}
        onOpenChange={setInviting}
        ownRole={role}
        onInvited={() => setInviteCount((count) => count + 1)}
      />
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
