'use client'

import { useState } from 'react'
import { isUnderRule } from '@tidemark/shared/access/row-rules'
import { isAllowed } from '@tidemark/shared/access/rules'
import type { RowRule } from '@tidemark/shared/builder/row-rules/row-rule'
import { exemptWords, ownRowsOfPerson, ruleText } from '@tidemark/shared/row-rules/rule-words'
import type { TableSource } from '@tidemark/shared/tables/table-source'
import { useTeamSession } from '@/client/page/page-environment'
import { useActor } from '@/client/workspace/workspace-client'
import { Button } from '@/ui/buttons/button'
import { lazyPart, useLazyPart } from '@/ui/lazy-part'
import type { RuleColumn } from './rule-drafts'

const ruleDialog = lazyPart(() => import('./row-rule-dialog'))

interface RowRuleSectionProps {
  readonly source: TableSource
  readonly name: string
  readonly rule: RowRule | undefined
  readonly columns: readonly RuleColumn[]
}

/** Says which rows of a table people see, and why the reader sees theirs; admins change it here. */
export function RowRuleSection({ source, name, rule, columns }: RowRuleSectionProps) {
  const actor = useActor()
  const team = useTeamSession()
  const [isOpen, setOpen] = useState(false)
  const Dialog = useLazyPart(ruleDialog, isOpen)
  const mayChange = isAllowed(actor, { do: 'edit-workspace' })
  if (team === null || (rule === undefined && !mayChange)) return null
  return (
    <section aria-label="Rows people see">
      <div className="mb-2 flex min-h-[30px] items-center justify-between gap-3">
        <h2 className="text-tile">Rows people see</h2>
        {mayChange && (
          <Button size="sm" onClick={() => setOpen(true)}>
            {rule === undefined ? 'Set a rule…' : 'Change…'}
          </Button>
        )}
      </div>
      <div className="rounded-tile border border-line bg-surface px-3.5 py-3 shadow-tile">
        {rule === undefined ? (
          <p className="text-muted">Whoever may use it sees all its rows.</p>
        ) : (
          <>
            <p className="break-words">People see {ruleText(rule)}.</p>
            <p className="text-small break-words text-muted">
              {rule.exempt !== null && `${exemptWords[rule.exempt]} see all rows. `}
              {isUnderRule(actor, rule) && `You see ${ownRowsOfPerson(actor, rule).text}.`}
            </p>
          </>
        )}
      </div>
      {Dialog && isOpen && (
        <Dialog
          source={source}
          name={name}
          rule={rule}
          columns={columns}
          ownId={team.person.id}
          onClose={() => setOpen(false)}
        />
      )}
    </section>
  )
}
