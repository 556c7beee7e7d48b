'use client'

import { Lock, type LucideIcon } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Member } from '@tidemark/shared/members/member'
import { Button } from '@/ui/buttons/button'
import { SegmentedControl } from '@/ui/buttons/segmented-control'
import { Callout } from '@/ui/callout'
import { namesText } from './access-words'

interface AudienceChoiceProps {
  /** The audience while there is no list. */
  readonly open: { readonly label: string; readonly icon: LucideIcon }
  readonly isKept: boolean
  /** Who else has it without a list, and would lose it; without admins, who always have it. */
  readonly others: readonly Member[]
  readonly onOpen: () => void
  /** withOthers: they are on the list from the beginning. */
  readonly onKeep: (withOthers: boolean) => void
}

/** The choice between everybody and a list. Nobody is cut off unasked: it says who has it now, and asks whether they keep it. */
export function AudienceChoice({ open, isKept, others, onOpen, onKeep }: AudienceChoiceProps) {
  const [isAsking, setAsking] = useState(false)
  const holder = useRef<HTMLDivElement>(null)
  const keep = (withOthers: boolean) => {
    setAsking(false)
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
            else setAsking(true)
          } else if (isKept) onOpen()
          else setAsking(false)
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
