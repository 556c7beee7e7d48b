import { RotateCw } from 'lucide-react'
import type { ErrorBody } from '@tidemark/shared/errors/tidemark-error'
import { AppLink } from '@/client/page/navigation'
import { CodeText } from '@/ui/text/code-text'
import { Button } from '@/ui/buttons/button'

interface TileFailureProps {
  readonly error: ErrorBody
  readonly onRetry: () => void
  /**
   * The address at which the query can be corrected; absent when the person may not, or it is not the query's fault.
   */
  readonly editHref?: string | undefined
}

/** Why a tile has no result, where in the SQL, and what to do; the rest is one click away. */
export function TileFailure({ error, onRetry, editHref }: TileFailureProps) {
  const isForbidden = error.code === 'forbidden'
  return (
    <div role="alert" className="flex h-full min-h-0 flex-col items-start gap-2 overflow-auto text-body">
      {/* Of a long message some lines scroll, rather than what can be done about it out of sight. */}
      <div className="min-h-10 max-w-full min-w-0 overflow-auto">
        <p className="font-medium break-words text-bad">
          {isForbidden ? 'You do not have access to the data of this chart' : error.message}
        </p>
        {error.detail && !isForbidden && <p className="mt-0.5 break-words text-muted">{error.detail}</p>}
        {error.position && (
          <p className="mt-0.5 text-muted tabular">
            Line {error.position.line}, column {error.position.column}
          </p>
        )}
        {error.hint && (
          <p className="mt-0.5 break-words text-muted">
            <CodeText>{error.hint}</CodeText>
          </p>
        )}
        {isForbidden && <p className="mt-0.5 text-muted">An admin of the workspace can grant it.</p>}
      </div>
      <div className="flex shrink-0 flex-wrap items-center gap-x-2">
        <Button size="sm" icon={RotateCw} onClick={onRetry}>
          Retry
        </Button>
        {editHref && !isForbidden && (
          <AppLink
            href={editHref}
            className="rounded-row px-1 py-1 text-small font-medium whitespace-nowrap text-accent hover:underline"
          >
            Open the query
          </AppLink>
        )}
      </div>
    </div>
  )
}
