'use client'

import { newId } from '@tidemark/shared/base/ids'
import { orderBetween } from '@tidemark/shared/base/order'
import { emptyQuestion } from '@tidemark/shared/builder/question'
import { metricIdSchema } from '@tidemark/shared/metrics/metric'
import { listMetrics } from '@tidemark/shared/metrics/metric-queries'
import { autoFormat } from '@tidemark/shared/query/number-format'
import { localConnectionId } from '@tidemark/shared/query/run-query'
import { segmentIdSchema } from '@tidemark/shared/segments/segment'
import { listSegments } from '@tidemark/shared/segments/segment-queries'
import { navigate } from '@/client/page/navigation'
import { useMutate } from '@/client/workspace/use-mutate'
import { useView } from '@/client/workspace/use-view'
import { shellState$ } from '../preferences/shell-state'
import { awaitingTyping } from '@/ui/fields/awaited-typing'

/** The parts of a new metric or segment: no data yet, at the top of the workspace. */
const begun = {
  folderId: null,
  description: '',
  query: { kind: 'builder', connectionId: localConnectionId, question: emptyQuestion },
} as const

/** Creates a metric that nothing defines yet, and opens it for its name to be typed. */
export function useCreateMetric(): () => Promise<void> {
  const mutate = useMutate()
  const lastOrder = useView((view) => listMetrics(view).at(-1)?.order ?? null, [])
  return () => {
    const id = metricIdSchema.parse(newId())
    const own = { name: 'Untitled metric', time: null, format: autoFormat, goodDirection: 'up' } as const
    const args = { id, ...begun, ...own, order: orderBetween(lastOrder, null) }
    return openNew(id, `/metrics/${id}`, mutate('createMetric', args, { label: 'New metric' }))
  }
}

/** Creates a segment that nothing defines yet, and opens it for its name to be typed. */
export function useCreateSegment(): () => Promise<void> {
  const mutate = useMutate()
  const lastOrder = useView((view) => listSegments(view).at(-1)?.order ?? null, [])
  return () => {
    const id = segmentIdSchema.parse(newId())
    const args = { id, ...begun, name: 'Untitled segment', order: orderBetween(lastOrder, null) }
    return openNew(id, `/segments/${id}`, mutate('createSegment', args, { label: 'New segment' }))
  }
}

async function openNew(id: string, href: string, made: Promise<void>): Promise<void> {
  await awaitingTyping(made)
  shellState$.unnamedId.set(id)
  navigate(href)
}
