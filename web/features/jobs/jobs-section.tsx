'use client'

import { History, Mail, Pause, Play, Timer } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Job } from '@tidemark/shared/jobs/job'
import { failureText, type ApiAnswer } from '@/client/page/api-request'
import { usePageEnvironment, useTeamSession } from '@/client/page/page-environment'
import { useLoaded } from '@/client/page/use-loaded'
import { Button } from '@/ui/buttons/button'
import { EmptyState } from '@/ui/empty-state'
import { StatusDot } from '@/ui/status-dot'
import { toast } from '@/ui/popups/toaster'
import { momentText } from '@/ui/text/moment-text'
import { SettingsPart } from '../page/settings-part'
import { fetchJobs, pauseJob, runJob, sendTestMail } from './jobs-api'
import { JobRunsDialog } from './job-runs-dialog'
import { jobWords, runDuration, scheduleWords } from './job-words'
import { WebhooksPart } from './webhooks-part'

/** How often the list is read while something runs. */
const watchMs = 1_500

/** The jobs of the workspace, and where messages may go. For admins. */
export function JobsSection() {
  const { state, reload } = useLoaded(fetchJobs)
  const { now } = usePageEnvironment()
  const team = useTeamSession()
  const [shownId, setShownId] = useState<string | null>(null)
  const jobs = state.kind === 'ready' ? state.value.jobs : []
  const isBusy = jobs.some((job) => job.state === 'running' || (job.nextAt !== null && job.nextAt <= now + watchMs))
  useEffect(() => {
    if (!isBusy) return
    const timer = setInterval(reload, watchMs)
    return () => clearInterval(timer)
  }, [isBusy, reload])

  const act = async (asked: ApiAnswer<unknown>, done: string) => {
    const answer = await asked
    if (answer.ok) toast(done)
    else toast('That was not possible', { tone: 'bad', description: failureText(answer.error) })
    reload()
  }
  const mayMail = state.kind === 'ready' && state.value.hasMail && team !== null
  return (
    <>
      <SettingsPart
        id="jobs"
        title="Jobs"
        state={state}
        onRetry={reload}
        action={
          mayMail && (
            <Button
              size="sm"
              icon={Mail}
              onClick={() =>
                void act(sendTestMail(team.person.email), `A test mail is on its way to ${team.person.email}`)
              }
            >
              Send me a test mail
            </Button>
          )
        }
      >
        {({ jobs: listed, hasMail }) => (
          <>
            {!hasMail && (
              <p className="border-b border-line py-3 text-small text-muted">
                This server sends no mail yet: whoever runs it sets <code className="font-mono">SMTP_URL</code>.
              </p>
            )}
            {listed.length === 0 ? (
              <EmptyState
                icon={Timer}
                title="Nothing to do"
                text="What the server does on a schedule, and each message that it delivers, is listed here."
              />
            ) : (
              <ul className="divide-y divide-line">
                {listed.map((job) => (
                  <JobRow
                    key={job.id}
                    job={job}
                    onShowRuns={() => setShownId(job.id)}
                    onRun={() => void act(runJob(job.id), `“${job.title}” runs now`)}
                    onPause={(isPaused) =>
                      void act(
                        pauseJob(job.id, isPaused),
                        isPaused ? `“${job.title}” is paused` : `“${job.title}” goes on`,
                      )
                    }
                  />
                ))}
              </ul>
            )}
          </>
        )}
      </SettingsPart>
      <WebhooksPart onTested={reload} />
      <JobRunsDialog job={jobs.find(({ id }) => id === shownId) ?? null} onClose={() => setShownId(null)} />
    </>
  )
}

interface JobRowProps {
  readonly job: Job
  readonly onShowRuns: () => void
  readonly onRun: () => void
  readonly onPause: (isPaused: boolean) => void
}

function JobRow({ job, onShowRuns, onRun, onPause }: JobRowProps) {
  const { now, locale } = usePageEnvironment()
  const { tone, state } = jobWords(job, now, locale)
  const schedule = scheduleWords(job)
  const mayRun = !job.isPaused && (job.state === 'dead' || job.state === 'waiting')
  return (
    <li className="flex items-start gap-x-4 gap-y-2 py-3 max-sm:flex-col">
      <div className="min-w-0 flex-1 max-sm:w-full">
        <p className="font-medium wrap-anywhere">{job.title}</p>
        <p className="mt-0.5 flex items-baseline gap-1.5 text-small text-muted">
          <StatusDot tone={tone} />
          <span>
            {state}
            {schedule !== null && ` · ${schedule}`}
          </span>
        </p>
        {job.lastRun !== null && (
          <p className="mt-0.5 text-small text-muted wrap-anywhere">
            {job.lastRun.outcome === 'succeeded' ? 'Ran' : 'Failed'} {momentText(job.lastRun.startedAt, now, locale)},
            in {runDuration(job.lastRun)}
            {job.lastRun.outcome === 'succeeded' && job.lastRun.note !== null && ` · ${job.lastRun.note}`}
          </p>
        )}
        {job.error !== null && <p className="mt-0.5 text-small wrap-anywhere text-bad">{job.error}</p>}
      </div>
      <div className="flex shrink-0 gap-2">
        {job.lastRun !== null && (
          <Button size="sm" icon={History} aria-label={`Runs of ${job.title}`} onClick={onShowRuns}>
            Runs
          </Button>
        )}
        {job.schedule !== null && (
          <Button
            size="sm"
            icon={job.isPaused ? Play : Pause}
            aria-label={`${job.isPaused ? 'Resume' : 'Pause'} ${job.title}`}
            onClick={() => onPause(!job.isPaused)}
          >
            {job.isPaused ? 'Resume' : 'Pause'}
          </Button>
        )}
        {mayRun && (
          <Button size="sm" icon={Play} aria-label={`Run ${job.title} now`} onClick={onRun}>
            Run now
          </Button>
        )}
      </div>
    </li>
  )
}
