import { RotateCw } from 'lucide-react'
import type { ErrorBody } from '@tidemark/shared/errors/tidemark-error'
import { AppLink } from '@/client/navigation'
import { Button } from '@/ui/button'

interface TileFailureProps {
  readonly error: ErrorBody
  readonly onRetry: () => void
  /** Where the query can be corrected; absent when the person may not, or it is not the query's fault. */
  readonly editHref?: string | undefined
}

/** Why a tile has no result, where in the SQL, and what to do; the rest is one click away. */
export function TileFailure({ error, onRetry, editHref }: TileFailureProps) {
  const isForbidden = error.code === 'forbidden'
  return (
    <div role="alert" className="flex h-full min-h-0 flex-col items-start gap-2 overflow-auto text-body">
      <div className="min-w-0">
        <p className="font-medium break-words text-bad">
          {isForbidden ? 'You do not have access to the data of this chart' : error.message}
        </p>
        {error.detail && !isForbidden && <p className="mt-0.5 break-words text-muted">{error.detail}</p>}
        {error.position && (
          <p className="mt-0.5 text-muted tabular">
            Line {error.position.line}, column {error.position.column}
          </p>
        )}
        {error.hint && <p className="mt-0.5 break-words text-muted">{error.hint}</p>}
        {isForbidden && <p className="mt-0.5 text-muted">An admin of the workspace can grant it.</p>}
      </div>
      <div className="flex items-center gap-2">
        <Button size="sm" icon={RotateCw} onClick={onRetry}>
          Retry
        </Button>
        {editHref && !isForbidden && (
          <AppLink href={editHref} className="rounded-row px-1 text-small font-medium text-accent hover:underline">
            Open the query
          </AppLink>
        )}
      </div>
    </div>
  )
}
