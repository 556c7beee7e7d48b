'use client'

import { Copy, Save } from 'lucide-react'
import { roleAtLeast } from '@tidemark/shared/access/roles'
import type { Chart } from '@tidemark/shared/charts/chart'
import type { Member } from '@tidemark/shared/members/member'
import { LoadedMembers } from '@/features/access/loaded-members'
import { useQuestionSql } from '@/features/builder/use-question-sql'
import { roleWords } from '@/features/members/role-words'
import { reportProblem } from '@/features/messages/report-problem'
import { Button } from '@/ui/buttons/button'
import { Popover } from '@/ui/popups/popover'
import { toast } from '@/ui/popups/toaster'

/** Tells people who may not save who can, and offers a link to the question. */
export function WhoCanSave({ chart }: { readonly chart: Chart }) {
  return (
    <Popover
      label="Saving this question"
      align="end"
      width={320}
      trigger={
        <Button icon={Save} aria-label="Save: who can do it">
          Save…
        </Button>
      }
    >
      <HandOver chart={chart} />
    </Popover>
  )
}

const namedAtMost = 6

function HandOver({ chart }: { readonly chart: Chart }) {
  const sql = useQuestionSql(chart)
  const copy = async () => {
    if (sql === null) return
    await navigator.clipboard.writeText(sql)
    toast('The SQL was copied')
  }
  return (
    <>
      <p className="text-tile">Editors save charts</p>
      <p className="mt-1 text-muted">
        Your questions stay on this machine, for you alone. To share one, send its SQL to an editor:
      </p>
      <div className="mt-2">
        <LoadedMembers>{(members) => <Editors members={members} />}</LoadedMembers>
      </div>
      <div className="mt-3 flex justify-end">
        <Button
          size="sm"
          icon={Copy}
          disabled={sql === null || sql.trim() === ''}
          onClick={() => void copy().catch(reportProblem)}
        >
          Copy the SQL
        </Button>
      </div>
    </>
  )
}

function Editors({ members }: { readonly members: readonly Member[] }) {
  const editors = members.filter(({ role }) => roleAtLeast(role, 'editor'))
  return (
    <ul className="flex flex-col gap-0.5">
      {editors.slice(0, namedAtMost).map(({ userId, name, role }) => (
        <li key={userId} className="flex justify-between gap-3">
          <span className="min-w-0 truncate">{name}</span>
          <span className="shrink-0 text-muted">{roleWords[role].name}</span>
        </li>
      ))}
      {editors.length > namedAtMost && <li className="text-muted">and {editors.length - namedAtMost} more</li>}
    </ul>
  )
}
