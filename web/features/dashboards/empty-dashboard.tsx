import { ChartColumn, Plus } from 'lucide-react'
import { Button } from '@/ui/buttons/button'
import { EmptyState } from '@/ui/empty-state'
import type { AddActions } from './add-items'

interface EmptyDashboardProps {
  /** False when other tabs hold tiles. */
  readonly isWholeEmpty: boolean
  readonly mayEdit: boolean
  readonly add: AddActions
}

/** The empty state of a dashboard or tab. */
export function EmptyDashboard({ isWholeEmpty, mayEdit, add }: EmptyDashboardProps) {
  return (
    <div className="rounded-tile border border-dashed border-line-strong">
      <EmptyState
        icon={ChartColumn}
        title={isWholeEmpty ? 'This dashboard is empty' : 'Nothing on this tab yet'}
        text={
          !mayEdit
            ? 'Charts appear here when an editor adds them.'
            : isWholeEmpty
              ? 'Ask your data a question, and its answer stays here as a chart.'
              : 'Charts that are read together belong on one tab.'
        }
        action={
          mayEdit && (
            <Button variant="primary" icon={Plus} onClick={add.newChart}>
              New chart
            </Button>
          )
        }
        className="min-h-64"
      />
    </div>
  )
}
