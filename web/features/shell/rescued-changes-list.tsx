'use client'

import type { RescuedChange } from '@/client/rescued-changes'
import { useSyncClient } from '@/client/workspace-client'
import { Button } from '@/ui/button'
import { toast } from '@/ui/toaster'
import { copyChange, summaryOf } from './change-words'
import { reportProblem } from './report-problem'

/** The changes rescued from an earlier page: made again all at once, or looked at one by one. */
export function RescuedChangesList({ changes }: { readonly changes: readonly RescuedChange[] }) {
  const { makeRescuedAgain, rescued } = useSyncClient()
  const isTried = changes.every(({ error }) => error !== null)
  const makeAgain = async () => {
    const madeCount = await makeRescuedAgain()
    if (madeCount > 0)
      toast(madeCount === 1 ? '1 change was made again' : `${madeCount} changes were made again`, { tone: 'good' })
  }
  const copy = async ({ name, args }: RescuedChange) => {
    await copyChange(name, args)
    toast('The change is on the clipboard')
  }
  return (
    <>
      <Button size="sm" variant="primary" className="mt-3" onClick={() => void makeAgain().catch(reportProblem)}>
        {isTried ? 'Try again' : changes.length === 1 ? 'Make it again' : `Make all ${changes.length} again`}
      </Button>
      <ul className="mt-2 flex max-h-80 flex-col gap-2 overflow-y-auto">
        {changes.map((change) => (
          <li key={change.key} className="rounded-row border border-line bg-surface p-2.5">
            <p className="font-medium">{summaryOf(change.name)}</p>
            {change.error !== null && (
              <p className="mt-0.5 break-words text-muted">
                {change.error.message} {change.error.detail}
              </p>
            )}
            <div className="mt-2 flex gap-1.5">
              <Button size="sm" variant="ghost" onClick={() => void copy(change).catch(reportProblem)}>
                Copy
              </Button>
              <Button size="sm" variant="ghost" onClick={() => void rescued.discard(change.key).catch(reportProblem)}>
                Discard
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}
