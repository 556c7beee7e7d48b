'use client'

import { useRef } from 'react'
import type { BrokenUser } from '@tidemark/shared/tables/model-users'
import { Button } from '@/ui/buttons/button'
import { Dialog } from '@/ui/popups/dialog'
import { ModelUserItem } from './model-user-item'

/** A change of a model that breaks charts, until somebody decides. */
export interface BreakingChange {
  readonly broken: readonly BrokenUser[]
  readonly onChange: () => void
}

interface ModelBreaksProps {
  readonly change: BreakingChange | null
  readonly onClose: () => void
}

/** Shows which charts a change of a model would break, and why, before it is made. */
export function ModelBreaks({ change, onClose }: ModelBreaksProps) {
  // What it says stays while it closes.
  const last = useRef(change)
  if (change !== null) last.current = change
  const shown = last.current
  if (shown === null) return null
  const { broken, onChange } = shown
  const those = broken.length === 1 ? 'it' : 'them'
  return (
    <Dialog
      open={change !== null}
      onOpenChange={(open) => !open && onClose()}
      isAllowed
      width={520}
      title={broken.length === 1 ? 'A chart would break' : `${broken.length} charts would break`}
      description={`This model would no longer have what is asked of it. Mend ${those} afterwards, or keep the model as it is.`}
      actions={
        <>
          <Button onClick={onClose}>Keep the model</Button>
          <Button
            variant="primary"
            onClick={() => {
              onClose()
              onChange()
            }}
          >
            Change it anyway
          </Button>
        </>
      }
    >
      <ul className="max-h-[50dvh] divide-y divide-line overflow-y-auto rounded-tile border border-line">
        {broken.map((user) => (
          <ModelUserItem key={user.chart.id} user={user} reason={user.reason} />
        ))}
      </ul>
    </Dialog>
  )
}
