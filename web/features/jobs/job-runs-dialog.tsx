'use client'

import { useCallback, useState } from 'react'
import type { Job, JobRun } from '@tidemark/shared/jobs/job'
import { failureText } from '@/client/page/api-request'
import { usePageEnvironment } from '@/client/page/page-environment'
import { useLoaded } from '@/client/page/use-loaded'
import { Dialog } from '@/ui/popups/dialog'
import { StatusDot } from '@/ui/status-dot'
import { momentText } from '@/ui/text/moment-text'
import { Skeleton } from '@/ui/skeleton'
import { fetchJobRuns } from './jobs-api'
import { runDuration } from './job-words'

interface JobRunsDialogProps {
  /** null: closed. */
  readonly job: Job | null
  readonly onClose: () => void
}

/** The last runs of a job, the newest first. */
export function JobRunsDialog({ job, onClose }: JobRunsDialogProps) {
  const [shown, setShown] = useState(job)
  // The job stays on the screen while the dialog closes.
  if (job !== null && job !== shown) setShown(job)
  return (
    <Dialog
      open={job !== null}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      isAllowed
      title={shown?.title ?? 'Runs'}
      description="Its last runs, the newest first."
      width={560}
    >
      {shown !== null && <RunList key={`${shown.id} ${shown.lastRun?.endedAt}`} id={shown.id} />}
    </Dialog>
  )
}

function RunList({ id }: { readonly id: string }) {
  const load = useCallback((signal: AbortSignal) => fetchJobRuns(id, signal), [id])
  const { state } = useLoaded(load)
  const { now, locale } = usePageEnvironment()
  switch (state.kind) {
    case 'loading':
      return <Skeleton className="h-24" />
    case 'failed':
      return <p role="alert">{failureText(state.failure)}</p>
    case 'ready':
      return (
        <ol className="max-h-[50vh] divide-y divide-line overflow-y-auto">
          {state.value.runs.map((run) => (
            <li key={`${run.startedAt} ${run.attempt}`} className="flex items-baseline gap-2 py-2">
              <StatusDot tone={run.outcome === 'succeeded' ? 'good' : 'bad'} />
              <p className="min-w-0 flex-1 wrap-anywhere">
                {wordsOf(run)}
                {run.note !== null && <span className="text-muted"> {run.note}</span>}
              </p>
              <span className="shrink-0 text-small text-muted tabular">
                {momentText(run.startedAt, now, locale)} · {runDuration(run)}
              </span>
            </li>
          ))}
        </ol>
      )
  }
}

function wordsOf({ outcome, attempt }: JobRun): string {
  const words = outcome === 'succeeded' ? 'Succeeded.' : 'Failed.'
  return attempt > 1 ? `${words.slice(0, -1)} at try ${attempt}.` : words
}
