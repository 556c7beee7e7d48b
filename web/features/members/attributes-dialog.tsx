'use client'

import { Plus, Trash2 } from 'lucide-react'
import { useId, useState, type SubmitEvent } from 'react'
import { attributesSchema, longestAttributeName } from '@tidemark/shared/access/attributes'
import type { Member } from '@tidemark/shared/members/member'
import { failureText } from '@/client/page/api-request'
import { Button } from '@/ui/buttons/button'
import { IconButton } from '@/ui/buttons/icon-button'
import { LinesField } from '@/ui/fields/lines-field'
import { showInvalid } from '@/ui/fields/show-invalid'
import { TextField } from '@/ui/fields/text-field'
import { Dialog } from '@/ui/popups/dialog'
import { toast } from '@/ui/popups/toaster'
import { attributesOfDrafts, blankDraft, draftsOf, problemOf, type AttributeDraft } from './attribute-drafts'
import { changeMember } from './members-api'

interface AttributesDialogProps {
  readonly member: Member
  /** Names that members have, to choose from. */
  readonly names: readonly string[]
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly isAllowed: boolean
  readonly onSaved: () => void
}

/** The dialog in which admins say what a member is, such as their region. */
export function AttributesDialog({ member, names, open, onOpenChange, isAllowed, onSaved }: AttributesDialogProps) {
  const formId = useId()
  const listId = useId()
  const [drafts, setDrafts] = useState<readonly AttributeDraft[]>(() => draftsOf(member.attributes ?? {}))
  const [isTried, setTried] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)
  const change = (index: number, changes: Partial<AttributeDraft>) =>
    setDrafts((all) => all.map((draft, at) => (at === index ? { ...draft, ...changes } : draft)))
  const save = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (drafts.some((draft) => problemOf(draft, drafts) !== null))
      return showInvalid(event.currentTarget, () => setTried(true))
    const attributes = attributesSchema.safeParse(attributesOfDrafts(drafts))
    if (!attributes.success) return setFailure('A member can have 30 attributes at most.')
    setSending(true)
    const answer = await changeMember(member.userId, { attributes: attributes.data })
    setSending(false)
    if (!answer.ok) return setFailure(failureText(answer.error))
    toast(`The attributes of ${member.name} are saved`, { tone: 'good' })
    onOpenChange(false)
    onSaved()
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      isAllowed={isAllowed}
      width={520}
      title={`Attributes of ${member.name}`}
      description="They decide which rows of data with a rule the member sees, and filters of dashboards can begin with them. The member and admins see them, nobody else."
      actions={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId} aria-disabled={isSending || undefined}>
            Save
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void save(event)} className="flex flex-col gap-3.5">
        {drafts.map((draft, index) => {
          const problem = isTried ? problemOf(draft, drafts) : null
          return (
            <div key={draft.key} className="flex items-start gap-2">
              <div className="grid min-w-0 flex-1 grid-cols-[1fr_1.4fr] items-start gap-2 max-sm:grid-cols-1">
                <TextField
                  label="Name"
                  value={draft.name}
                  maxLength={longestAttributeName}
                  placeholder="region"
                  autoComplete="off"
                  spellCheck={false}
                  list={listId}
                  error={problem?.of === 'name' ? problem.text : undefined}
                  onChange={(event) => change(index, { name: event.target.value })}
                />
                <LinesField
                  label="Values, one on each line"
                  value={draft.values}
                  error={problem?.of === 'values' ? problem.text : undefined}
                  onChange={(values) => change(index, { values })}
                />
              </div>
              <IconButton
                icon={Trash2}
                label={draft.name === '' ? 'Remove this attribute' : `Remove ${draft.name}`}
                className="mt-[22px]"
                onClick={() => setDrafts((all) => all.filter((_, at) => at !== index))}
              />
            </div>
          )
        })}
        <datalist id={listId}>
          {names.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </datalist>
        <Button size="sm" icon={Plus} className="self-start" onClick={() => setDrafts((all) => [...all, blankDraft()])}>
          Add attribute
        </Button>
        <p className="text-small text-muted">
          Everyone has <code>user.email</code>, <code>user.name</code> and <code>user.role</code> without setting them.
        </p>
        {failure !== null && (
          <p role="alert" className="text-bad">
            {failure}
          </p>
        )}
      </form>
    </Dialog>
  )
}
