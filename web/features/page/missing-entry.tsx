import { RotateCcw, Trash2, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useIsViewComplete } from '@/client/workspace/use-view'
import { Button } from '@/ui/buttons/button'
import { EmptyState } from '@/ui/empty-state'
import { Skeleton } from '@/ui/skeleton'
import { TopBar, type TopBarProps } from './top-bar'

interface MissingEntryProps extends Pick<TopBarProps, 'breadcrumb'> {
  readonly icon: LucideIcon
  /** The entry, if it is in the trash. */
  readonly trashed: { readonly name: string } | null
  /** A sentence on what the trash keeps of it. */
  readonly trashText: string
  /** Undefined if the person may not restore it. */
  readonly onRestore: (() => void) | undefined
  /** Shown until the browser's copy of the workspace is complete. */
  readonly loading: ReactNode
  /** Shown for an address whose entry does not exist. */
  readonly children: ReactNode
}

/** The page of an entry that is in the trash, does not exist, or is not loaded yet. */
export function MissingEntry(props: MissingEntryProps) {
  const { icon, breadcrumb, trashed, trashText, onRestore, loading, children } = props
  const isComplete = useIsViewComplete()
  if (trashed !== null) {
    return (
      <>
        <TopBar icon={icon} breadcrumb={breadcrumb} title={trashed.name} />
        <EmptyState
          icon={Trash2}
          title={`“${trashed.name}” is in the trash`}
          text={trashText}
          action={
            onRestore !== undefined && (
              <Button variant="primary" icon={RotateCcw} onClick={onRestore}>
                Restore
              </Button>
            )
          }
          className="flex-1"
        />
      </>
    )
  }
  if (isComplete) return children
  return (
    <>
      <TopBar icon={icon} title={<Skeleton className="h-4 w-40" />} />
      {loading}
    </>
  )
}
