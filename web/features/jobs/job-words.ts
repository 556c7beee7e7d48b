import { assertNever } from '@tidemark/shared/base/assert-never'
import type { Job, JobRun } from '@tidemark/shared/jobs/job'
import { wordsOfPattern } from '@tidemark/shared/jobs/schedule-words'
import { zoneLabel } from '@/ui/fields/time-zones'
import { momentText } from '@/ui/text/moment-text'
import type { StatusTone } from '@/ui/status-dot'

interface JobWords {
  readonly tone: StatusTone
  readonly state: string
}

/** Returns a job's state in words, such as `Runs next 30 November, 08:00`. */
export function jobWords(job: Job, now: number, locale: string): JobWords {
  if (job.isPaused) return { tone: 'muted', state: 'Paused' }
  switch (job.state) {
    case 'running':
      return { tone: 'accent', state: 'Running now' }
    case 'done':
      return { tone: 'good', state: 'Done' }
    case 'dead':
      return { tone: 'bad', state: `Given up after ${job.attempts === 1 ? '1 try' : `${job.attempts} tries`}` }
    case 'waiting': {
      const isFailing = job.error !== null
      const verb = job.attempts > 0 ? 'Tries again' : 'Runs next'
      const time = job.nextAt === null || job.nextAt <= now ? 'now' : momentText(job.nextAt, now, locale)
      return { tone: isFailing ? 'warn' : 'good', state: `${verb} ${time}` }
    }
    default:
      return assertNever(job.state)
  }
}

/** Returns when a job comes, such as `Every weekday at 08:00, Europe/Berlin`; null for one that comes once. */
export function scheduleWords({ schedule }: Pick<Job, 'schedule'>): string | null {
  return schedule && `${wordsOfPattern(schedule.pattern)}, ${zoneLabel(schedule.timeZone)}`
}

/** Returns how long a run took, such as `0.4 s` or `2 min 5 s`. */
export function runDuration({ startedAt, endedAt }: Pick<JobRun, 'startedAt' | 'endedAt'>): string {
  const seconds = Math.max(0, endedAt - startedAt) / 1000
  if (seconds < 60) return `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`
}
