'use client'

import { useState } from 'react'
import { isAllowed } from '@tidemark/shared/access/rules'
import type { BuilderQuery, Question } from '@tidemark/shared/builder/question'
import { isSameTable } from '@tidemark/shared/builder/same-table'
import { getRunTarget } from '@tidemark/shared/connections/connection-queries'
import { usePageEnvironment } from '@/client/page/page-environment'
import { useView } from '@/client/workspace/use-view'
import { useActor } from '@/client/workspace/workspace-client'
import { Button } from '@/ui/buttons/button'
import { Dialog } from '@/ui/popups/dialog'
import { QuestionTables } from '../builder/question-tables'
import { UnreadTables } from '../builder/unread-tables'
import { DataChoice } from '../chart-editor/connection-picker'
import { useBuilderTables } from '../data/use-builder-tables'
import { reportProblem } from '../messages/report-problem'
import { UserItems, usersText, type DefinitionUsers } from './definition-users'

/** A change that charts do not survive. title, action: of the question before it is made. reason: what becomes of them. */
interface Break {
  readonly title: string
  readonly reason: string
  readonly action: string
}

interface DefinitionSectionProps {
  readonly query: BuilderQuery
  readonly users: DefinitionUsers
  readonly mayEdit: boolean
  readonly isSegment: boolean
  /** The definition in words, for those who may not change it. */
  readonly words: string
  /** The questions before other data is chosen, and before nothing is left; `isLeft`: whether parts leave something. */
  readonly otherData: Break
  readonly nothing: Break & { readonly isLeft: (parts: Partial<Question>) => boolean }
  readonly onDefine: (label: string, parts: Partial<Question>) => Promise<void>
  readonly onOtherData: (connectionId: string) => Promise<void>
}

/** The question that defines a metric or segment. Who uses it is shown before a change that they do not survive. */
export function DefinitionSection(props: DefinitionSectionProps) {
  const { query, users, mayEdit, isSegment, words, otherData, nothing, onDefine, onOtherData } = props
  const [asked, setAsked] = useState<(Break & { readonly change: () => Promise<void> }) | null>(null)
  const { question, connectionId } = query
  const actor = useActor()
  const { locale } = usePageEnvironment()
  const tables = useBuilderTables(connectionId)
  const target = useView((view) => getRunTarget(view, connectionId), [connectionId])
  const mayDefine = mayEdit && isAllowed(actor, { do: 'run', target, level: 'builder' })
  const isUsed = users.charts.length + users.metrics.length > 0
  const afterAsking = (broken: Break | null, change: () => Promise<void>) => {
    if (broken !== null && isUsed) setAsked({ ...broken, change })
    else change().catch(reportProblem)
  }
  const define = (label: string, parts: Partial<Question>) => {
    const isOtherData = parts.source !== undefined && !isOfSameTable(parts.source, question.source)
    afterAsking(isOtherData ? otherData : nothing.isLeft(parts) ? null : nothing, () => onDefine(label, parts))
  }
  return (
    <section aria-label="Definition">
      <div className="mb-2 flex min-h-[30px] items-center justify-between gap-3">
        <div className="min-w-0">
          <h2 className="text-tile">Definition</h2>
          {mayDefine && isUsed && (
            <p className="text-small text-muted">A change is a change of {usersText(users, locale)}.</p>
          )}
        </div>
        {mayDefine && <DataChoice query={query} onChange={(next) => afterAsking(otherData, () => onOtherData(next))} />}
      </div>
      <div className="overflow-hidden rounded-tile border border-line bg-surface shadow-tile">
        {mayDefine ? (
          <>
            <UnreadTables failure={tables.failure} />
            <QuestionTables {...tables} {...{ connectionId, question, isSegment }} isMetric onChange={define} />
          </>
        ) : (
          <p className="px-3.5 py-3">{words}</p>
        )}
      </div>
      <Dialog
        open={asked !== null}
        onOpenChange={() => setAsked(null)}
        isAllowed={mayDefine}
        title={asked?.title ?? ''}
        description={`It breaks ${usersText(users, locale)}: ${asked?.reason ?? ''}. Undo brings it back.`}
        actions={
          <>
            <Button onClick={() => setAsked(null)}>Cancel</Button>
            <Button
              variant="primary"
              onClick={() => {
                setAsked(null)
                asked?.change().catch(reportProblem)
              }}
            >
              {asked?.action}
            </Button>
          </>
        }
      >
        <ul className="max-h-60 divide-y divide-line overflow-y-auto">
          <UserItems users={users} />
        </ul>
      </Dialog>
    </section>
  )
}

export function isOfSameTable(one: Question['source'], other: Question['source']): boolean {
  return one === null || other === null ? one === other : isSameTable(one, other)
}
