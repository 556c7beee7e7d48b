'use client'

import { useState } from 'react'
import type { Role } from '@tidemark/shared/access/roles'
import { createInviteSchema, type CreatedInvite } from '@tidemark/shared/members/invite'
import { mayManageMembers, rolesToGive } from '@tidemark/shared/members/member-rules'
import { Button } from '@/ui/buttons/button'
import { CopyField } from '@/ui/fields/copy-field'
import { Dialog } from '@/ui/popups/dialog'
import { Select } from '@/ui/fields/select'
import { DialogForm } from '../accounts/dialog-form'
import { EmailField } from '../accounts/email-field'
import { useForm } from '../accounts/use-form'
import { createInvite } from './members-api'
import { roleWords } from './role-words'

interface InviteDialogProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly ownRole: Role
  readonly onInvited: () => void
}

/** The dialog that invites a person, and then shows the link to hand over or says that it was sent. */
export function InviteDialog({ open, onOpenChange, ownRole, onInvited }: InviteDialogProps) {
  const [created, setCreated] = useState<CreatedInvite | null>(null)
  const close = (next: boolean) => {
    onOpenChange(next)
    if (!next) setCreated(null)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      isAllowed={mayManageMembers(ownRole)}
      title={created === null ? 'Invite somebody' : `${created.invite.email} is invited`}
      description={created === null ? 'They get a link that works only for this e-mail address.' : undefined}
    >
      {created === null ? (
        <InviteForm
          ownRole={ownRole}
          onInvited={(answer) => {
            setCreated(answer)
            onInvited()
          }}
        />
      ) : (
        <InviteMade created={created} onAnother={() => setCreated(null)} onDone={() => close(false)} />
      )}
    </Dialog>
  )
}

function InviteForm({
  ownRole,
  onInvited,
}: {
  readonly ownRole: Role
  readonly onInvited: (created: CreatedInvite) => void
}) {
  const [role, setRole] = useState<Role>('editor')
  const form = useForm({
    schema: createInviteSchema,
    read: (fields) => ({ email: fields.get('email'), role }),
    send: createInvite,
    onDone: onInvited,
  })
  return (
    <DialogForm form={form} action="Create the invite">
      <EmailField autoComplete="off" error={form.errors['email']} />
      <Select
        label="Role"
        value={role}
        options={rolesToGive(ownRole).map((value) => ({ value, label: roleWords[value].name }))}
        onChange={setRole}
        hint={roleWords[role].text}
      />
    </DialogForm>
  )
}

interface InviteMadeProps {
  readonly created: CreatedInvite
  readonly onAnother: () => void
  readonly onDone: () => void
}

function InviteMade({ created, onAnother, onDone }: InviteMadeProps) {
  const { link, mail } = created
  return (
    <div className="flex flex-col gap-4">
      {mail === 'sent' && <p>The link was sent by e-mail. It works for a week.</p>}
      {mail === 'failed' && <p className="text-bad">The mail server did not accept the message.</p>}
      {link !== null && (
        <>
          {mail !== 'sent' && <p>Send them this link. It is shown only now, and works once, for a week.</p>}
          <CopyField label="Invite link" value={link} />
        </>
      )}
      <div className="flex justify-end gap-2">
        <Button onClick={onAnother}>Invite another</Button>
        <Button variant="primary" onClick={onDone}>
          Done
        </Button>
      </div>
    </div>
  )
}
