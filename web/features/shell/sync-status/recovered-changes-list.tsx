'use client'

import { useMemo } from 'react'
import { isJsonObject } from '@tidemark/shared/base/json'
import type { OutcomeTitles } from '@/client/workspace/change-outcome'
import type { RecoveredChange } from '@/client/unsent/recovered-changes'
import { usePageEnvironment } from '@/client/page/page-environment'
import { useView } from '@/client/workspace/use-view'
import { useSyncClient } from '@/client/workspace/workspace-client'
import { Button } from '@/ui/buttons/button'
import { TimeAgo } from '@/ui/text/time-ago'
import { toast } from '@/ui/popups/toaster'
import { copyChanges, reasonOf, changeTitle } from '@/client/unsent/change-words'
import { ChangeActions } from './change-actions'
import { reportProblem } from '@/features/messages/report-problem'
import { sayOutcome } from '@/features/messages/say-outcome'

/** More than so many are not looked at one by one. */
const maxListed = 50

/** The changes recovered from an earlier page: made again all at once, or looked at one by one. */
export function RecoveredChangesList({ changes }: { readonly changes: readonly RecoveredChange[] }) {
  const client = useSyncClient()
  const { makeRecoveredAgain, recovered } = client
  const listed = changes.slice(0, maxListed)
  const titles = useView((view) => listed.map((change) => changeTitle(view, change)), [changes])
  const upTo = useMemo(() => changes.slice(0, maxListed).map((_, index) => changes.slice(0, index + 1)), [changes])
  const isTried = changes.every(({ error }) => error !== null)
  const makeAgain = async () => {
    const { madeCount, actionIds } = await makeRecoveredAgain()
    if (madeCount > 0) await sayOutcome(client, madeAgain(madeCount), actionIds, { tone: 'good' })
  }
  const copy = async (change: RecoveredChange) => {
    await copyChanges([change])
    toast('The change is on the clipboard')
  }
  const copyAll = async () => {
    await copyChanges(changes)
    toast('The changes are on the clipboard')
  }
  return (
    <>
      <div className="mt-3 flex flex-wrap gap-1.5">
        <Button size="sm" variant="primary" onClick={() => void makeAgain().catch(reportProblem)}>
          {isTried ? 'Try again' : changes.length === 1 ? 'Apply it again' : `Apply all ${changes.length} again`}
        </Button>
        {changes.length > 1 && (
          <>
            <Button size="sm" variant="ghost" onClick={() => void copyAll().catch(reportProblem)}>
              Copy all
            </Button>
            <Button
              size="sm"
              variant="ghost"
              onClick={() => void recovered.discard(changes.map(({ key }) => key)).catch(reportProblem)}
            >
              Discard all
            </Button>
          </>
        )}
      </div>
      <ul className="mt-2 flex max-h-[60vh] flex-col gap-2 overflow-y-auto">
        {listed.map((change, index) => (
          <li key={change.key} className="rounded-row border border-line bg-surface p-2.5">
            <p className="font-medium break-words">{titles[index]}</p>
            <MadeAgo change={change} />
            {change.error !== null && <p className="mt-0.5 break-words text-muted">{reasonOf(change.error)}</p>}
            <ChangeActions
              title={titles[index] ?? ''}
              changes={upTo[index] ?? []}
              count={1}
              isReasonTold={change.error !== null}
            >
              <Button size="sm" variant="ghost" onClick={() => void copy(change).catch(reportProblem)}>
                Copy
              </Button>
              <Button
                size="sm"
                variant="ghost"
                onClick={() => void recovered.discard([change.key]).catch(reportProblem)}
              >
                Discard
              </Button>
            </ChangeActions>
          </li>
        ))}
        {changes.length > maxListed && <li className="px-2.5 text-muted">and {changes.length - maxListed} more</li>}
      </ul>
    </>
  )
}

function MadeAgo({ change: { args } }: { readonly change: RecoveredChange }) {
  const { now, locale } = usePageEnvironment()
  const at = isJsonObject(args) ? args['at'] : undefined
  if (typeof at !== 'number') return null
  return (
    <p className="text-small text-muted">
      Made <TimeAgo at={at} now={Math.max(now, at)} locale={locale} />
    </p>
  )
}

function madeAgain(count: number): OutcomeTitles {
  const made = count === 1 ? '1 change was applied again' : `${count} changes were applied again`
  return {
    taken: made,
    waits: `${made} in this browser`,
    refused: count === 1 ? 'The change was refused' : `Not all of the ${count} changes were accepted`,
  }
}
