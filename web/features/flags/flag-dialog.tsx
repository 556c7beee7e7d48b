'use client'

import { useId, useState, type SubmitEvent } from 'react'
import { roles, type Role } from '@tidemark/shared/access/roles'
import { isAllowed } from '@tidemark/shared/access/rules'
import { flagNameSchema, flagShape, samePercent, type Flag } from '@tidemark/shared/flags/flag'
import { getFlag } from '@tidemark/shared/flags/flag-queries'
import { useMutate } from '@/client/workspace/use-mutate'
import { useView } from '@/client/workspace/use-view'
import { useActor } from '@/client/workspace/workspace-client'
import { Button } from '@/ui/buttons/button'
import { Dialog } from '@/ui/popups/dialog'
import { useLastShown } from '@/ui/popups/use-last-shown'
import { showInvalid } from '@/ui/fields/show-invalid'
import { TextField } from '@/ui/fields/text-field'
import { roleWords } from '../members/role-words'
import { reportProblem } from '../messages/report-problem'
import { audienceWords } from './flag-words'

/** The subject of the dialog. declared: a flag that this version reads and the workspace has not defined. */
export type FlagDraft =
  | { readonly kind: 'new' }
  | { readonly kind: 'declared'; readonly name: string; readonly text: string }
  | { readonly kind: 'edit'; readonly flag: Flag }

interface FlagDialogProps {
  readonly draft: FlagDraft | null
  /** True if there are people with different roles. */
  readonly isTeam: boolean
  readonly onClose: () => void
}

/** The dialog for a flag's name and audience. */
export function FlagDialog({ draft, isTeam, onClose }: FlagDialogProps) {
  const shown = useLastShown(draft)
  return (
    <Dialog
      open={draft !== null}
      onOpenChange={(open) => !open && onClose()}
      isAllowed={isAllowed(useActor(), { do: 'edit-workspace' })}
      title={shown === null || shown.kind === 'new' ? 'New flag' : nameOf(shown)}
      description={
        shown?.kind === 'new' ? 'The name cannot be changed later: programs and error reports use it.' : undefined
      }
    >
      {shown !== null && <FlagForm key={keyOf(shown)} draft={shown} isTeam={isTeam} onDone={onClose} />}
    </Dialog>
  )
}

function FlagForm({
  draft,
  isTeam,
  onDone,
}: {
  readonly draft: FlagDraft
  readonly isTeam: boolean
  readonly onDone: () => void
}) {
  const mutate = useMutate()
  const formId = useId()
  const given = draft.kind === 'edit' ? draft.flag : null
  const [name, setName] = useState(nameOf(draft))
  const [description, setDescription] = useState(draft.kind === 'declared' ? draft.text : (given?.description ?? ''))
  const [variants, setVariants] = useState(given?.variants.join(', ') ?? '')
  const [shares, setShares] = useState<Readonly<Record<Role, string>>>(() => textsOf(given))
  const [isTried, setTried] = useState(false)
  const isTaken = useView((view) => getFlag(view, name) !== undefined, [name]) && given === null

  const parsedVariants = flagShape.variants.safeParse(variants.split(/[\s,]+/).filter((text) => text !== ''))
  const percentByRole = flagShape.percentByRole.safeParse(
    Object.fromEntries(roles.map((role) => [role, shares[role].trim() === '' ? Number.NaN : Number(shares[role])])),
  )
  const nameError = isTaken
    ? 'There is already one with this name.'
    : flagNameSchema.safeParse(name).success
      ? undefined
      : 'Needs small letters, digits and single dashes, such as fast-lane.'
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (nameError !== undefined || !parsedVariants.success || !percentByRole.success) {
      return showInvalid(event.currentTarget, () => setTried(true))
    }
    const values = { name, description, variants: parsedVariants.data, percentByRole: percentByRole.data }
    const change =
      given === null
        ? mutate('createFlag', values, { label: 'Create a flag' })
        : mutate('updateFlag', values, { label: 'Change a flag' })
    void change.then(onDone, reportProblem)
  }
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      {draft.kind === 'new' && (
        <TextField
          label="Name"
          value={name}
          maxLength={40}
          autoComplete="off"
          onChange={(event) => setName(event.target.value)}
          error={isTried || isTaken ? nameError : undefined}
        />
      )}
      <TextField
        label="What it turns on"
        value={description}
        maxLength={200}
        autoComplete="off"
        onChange={(event) => setDescription(event.target.value)}
      />
      {isTeam && (
        <fieldset aria-describedby={`${formId}-words`}>
          <legend className="mb-1.5 text-small font-medium text-muted">Percentage who have it</legend>
          <div className="grid grid-cols-5 gap-2 max-sm:grid-cols-2">
            {roles.map((role) => (
              <TextField
                key={role}
                label={roleWords[role].name}
                inputMode="numeric"
                value={shares[role]}
                maxLength={3}
                aria-invalid={isTried && !isShare(shares[role]) ? true : undefined}
                onChange={(event) => setShares({ ...shares, [role]: event.target.value })}
              />
            ))}
          </div>
          <p id={`${formId}-words`} className="mt-2 text-small text-muted" aria-live="polite">
            {percentByRole.success ? audienceWords(percentByRole.data) : 'Each needs a whole number from 0 to 100.'}
          </p>
          <div className="mt-1.5 flex gap-2">
            {([0, 100] as const).map((percent) => (
              <Button
                key={percent}
                size="sm"
                onClick={() => setShares(textsOf({ percentByRole: samePercent(percent) }))}
              >
                {percent === 0 ? 'Nobody' : 'Everyone'}
              </Button>
            ))}
          </div>
        </fieldset>
      )}
      <TextField
        label="Variants"
        value={variants}
        autoComplete="off"
        hint="Names separated by commas; leave it empty for a feature that is only on or off."
        onChange={(event) => setVariants(event.target.value)}
        error={
          isTried && !parsedVariants.success ? 'Needs up to eight different names, such as blue, green.' : undefined
        }
      />
      <Button type="submit" variant="primary" className="self-end">
        {given === null ? 'Create the flag' : 'Save'}
      </Button>
    </form>
  )
}

function nameOf(draft: FlagDraft): string {
  return draft.kind === 'new' ? '' : draft.kind === 'declared' ? draft.name : draft.flag.name
}

function keyOf(draft: FlagDraft): string {
  return draft.kind === 'edit' ? `${draft.flag.name}/${draft.flag.updatedAt}` : `${draft.kind}/${nameOf(draft)}`
}

function textsOf(flag: Pick<Flag, 'percentByRole'> | null): Readonly<Record<Role, string>> {
  const percentages = flag?.percentByRole ?? samePercent(0)
  return {
    viewer: String(percentages.viewer),
    explorer: String(percentages.explorer),
    editor: String(percentages.editor),
    admin: String(percentages.admin),
    owner: String(percentages.owner),
  }
}

function isShare(text: string): boolean {
  return /^\s*(?:\d{1,2}|100)\s*$/.test(text)
}
