'use client'

import { newId } from '@tidemark/shared/base/ids'
import { orderBetween } from '@tidemark/shared/base/order'
import { emptyQuestion } from '@tidemark/shared/builder/question'
import { metricIdSchema } from '@tidemark/shared/metrics/metric'
import { listMetrics } from '@tidemark/shared/metrics/metric-queries'
import { autoFormat } from '@tidemark/shared/query/number-format'
import { localConnectionId } from '@tidemark/shared/query/run-query'
import { navigate } from '@/client/page/navigation'
import { useMutate } from '@/client/workspace/use-mutate'
import { useView } from '@/client/workspace/use-view'
import { shellState$ } from '../preferences/shell-state'
import { awaitingTyping } from '@/ui/fields/awaited-typing'

/** Creates a metric that nothing defines yet, and opens it for its name to be typed. */
export function useCreateMetric(): () => Promise<void> {
  const mutate = useMutate()
  const lastOrder = useView((view) => listMetrics(view).at(-1)?.order ?? null, [])
  return async () => {
    const id = metricIdSchema.parse(newId())
    await awaitingTyping(
      mutate(
        'createMetric',
        {
          id,
          folderId: null,
          name: 'Untitled metric',
          description: '',
          query: { kind: 'builder', connectionId: localConnectionId, question: emptyQuestion },
          time: null,
          format: autoFormat,
          goodDirection: 'up',
          order: orderBetween(lastOrder, null),
        },
        { label: 'New metric' },
      ),
    )
    shellState$.unnamedId.set(id)
    navigate(`/metrics/${id}`)
  }
}
