'use client'

import type { Job, JobRun } from '@tidemark/shared/jobs/job'
import { usePageEnvironment } from '@/client/page/page-environment'
import { momentText } from '@/ui/text/moment-text'
import { HistoryDialog } from '../page/history-dialog'
import { fetchJobRuns } from './jobs-api'
import { runDuration } from './job-words'

interface JobRunsDialogProps {
  /** null: closed. */
  readonly job: Job | null
  readonly onClose: () => void
}

/** The last runs of a job, the newest first. */
export function JobRunsDialog({ job, onClose }: JobRunsDialogProps) {
  const { now, locale } = usePageEnvironment()
  return (
    <HistoryDialog
      of={job}
      titleOf={({ title }) => title}
      description="Its last runs, the newest first."
      load={fetchJobRuns}
      lastOf={({ lastRun }) => lastRun?.endedAt}
      linesOf={({ runs }) =>
        runs.map((run) => ({
          key: `${run.startedAt} ${run.attempt}`,
          tone: run.outcome === 'succeeded' ? 'good' : 'bad',
          text: (
            <>
              {wordsOf(run)}
              {run.note !== null && <span className="text-muted"> {run.note}</span>}
            </>
          ),
          aside: `${momentText(run.startedAt, now, locale)} · ${runDuration(run)}`,
        }))
      }
      onClose={onClose}
    />
  )
}

function wordsOf({ outcome, attempt }: JobRun): string {
  const words = outcome === 'succeeded' ? 'Succeeded.' : 'Failed.'
  return attempt > 1 ? `${words.slice(0, -1)} at try ${attempt}.` : words
}
