'use client'

import { useCallback, type ReactNode } from 'react'
import { failureText, type ApiAnswer } from '@/client/page/api-request'
import { useLoaded } from '@/client/page/use-loaded'
import { Dialog } from '@/ui/popups/dialog'
import { useLastShown } from '@/ui/popups/use-last-shown'
import { Skeleton } from '@/ui/skeleton'
import { StatusDot, type StatusTone } from '@/ui/status-dot'

/** One line of a history. key: unlike those of the others. aside: when it was. */
export interface HistoryLine {
  readonly key: string
  readonly tone: StatusTone
  readonly text: ReactNode
  readonly aside: string
}

interface HistoryDialogProps<Of, Answer> {
  /** Whose history it is; null: closed. */
  readonly of: Of | null
  readonly titleOf: (of: Of) => string
  readonly description: string
  readonly load: (id: string, signal: AbortSignal) => ApiAnswer<Answer>
  /** When it happened last: the list is read again when that changes. */
  readonly lastOf: (of: Of) => number | undefined
  readonly linesOf: (answer: Answer) => readonly HistoryLine[]
  readonly onClose: () => void
}

/** A dialog with what became of a thing at earlier times, the newest first. load: stable between renders. */
export function HistoryDialog<Of extends { readonly id: string }, Answer>(props: HistoryDialogProps<Of, Answer>) {
  const { of, titleOf, description, load, lastOf, linesOf, onClose } = props
  const shown = useLastShown(of)
  return (
    <Dialog
      open={of !== null}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      isAllowed
      title={shown === null ? '' : titleOf(shown)}
      description={description}
      width={560}
    >
      {shown !== null && (
        <HistoryList key={`${shown.id} ${lastOf(shown)}`} id={shown.id} load={load} linesOf={linesOf} />
      )}
    </Dialog>
  )
}

type HistoryListProps<Answer> = Pick<HistoryDialogProps<never, Answer>, 'load' | 'linesOf'> & { readonly id: string }

function HistoryList<Answer>({ id, load, linesOf }: HistoryListProps<Answer>) {
  const { state } = useLoaded(useCallback((signal: AbortSignal) => load(id, signal), [load, id]))
  if (state.kind === 'loading') return <Skeleton className="h-24" />
  if (state.kind === 'failed') return <p role="alert">{failureText(state.failure)}</p>
  return (
    <ol className="max-h-[50vh] divide-y divide-line overflow-y-auto">
      {linesOf(state.value).map(({ key, tone, text, aside }) => (
        <li key={key} className="flex items-baseline gap-2 py-2">
          <StatusDot tone={tone} />
          <div className="min-w-0 flex-1 wrap-anywhere">{text}</div>
          <span className="shrink-0 text-small text-muted tabular">{aside}</span>
        </li>
      ))}
    </ol>
  )
}
