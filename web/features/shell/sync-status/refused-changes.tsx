'use client'

import { useMemo } from 'react'
import { groupMutationErrors, inOrderMade, type RefusedGroup } from '@tidemark/shared/sync/mutation-errors'
import type { MutationError } from '@tidemark/shared/sync/protocol'
import { usePageEnvironment } from '@/client/page/page-environment'
import { useView } from '@/client/workspace/use-view'
import { Button } from '@/ui/buttons/button'
import { toast } from '@/ui/popups/toaster'
import { canBeRetried, copyChanges, isOvertaken, reasonOf, titleOfAll } from '@/client/unsent/change-words'
import { ChangeActions } from './change-actions'
import { DroppedNote } from './dropped-note'
import { reportProblem } from '@/features/messages/report-problem'
import { useRefusedActions } from '@/features/page/use-refused-actions'

const maxShown = 20

/**
 * The changes the server refused, with what the person can do about them: all at once, and by kind and reason. A thousand
 * refused for one reason are one thing to decide, not a thousand.
 */
export function RefusedChanges({ errors }: { readonly errors: readonly MutationError[] }) {
  const groups = groupMutationErrors(errors)
  const { locale } = usePageEnvironment()
  return (
    <>
      <DroppedNote errors={errors} locale={locale} />
      {groups.length > 1 && (
        <div className="mt-3 flex flex-wrap gap-1.5">
          <RefusedButtons errors={inOrderMade(errors)} ofAll />
        </div>
      )}
      <ul className="mt-3 flex max-h-[60vh] flex-col gap-2 overflow-y-auto">
        {groups.map((group) => (
          <RefusedGroupItem key={`${group.name} ${group.error.code}`} group={group} />
        ))}
      </ul>
    </>
  )
}

function RefusedGroupItem({ group }: { readonly group: RefusedGroup }) {
  const { error, errors } = group
  const overtaken = isOvertaken(group)
  // As many as anybody would look at.
  const shown = useMemo(() => errors.slice(0, maxShown), [errors])
  const title = useView((view) => titleOfAll(view, errors), [errors])
  return (
    <li className="rounded-row border border-line bg-surface p-2.5">
      <p className="font-medium">
        {title}
        {errors.length > 1 && <span className="text-muted tabular"> · {errors.length} times</span>}
      </p>
      <p className="mt-0.5 break-words text-muted">
        {overtaken
          ? 'Somebody else changed it at the same time, and what they made of it stays. The history has all versions.'
          : errors.length === 1
            ? reasonOf(error)
            : error.message}
      </p>
      {overtaken ? (
        <div className="mt-2 flex flex-wrap gap-1.5">
          <RefusedButtons errors={errors} />
        </div>
      ) : (
        <ChangeActions title={title} changes={shown} count={shown.length} isReasonTold>
          <RefusedButtons errors={errors} />
        </ChangeActions>
      )}
    </li>
  )
}

interface RefusedButtonsProps {
  /** In the order they were made. */
  readonly errors: readonly MutationError[]
  /** True if they are all there are, of several groups. */
  readonly ofAll?: boolean
}

function RefusedButtons({ errors, ofAll = false }: RefusedButtonsProps) {
  const { retry, discard } = useRefusedActions()
  const all = ofAll || errors.length > 1 ? ' all' : ''
  const copy = async () => {
    await copyChanges(errors)
    toast(errors.length === 1 ? 'The change is on the clipboard' : 'The changes are on the clipboard')
  }
  return (
    <>
      {!errors.every(isOvertaken) && (
        <>
          <Button
            size="sm"
            disabled={!errors.some(canBeRetried)}
            onClick={() => void retry(errors).catch(reportProblem)}
          >
            Retry{all}
          </Button>
          <Button size="sm" variant="ghost" onClick={() => void copy().catch(reportProblem)}>
            Copy{all}
          </Button>
        </>
      )}
      <Button size="sm" variant="ghost" onClick={() => void discard(errors).catch(reportProblem)}>
        Discard{all}
      </Button>
    </>
  )
}
