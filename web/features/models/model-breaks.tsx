'use client'

import { useRef } from 'react'
import type { Broken } from '@tidemark/shared/tables/model-users'
import { Button } from '@/ui/buttons/button'
import { Dialog } from '@/ui/popups/dialog'
import { plural } from '@tidemark/shared/charts/plot/numbers/format-number'
import { usePageEnvironment } from '@/client/page/page-environment'
import { MetricBreakItem, ModelUserItem } from './model-user-item'

/** A change of a model that breaks charts or metrics, until somebody decides. */
export interface BreakingChange {
  readonly broken: Broken
  readonly onChange: () => void
}

interface ModelBreaksProps {
  readonly change: BreakingChange | null
  readonly onClose: () => void
}

/** Shows which charts and metrics a change of a model would break, and why, before it is made. */
export function ModelBreaks({ change, onClose }: ModelBreaksProps) {
  const { locale } = usePageEnvironment()
  // What it says stays while it closes.
  const last = useRef(change)
  if (change !== null) last.current = change
  const shown = last.current
  if (shown === null) return null
  const {
    broken: { users, metrics },
    onChange,
  } = shown
  const those = users.length + metrics.length === 1 ? 'it' : 'them'
  const parts = [
    ...(users.length === 0 ? [] : [plural(locale, users.length, 'chart')]),
    ...(metrics.length === 0 ? [] : [plural(locale, metrics.length, 'metric')]),
  ]
  return (
    <Dialog
      open={change !== null}
      onOpenChange={(open) => !open && onClose()}
      isAllowed
      width={520}
      title={`${parts.join(' and ')} would break`}
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
        {metrics.map(({ metric, reason }) => (
          <MetricBreakItem key={metric.id} name={metric.name} reason={reason} />
        ))}
        {users.map((user) => (
          <ModelUserItem key={user.chart.id} user={user} reason={user.reason} />
        ))}
      </ul>
    </Dialog>
  )
}
