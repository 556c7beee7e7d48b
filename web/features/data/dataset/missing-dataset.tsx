'use client'

import { Database, RotateCcw, Trash2 } from 'lucide-react'
import type { Dataset } from '@tidemark/shared/datasets/dataset'
import { AppLink } from '@/client/page/navigation'
import { useMayEdit } from '@/client/workspace/use-may-edit'
import { useMutate } from '@/client/workspace/use-mutate'
import { useIsViewComplete } from '@/client/workspace/use-view'
import { Button, buttonClass } from '@/ui/buttons/button'
import { EmptyState } from '@/ui/empty-state'
import { Skeleton } from '@/ui/skeleton'
import { reportProblem } from '@/features/messages/report-problem'
import { TopBar } from '@/features/page/top-bar'

/** For an address whose dataset is in the trash (`trashed`), unknown, or not here yet. */
export function MissingDataset({ trashed }: { readonly trashed: Dataset | null }) {
  const isComplete = useIsViewComplete()
  const mutate = useMutate()
  const mayRestore = useMayEdit()
  if (trashed !== null) {
    const restore = () =>
      void mutate('updateDataset', { id: trashed.id, deletedAt: null }, { label: 'Restore data' }).catch(reportProblem)
    return (
      <>
        <TopBar icon={Database} breadcrumb={[{ label: 'Data', href: '/data' }]} title={trashed.name} />
        <EmptyState
          icon={Trash2}
          title={`“${trashed.name}” is in the trash`}
          text="Its rows are kept, and charts that ask it work again once it is restored."
          action={
            mayRestore && (
              <Button variant="primary" icon={RotateCcw} onClick={restore}>
                Restore
              </Button>
            )
          }
          className="flex-1"
        />
      </>
    )
  }
  if (!isComplete) {
    return (
      <>
        <TopBar icon={Database} title={<Skeleton className="h-4 w-40" />} />
        <div
          role="status"
          aria-label="Loading the data"
          className="flex max-w-[1240px] flex-col gap-6 page-sides py-5 max-md:py-3"
        >
          <Skeleton className="h-10" />
          <Skeleton className="h-80 rounded-tile" />
        </div>
      </>
    )
  }
  return (
    <>
      <TopBar icon={Database} title="Data not found" />
      <EmptyState
        icon={Database}
        title="There is no data at this address"
        text="It was deleted for good, or the link is mistyped."
        action={
          <AppLink href="/data" className={buttonClass({ variant: 'primary' })}>
            Show all data
          </AppLink>
        }
        className="flex-1"
      />
    </>
  )
}
