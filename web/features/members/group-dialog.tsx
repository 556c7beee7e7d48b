'use client'

import { Search } from 'lucide-react'
import { useId, useState, type SubmitEvent } from 'react'
import { longestGroupName, type PeopleGroup } from '@tidemark/shared/groups/people-group'
import type { Member } from '@tidemark/shared/members/member'
import { failureText } from '@/client/page/api-request'
import { Button } from '@/ui/buttons/button'
import { showInvalid } from '@/ui/fields/show-invalid'
import { TextField } from '@/ui/fields/text-field'
import { Dialog } from '@/ui/popups/dialog'
import { toast } from '@/ui/popups/toaster'
import { changeGroup, createGroup } from './members-api'
import { roleWords } from './role-words'

interface GroupDialogProps {
  /** null: a new one. */
  readonly group: PeopleGroup | null
  readonly members: readonly Member[]
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly isAllowed: boolean
  readonly onSaved: () => void
}

/** The dialog with a group's name and its members. Only what was changed here is sent, so that two admins do not undo each other. */
export function GroupDialog({ group, members, open, onOpenChange, isAllowed, onSaved }: GroupDialogProps) {
  const formId = useId()
  const isFromProvider = group?.isFromProvider === true
  const [before] = useState(
    () => new Set(members.filter(({ groups = [] }) => group !== null && groups.includes(group.id)).map(idOf)),
  )
  const [chosen, setChosen] = useState<ReadonlySet<string>>(before)
  const [name, setName] = useState(group?.name ?? '')
  const [isTried, setTried] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)
  const save = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (name.trim() === '') return showInvalid(event.currentTarget, () => setTried(true))
    const add = [...chosen].filter((userId) => !before.has(userId))
    const remove = [...before].filter((userId) => !chosen.has(userId))
    setSending(true)
    const answer =
      group === null
        ? await createGroup({ name, userIds: add })
        : await changeGroup(group.id, { ...(name === group.name ? {} : { name }), add, remove })
    setSending(false)
    if (!answer.ok) return setFailure(failureText(answer.error))
    toast(`The group “${name.trim()}” is saved`, { tone: 'good' })
    onOpenChange(false)
    onSaved()
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      isAllowed={isAllowed}
      title={group === null ? 'New group' : `Group “${group.name}”`}
      description={
        isFromProvider
          ? 'The identity provider says who is in this group, anew at each sign-in. It cannot be changed here.'
          : 'Folders, connections and datasets can be opened to a group. Who leaves it loses that at once.'
      }
      actions={
        isFromProvider ? (
          <Button onClick={() => onOpenChange(false)}>Close</Button>
        ) : (
          <>
            <Button onClick={() => onOpenChange(false)}>Cancel</Button>
            <Button variant="primary" type="submit" form={formId} aria-disabled={isSending || undefined}>
              Save
            </Button>
          </>
        )
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void save(event)} className="flex flex-col gap-3.5">
        {!isFromProvider && (
          <TextField
            label="Name"
            value={name}
            maxLength={longestGroupName}
            placeholder="Sales"
            autoComplete="off"
            error={isTried && name.trim() === '' ? 'A group needs a name.' : undefined}
            onChange={(event) => setName(event.target.value)}
          />
        )}
        <MemberList
          members={isFromProvider ? members.filter(({ userId }) => before.has(userId)) : members}
          chosen={chosen}
          onChange={isFromProvider ? null : setChosen}
        />
        {failure !== null && (
          <p role="alert" className="text-bad">
            {failure}
          </p>
        )}
      </form>
    </Dialog>
  )
}

interface MemberListProps {
  readonly members: readonly Member[]
  readonly chosen: ReadonlySet<string>
  /** null: the members are only shown. */
  readonly onChange: ((chosen: ReadonlySet<string>) => void) | null
}

/** The members with a box for each; who looks for somebody among many can search. */
function MemberList({ members, chosen, onChange }: MemberListProps) {
  const [search, setSearch] = useState('')
  const found = members.filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase()))
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-small font-medium text-muted">
        Members · {onChange === null ? members.length : `${chosen.size} of ${members.length}`}
      </legend>
      {members.length > 8 && (
        <TextField
          label="Search members"
          hideLabel
          icon={Search}
          type="search"
          placeholder="Search members"
          value={search}
          className="mb-1"
          onChange={(event) => setSearch(event.target.value)}
          // Not the whole form.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      )}
      {/* Half a row at the end says that there are more. */}
      <div className="-mx-1 flex max-h-68 flex-col overflow-y-auto touch:max-h-[330px]">
        {found.map(({ userId, name, role }) => (
          <label
            key={userId}
            className="flex min-h-8 shrink-0 items-center gap-2 rounded-row px-2 hover:bg-hover touch:min-h-11"
          >
            {onChange !== null && (
              <input
                type="checkbox"
                className="size-4 shrink-0 accent-accent"
                checked={chosen.has(userId)}
                onChange={({ target }) => onChange(withOrWithout(chosen, userId, target.checked))}
              />
            )}
            <span className="min-w-0 flex-1 truncate">{name}</span>
            <span className="shrink-0 text-small text-muted">{roleWords[role].name}</span>
          </label>
        ))}
        {found.length === 0 && (
          <p className="px-2 py-2 text-muted">{members.length === 0 ? 'Nobody yet.' : 'Nobody found.'}</p>
        )}
      </div>
    </fieldset>
  )
}

function idOf({ userId }: Member): string {
  return userId
}

function withOrWithout(ids: ReadonlySet<string>, id: string, isIn: boolean): ReadonlySet<string> {
  return isIn ? new Set([...ids, id]) : new Set([...ids].filter((other) => other !== id))
}
