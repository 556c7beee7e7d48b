'use client'

import { Lock, type LucideIcon } from 'lucide-react'
import { useId, useRef } from 'react'
import type { Member } from '@tidemark/shared/members/member'
import { Button } from '@/ui/buttons/button'
import { SegmentedControl } from '@/ui/buttons/segmented-control'
import { Callout } from '@/ui/callout'
import { namesText } from './access-words'

export interface AudienceChoiceProps {
  /** The audience while there is no list. */
  readonly open: { readonly label: string; readonly icon: LucideIcon }
  readonly isKept: boolean
  /** True while it asks whether the others keep it: nothing has changed yet. */
  readonly isAsking: boolean
  readonly onAsk: (isAsking: boolean) => void
  /** Who else has it without a list, and would lose it; without admins, who always have it. */
  readonly others: readonly Member[]
  readonly onOpen: () => void
  /** withOthers: they are on the list from the beginning. */
  readonly onKeep: (withOthers: boolean) => void
}

/** The choice between everybody and a list. Nobody is cut off unasked: it says who has it now, and asks whether they keep it. */
export function AudienceChoice(props: AudienceChoiceProps) {
  const { open, isKept, isAsking, onAsk, others, onOpen, onKeep } = props
  const holder = useRef<HTMLDivElement>(null)
  const keep = (withOthers: boolean) => {
    onAsk(false)
    onKeep(withOthers)
    // The button that had the focus is gone.
    holder.current?.querySelector<HTMLElement>('input:checked')?.focus()
  }
  return (
    <div ref={holder} className="flex flex-col gap-3">
      <SegmentedControl
        label="Who has access"
        value={isKept || isAsking ? 'kept' : 'open'}
        options={[
          { value: 'open', ...open },
          { value: 'kept', label: 'Only some people', icon: Lock },
        ]}
        onChange={(choice) => {
          if (choice === 'kept') {
            if (others.length === 0) onKeep(false)
            else onAsk(true)
          } else if (isKept) onOpen()
          else onAsk(false)
        }}
      />
      {isAsking && !isKept && (
        <Callout tone="info" title={`${namesText(others)} ${others.length === 1 ? 'has' : 'have'} access now`}>
          <p>Admins and owners always have it. Nothing changes until you choose.</p>
          <div className="mt-2 flex flex-wrap gap-2">
            <Button variant="primary" onClick={() => keep(true)}>
              {others.length === 1 ? 'Keep them on the list' : 'Keep all of them'}
            </Button>
            <Button onClick={() => keep(false)}>Begin without them</Button>
          </div>
        </Callout>
      )}
    </div>
  )
}

interface DoneButtonProps {
  /** True while the choice asks who keeps it: to close then would leave everything open unnoticed. */
  readonly isAsking: boolean
  readonly onDone: () => void
}

/** Closes a dialog with an audience, once its question is answered; until then it says what is missing. */
export function DoneButton({ isAsking, onDone }: DoneButtonProps) {
  const noteId = useId()
  return (
    <>
      {isAsking && (
        <p id={noteId} className="mr-auto self-center text-muted">
          Choose first who keeps access.
        </p>
      )}
      <Button
        variant="primary"
        aria-disabled={isAsking || undefined}
        aria-describedby={isAsking ? noteId : undefined}
        onClick={() => !isAsking && onDone()}
      >
        Done
      </Button>
    </>
  )
}
