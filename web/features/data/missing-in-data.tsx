import type { LucideIcon } from 'lucide-react'
import { AppLink } from '@/client/page/navigation'
import { MissingEntry } from '@/features/page/missing-entry'
import { TopBar } from '@/features/page/top-bar'
import { buttonClass } from '@/ui/buttons/button'
import { classNames } from '@/ui/class-names'
import { EmptyState } from '@/ui/empty-state'
import { Skeleton } from '@/ui/skeleton'

interface MissingInDataProps {
  readonly icon: LucideIcon
  readonly noun: 'data' | 'connection'
  readonly trashed: { readonly name: string } | null
  readonly trashText: string
  readonly onRestore: (() => void) | undefined
}

/** The page of a dataset or a connection that is in the trash, unknown, or not here yet. */
export function MissingInData({ icon, noun, trashed, trashText, onRestore }: MissingInDataProps) {
  return (
    <MissingEntry
      icon={icon}
      breadcrumb={[{ label: 'Data', href: '/data' }]}
      trashed={trashed}
      trashText={trashText}
      onRestore={onRestore}
      loading={
        <div
          role="status"
          aria-label={`Loading the ${noun}`}
          className={classNames(
            'flex max-w-[1240px] flex-col page-sides py-5 max-md:py-3',
            noun === 'data' ? 'gap-6' : 'gap-5',
          )}
        >
          <Skeleton className="h-10" />
          <Skeleton className="h-80 rounded-tile" />
        </div>
      }
    >
      <TopBar icon={icon} title={noun === 'data' ? 'Data not found' : 'Connection not found'} />
      <EmptyState
        icon={icon}
        title={`There is no ${noun} at this address`}
        text="It was permanently deleted, or the link is mistyped."
        action={
          <AppLink href="/data" className={buttonClass({ variant: 'primary' })}>
            Show all data
          </AppLink>
        }
        className="flex-1"
      />
    </MissingEntry>
  )
}
