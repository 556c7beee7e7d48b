'use client'

import { useMemo, useState, type ReactNode } from 'react'
import { isAllowed } from '@tidemark/shared/access/rules'
import { getRunTarget } from '@tidemark/shared/connections/connection-queries'
import { useView } from '@/client/workspace/use-view'
import { useActor } from '@/client/workspace/workspace-client'
import { lazyComponent } from '@/ui/lazy-part'
import type { MarkMenuSource } from './mark-menu-source'
import type { ChosenMark } from './mark-rows'

const MarkMenu = lazyComponent(() => import('./mark-menu'))

/** A menu of what can be done with a mark. onMark: opens it; undefined without a chart. menu: to be rendered beside the chart. */
export function useMarkMenu(source: MarkMenuSource | null): {
  readonly onMark: ((mark: ChosenMark) => void) | undefined
  readonly menu: ReactNode
} {
  const actor = useActor()
  const connectionId = source?.query.connectionId ?? null
  const level = source?.query.kind ?? 'sql'
  const maySeeRows = useView(
    (view) => connectionId !== null && isAllowed(actor, { do: 'run', target: getRunTarget(view, connectionId), level }),
    [actor, connectionId, level],
  )
  const [mark, setMark] = useState<ChosenMark | null>(null)
  const [open, setOpen] = useState(false)
  const isOffered = source !== null
  // Stable, so that a chart is not drawn again for it.
  const onMark = useMemo(
    () =>
      isOffered
        ? (chosen: ChosenMark) => {
            setMark(chosen)
            setOpen(true)
          }
        : undefined,
    [isOffered],
  )
  const menu = mark !== null && source !== null && (
    <MarkMenu {...source} mark={mark} open={open} onOpenChange={setOpen} maySeeRows={maySeeRows} />
  )
  return { onMark, menu }
}
