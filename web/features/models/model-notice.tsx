'use client'

import { Boxes } from 'lucide-react'
import { useState } from 'react'
import type { Chart } from '@tidemark/shared/charts/chart'
import { usersOfModel } from '@tidemark/shared/tables/model-users'
import { usePageEnvironment } from '@/client/page/page-environment'
import { useView } from '@/client/workspace/use-view'
import { chartUsersText } from '@/features/content/chart-users-text'
import { Button } from '@/ui/buttons/button'
import { lazyComponent } from '@/ui/lazy-part'
import { Sheet } from '@/ui/popups/dialog'

const ModelDetails = lazyComponent(() => import('./model-details'))

interface ModelNoticeProps {
  readonly chart: Chart
  /** The reason why its SQL as it is written is not asked; null for none. */
  readonly problem?: string | null
}

/** Says that a chart is a model and who asks it, with the way to its columns and joins. */
export function ModelNotice({ chart, problem }: ModelNoticeProps) {
  const { locale } = usePageEnvironment()
  const [isOpen, setOpen] = useState(false)
  const users = useView((view) => [...usersOfModel(view, chart.id)], [chart.id])
  return (
    <div
      role="note"
      className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-sunken px-4 py-1.5 max-md:px-3 print:hidden"
    >
      <p className="flex min-w-0 flex-1 basis-56 items-center gap-2 text-small text-muted">
        <Boxes aria-hidden className="shrink-0" />
        <span>
          <span className="font-medium text-text">Model.</span>{' '}
          {users.length === 0
            ? 'No chart asks it yet: choose it as the data of a question.'
            : `${chartUsersText(users, locale)} ${users.length === 1 ? 'asks' : 'ask'} it and will follow each change.`}
        </span>
      </p>
      {problem && (
        <p role="alert" className="order-last basis-full text-small text-bad">
          {problem}
        </p>
      )}
      <Button size="sm" variant="ghost" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Columns and joins
      </Button>
      <Sheet
        side="right"
        width={560}
        open={isOpen}
        onOpenChange={setOpen}
        title={chart.name}
        description={chart.description === '' ? 'As those who ask it see it.' : chart.description}
      >
        <ModelDetails chart={chart} />
      </Sheet>
    </div>
  )
}
