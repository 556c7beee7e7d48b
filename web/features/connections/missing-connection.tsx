'use client'

import { RotateCcw, ServerCog, Trash2 } from 'lucide-react'
import { isAllowed } from '@tidemark/shared/access/rules'
import type { Connection } from '@tidemark/shared/connections/connection'
import { AppLink } from '@/client/page/navigation'
import { useMutate } from '@/client/workspace/use-mutate'
import { useIsViewComplete } from '@/client/workspace/use-view'
import { useActor } from '@/client/workspace/workspace-client'
import { Button, buttonClass } from '@/ui/buttons/button'
import { EmptyState } from '@/ui/empty-state'
import { Skeleton } from '@/ui/skeleton'
import { reportProblem } from '../messages/report-problem'
import { TopBar } from '../page/top-bar'

/** For an address whose connection is in the trash (`trashed`), unknown, or not here yet. */
export function MissingConnection({ trashed }: { readonly trashed: Connection | null }) {
  const isComplete = useIsViewComplete()
  const mutate = useMutate()
  const actor = useActor()
  if (trashed !== null) {
    const restore = () =>
      void mutate('updateConnection', { id: trashed.id, deletedAt: null }, { label: 'Restore connection' }).catch(
        reportProblem,
      )
    const mayRestore = isAllowed(actor, { do: 'manage-connections' })
    return (
      <>
        <TopBar icon={ServerCog} breadcrumb={[{ label: 'Data', href: '/data' }]} title={trashed.name} />
        <EmptyState
          icon={Trash2}
          title={`“${trashed.name}” is in the trash`}
          text="Charts that ask it work again once it is restored."
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
        <TopBar icon={ServerCog} title={<Skeleton className="h-4 w-40" />} />
        <div
          role="status"
          aria-label="Loading the connection"
          className="flex max-w-[1240px] flex-col gap-5 page-sides py-5 max-md:py-3"
        >
          <Skeleton className="h-10" />
          <Skeleton className="h-80 rounded-tile" />
        </div>
      </>
    )
  }
  return (
    <>
      <TopBar icon={ServerCog} title="Connection not found" />
      <EmptyState
        icon={ServerCog}
        title="There is no connection at this address"
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
