'use client'

import { Ban, Ellipsis, Link2, Mail } from 'lucide-react'
import { useState } from 'react'
import type { Role } from '@tidemark/shared/access/roles'
import type { CreatedInvite, Invite } from '@tidemark/shared/members/invite'
import { mayManageMembers, rolesToGive } from '@tidemark/shared/members/member-rules'
import { failureText } from '@/client/page/api-request'
import { usePageEnvironment } from '@/client/page/page-environment'
import { useLoaded } from '@/client/page/use-loaded'
import { useReloadWhenPulled } from '@/client/workspace/use-reload-when-pulled'
import { Button } from '@/ui/buttons/button'
import { IconButton } from '@/ui/buttons/icon-button'
import { CopyField } from '@/ui/fields/copy-field'
import { Dialog } from '@/ui/popups/dialog'
import { Menu, MenuItem } from '@/ui/popups/menu'
import { toast } from '@/ui/popups/toaster'
import { SettingsPart } from '../page/settings-part'
import { createInvite, fetchInvites, revokeInvite } from './members-api'
import { roleWords } from './role-words'

/** The invites that nobody has accepted: each can be sent again, given as a new link, or revoked. */
export function OpenInvites({ ownRole }: { readonly ownRole: Role }) {
  const { state, reload } = useLoaded(fetchInvites)
  useReloadWhenPulled(reload)
  // Stays while its dialog closes.
  const [renewed, setRenewed] = useState<CreatedInvite | null>(null)
  const [isShown, setShown] = useState(false)
  const renew = async ({ email, role }: Invite, byMail: boolean) => {
    const answer = await createInvite({ email, role, byMail })
    reload()
    if (!answer.ok)
      return toast(byMail ? 'The invite was not sent again' : 'No new link was made', {
        tone: 'bad',
        description: failureText(answer.error),
      })
    if (answer.value.link === null)
      return toast(`A new invite was sent to ${email}`, { description: 'The link that they had no longer works.' })
    setRenewed(answer.value)
    setShown(true)
  }
  const revoke = async ({ id, email }: Invite) => {
    const answer = await revokeInvite(id)
    if (answer.ok) toast(`The invite of ${email} no longer works`)
    else toast('The invite was not revoked', { tone: 'bad', description: failureText(answer.error) })
    reload()
  }
  return (
    <>
      <SettingsPart id="invites" title="Open invites" state={state} onRetry={reload}>
        {({ invites, hasMail }) =>
          invites.length === 0 ? (
            <p className="py-3.5 text-muted">None. Whoever is invited appears here until they have joined.</p>
          ) : (
            <ul className="divide-y divide-line">
              {invites.map((invite) => (
                <InviteRow
                  key={invite.id}
                  invite={invite}
                  hasMail={hasMail}
                  mayGive={rolesToGive(ownRole).includes(invite.role)}
                  onRenew={(byMail) => void renew(invite, byMail)}
                  onRevoke={() => void revoke(invite)}
                />
              ))}
            </ul>
          )
        }
      </SettingsPart>
      <Dialog
        open={isShown}
        onOpenChange={setShown}
        isAllowed={mayManageMembers(ownRole)}
        title={`A new link for ${renewed?.invite.email ?? ''}`}
        description={`${renewed?.mail === 'failed' ? 'The mail server did not accept the message. ' : ''}Send them this link. It is shown only now, and works once, for a week. The one that they had no longer works.`}
        actions={
          <Button variant="primary" onClick={() => setShown(false)}>
            Done
          </Button>
        }
      >
        <CopyField label="Invite link" value={renewed?.link ?? ''} />
      </Dialog>
    </>
  )
}

interface InviteRowProps {
  readonly invite: Invite
  readonly hasMail: boolean
  readonly mayGive: boolean
  readonly onRenew: (byMail: boolean) => void
  readonly onRevoke: () => void
}

function InviteRow({ invite, hasMail, mayGive, onRenew, onRevoke }: InviteRowProps) {
  const { locale, now } = usePageEnvironment()
  const { email, role, expiresAt, inviterMay } = invite
  const isOver = !inviterMay || expiresAt <= now
  const day = new Date(expiresAt).toLocaleDateString(locale, { day: 'numeric', month: 'long' })
  return (
    <li className="flex items-center gap-3 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">{email}</p>
        <p className="text-small text-muted">
          {roleWords[role].name} ·{' '}
          <span className={isOver ? 'text-bad' : undefined}>
            {inviterMay
              ? `${isOver ? 'expired on' : 'works until'} ${day}`
              : 'does not work: its sender can no longer invite'}
          </span>
        </p>
      </div>
      {mayGive && (
        <Menu
          label={email}
          align="end"
          trigger={<IconButton icon={Ellipsis} label={`More about the invite of ${email}`} />}
        >
          {hasMail && (
            <MenuItem icon={Mail} onSelect={() => onRenew(true)}>
              Send again
            </MenuItem>
          )}
          <MenuItem icon={Link2} onSelect={() => onRenew(false)}>
            Copy a new link…
          </MenuItem>
          <MenuItem icon={Ban} danger onSelect={onRevoke}>
            {isOver ? 'Remove' : 'Revoke'}
          </MenuItem>
        </Menu>
      )}
    </li>
  )
}
