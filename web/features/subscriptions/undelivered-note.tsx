import type { Undelivered } from '@tidemark/shared/jobs/job'
import { usePageEnvironment } from '@/client/page/page-environment'
import { momentText } from '@/ui/text/moment-text'

/** Says which message of a subscription or alert could not be delivered, and whether it is tried again. */
export function UndeliveredNote({ undelivered }: { readonly undelivered: Undelivered | null }) {
  const { now, locale } = usePageEnvironment()
  if (undelivered === null) return null
  const { title, error, at, nextAt } = undelivered
  const write = (time: number) => momentText(time, now, locale)
  const next = nextAt === null ? 'It is not tried again.' : `Next try ${nextAt <= now ? 'now' : write(nextAt)}.`
  return (
    <p className="mt-0.5 text-small wrap-anywhere text-bad">
      {title} ({write(at)}): {/[.!?]$/.test(error) ? error : `${error}.`} {next}
    </p>
  )
}
