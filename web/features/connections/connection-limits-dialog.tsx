'use client'

import { useState } from 'react'
import { isAllowed } from '@tidemark/shared/access/rules'
import type { Connection } from '@tidemark/shared/connections/connection'
import {
  connectionLimitBounds,
  connectionLimitsSchema,
  defaultConnectionLimits,
  type ConnectionLimits,
} from '@tidemark/shared/connections/connection-limits'
import { useMutate } from '@/client/workspace/use-mutate'
import { useActor } from '@/client/workspace/workspace-client'
import { Button } from '@/ui/buttons/button'
import { Dialog } from '@/ui/popups/dialog'
import { TextField } from '@/ui/fields/text-field'
import { reportProblem } from '../messages/report-problem'

interface ConnectionLimitsDialogProps {
  readonly connection: Connection
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

type LimitName = keyof ConnectionLimits

const fields: readonly (readonly [name: LimitName, label: string])[] = [
  ['running', 'Queries at once'],
  ['runningPerPerson', 'Queries at once, per person'],
  ['waiting', 'Queries waiting'],
  ['waitingPerPerson', 'Queries waiting, per person'],
  ['rows', 'Rows per result'],
  ['megabytes', 'Megabytes per result'],
  ['seconds', 'Seconds per query'],
]

const formId = 'connection-limits'

/** The dialog for a database's load limits. An empty field means the default. */
export default function ConnectionLimitsDialog({ connection, open, onOpenChange }: ConnectionLimitsDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      isAllowed={isAllowed(useActor(), { do: 'manage-connections' })}
      title={`Limits of “${connection.name}”`}
      description="Anything beyond waits its turn, or is cut with a note."
      actions={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId}>
            Save
          </Button>
        </>
      }
    >
      <LimitsForm connection={connection} onSaved={() => onOpenChange(false)} />
    </Dialog>
  )
}

function LimitsForm({ connection, onSaved }: { readonly connection: Connection; readonly onSaved: () => void }) {
  const mutate = useMutate()
  const { id, limits } = connection
  const [texts, setTexts] = useState(() => textsOf(limits))
  const parsed = connectionLimitsSchema.safeParse(numbersOf(texts))
  const wrong = new Set(parsed.error?.issues.map(({ path }) => path[0]))
  return (
    <form
      id={formId}
      className="grid grid-cols-2 gap-4 max-sm:grid-cols-1"
      onSubmit={(event) => {
        event.preventDefault()
        if (!parsed.success) return
        void mutate('updateConnection', { id, limits: parsed.data }, { label: 'Change limits' }).catch(reportProblem)
        onSaved()
      }}
    >
      {fields.map(([field, label]) => (
        <TextField
          key={field}
          label={label}
          inputMode="numeric"
          value={texts[field] ?? ''}
          placeholder={String(defaultConnectionLimits[field])}
          error={wrong.has(field) ? rangeText(field) : undefined}
          onChange={(event) => setTexts({ ...texts, [field]: event.target.value })}
        />
      ))}
    </form>
  )
}

type Texts = Readonly<Partial<Record<LimitName, string>>>

function textsOf(limits: ConnectionLimits): Texts {
  return Object.fromEntries(fields.map(([field]) => [field, String(limits[field] ?? '')]))
}

function numbersOf(texts: Texts): Readonly<Record<string, number>> {
  const filledIn = Object.entries(texts).filter(([, text]) => text.trim() !== '')
  return Object.fromEntries(filledIn.map(([field, text]) => [field, Number(text)]))
}

function rangeText(field: LimitName): string {
  const [least, most] = connectionLimitBounds[field]
  return `${least} to ${most}`
}
