'use client'

import { Plus, Trash2 } from 'lucide-react'
import { useId, useState, type SubmitEvent } from 'react'
import { longestAttributeName, givenAttributes } from '@tidemark/shared/access/attributes'
import { isAllowed } from '@tidemark/shared/access/rules'
import { mostRuleConditions, type RowRule } from '@tidemark/shared/builder/row-rules/row-rule'
import { listCharts } from '@tidemark/shared/charts/chart-queries'
import { listDatasets } from '@tidemark/shared/datasets/dataset-queries'
import { namedTables } from '@tidemark/shared/datasets/dataset-rights'
import type { EntryView } from '@tidemark/shared/entries/entry-tx'
import type { Member } from '@tidemark/shared/members/member'
import { localConnectionId } from '@tidemark/shared/query/run-query'
import { exemptWords, ownRowsOfPerson, ruledMember } from '@tidemark/shared/row-rules/rule-words'
import type { TableSource } from '@tidemark/shared/tables/table-source'
import { usePageEnvironment } from '@/client/page/page-environment'
import { useMutate } from '@/client/workspace/use-mutate'
import { useView } from '@/client/workspace/use-view'
import { useActor } from '@/client/workspace/workspace-client'
import { Button } from '@/ui/buttons/button'
import { Callout } from '@/ui/callout'
import { IconButton } from '@/ui/buttons/icon-button'
import { SegmentedControl } from '@/ui/buttons/segmented-control'
import { LinesField } from '@/ui/fields/lines-field'
import { Select } from '@/ui/fields/select'
import { showInvalid } from '@/ui/fields/show-invalid'
import { TextField } from '@/ui/fields/text-field'
import { Dialog } from '@/ui/popups/dialog'
import { LoadedMembers } from '../access/loaded-members'
import { MemberDecisions } from '../access/member-decisions'
import { reportProblem } from '../messages/report-problem'
import {
  blankCondition,
  conditionOf,
  draftsOf,
  ruledColumns,
  type ConditionDraft,
  type RuleColumn,
} from './rule-drafts'

interface RowRuleDialogProps {
  readonly source: TableSource
  readonly name: string
  readonly rule: RowRule | undefined
  readonly columns: readonly RuleColumn[]
  readonly ownId: string
  readonly onClose: () => void
}

/** The dialog in which admins say which rows of a table people see. It shows what each member would see. */
export default function RowRuleDialog({ source, name, rule, columns, ownId, onClose }: RowRuleDialogProps) {
  const mutate = useMutate()
  const formId = useId()
  const usable = ruledColumns(columns)
  const first = usable[0]?.name ?? ''
  const [drafts, setDrafts] = useState(() => draftsOf(rule, first))
  const [match, setMatch] = useState<RowRule['match']>(rule?.match ?? 'all')
  const [exempt, setExempt] = useState<keyof typeof exemptOptions>(
    rule === undefined ? 'admin' : ((rule.exempt ?? 'nobody') as keyof typeof exemptOptions),
  )
  const [isTried, setTried] = useState(false)
  const read = drafts.map((draft) => conditionOf(draft, usable))
  const conditions = read.flatMap((one) => (one.ok ? [one.value] : []))
  const made: RowRule | null =
    conditions.length === drafts.length && conditions.length > 0
      ? { match, conditions, exempt: exempt === 'nobody' ? null : exempt }
      : null
  const change = (id: string, changes: Partial<ConditionDraft>) =>
    setDrafts((all) => all.map((draft) => (draft.id === id ? { ...draft, ...changes } : draft)))
  const send = (next: RowRule | null, label: string) => {
    void mutate('setRowRule', { source, rule: next }, { label }).catch(reportProblem)
    onClose()
  }
  const save = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (made === null) return showInvalid(event.currentTarget, () => setTried(true))
    send(made, 'Set a rule of rows')
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      isAllowed={isAllowed(useActor(), { do: 'edit-workspace' })}
      title={`Rows people see of “${name}”`}
      description="It holds for charts, questions, filters, exports and everything else that reads these rows. Whoever it holds for cannot ask them with SQL."
      width={640}
      actions={
        <>
          {rule !== undefined && (
            <Button variant="danger" className="mr-auto" onClick={() => send(null, 'Remove a rule of rows')}>
              Remove the rule
            </Button>
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId}>
            Save
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={save} className="flex flex-col gap-4">
        <LoadedMembers>
          {(members) => (
            <>
              {drafts.map((draft, index) => (
                <ConditionFields
                  key={draft.id}
                  draft={draft}
                  columns={usable}
                  names={attributeNames(members)}
                  problem={isTried ? read[index] : undefined}
                  onChange={(changes) => change(draft.id, changes)}
                  onRemove={
                    drafts.length > 1 ? () => setDrafts((all) => all.filter(({ id }) => id !== draft.id)) : undefined
                  }
                />
              ))}
              <div className="flex flex-wrap items-center gap-3">
                {drafts.length < mostRuleConditions && (
                  <Button size="sm" icon={Plus} onClick={() => setDrafts((all) => [...all, blankCondition(first)])}>
                    Add a condition
                  </Button>
                )}
                {drafts.length > 1 && (
                  <SegmentedControl
                    label="Which conditions a row must meet"
                    value={match}
                    options={[
                      { value: 'all', label: 'All of them' },
                      { value: 'any', label: 'Any of them' },
                    ]}
                    onChange={setMatch}
                  />
                )}
              </div>
              <Select
                label="Who sees all rows"
                value={exempt}
                options={Object.entries(exemptOptions).map(([value, label]) => ({
                  value: value as keyof typeof exemptOptions,
                  label,
                }))}
                onChange={setExempt}
              />
              {conditions.some(({ test }) => test.kind === 'attribute') && (
                <p className="text-muted">
                  Who has no such attribute sees no rows by that condition. Attributes are set under Settings › Members.
                </p>
              )}
              <SqlCharts source={source} />
              {made !== null && (
                <MemberDecisions
                  ownId={ownId}
                  decisions={members.map((member) => {
                    const { kind, text } = ownRowsOfPerson(ruledMember(member), made)
                    return { member, isIn: kind !== 'none', level: rowWords[kind], reason: `Sees ${text}` }
                  })}
                />
              )}
            </>
          )}
        </LoadedMembers>
      </form>
    </Dialog>
  )
}

/** Says which saved charts are SQL over the table: they are refused to whom its rule holds for. */
function SqlCharts({ source }: { readonly source: TableSource }) {
  const { locale } = usePageEnvironment()
  const names = useView((view) => sqlChartsOver(view, source), [source])
  if (names.length === 0) return null
  const are = names.length === 1 ? 'chart is SQL and shows' : 'charts are SQL and show'
  const listed = new Intl.ListFormat(locale, { type: 'conjunction' }).format(names.slice(0, mostNames))
  const more = names.length > mostNames ? ' and others' : ''
  return (
    <Callout tone="warn" title={`${names.length} ${are} nothing to whom the rule holds for`}>
      {listed}
      {more}.
    </Callout>
  )
}

const mostNames = 8

/** The names of the charts, by the test with which the server refuses them. No SQL reads a model. */
function sqlChartsOver(view: EntryView, source: TableSource): readonly string[] {
  if (source.kind === 'model') return []
  const connectionId = source.kind === 'dataset' ? localConnectionId : source.connectionId
  const dataset = source.kind === 'dataset' ? listDatasets(view).find(({ id }) => id === source.id) : undefined
  return listCharts(view).flatMap(({ name, query }) => {
    const isOver =
      query.kind === 'sql' &&
      query.connectionId === connectionId &&
      (dataset === undefined || namedTables(query)(dataset.tableName))
    return isOver ? [name] : []
  })
}

const exemptOptions = {
  editor: exemptWords.editor,
  admin: exemptWords.admin,
  owner: exemptWords.owner,
  nobody: 'Nobody',
} as const

const rowWords = { all: 'All rows', some: 'Some rows', none: 'No rows' } as const

/** The names of attributes to choose from: those of members, and those that everybody has and nobody chooses. */
function attributeNames(members: readonly Member[]): readonly string[] {
  const own = members.flatMap(({ attributes }) => Object.keys(attributes ?? {}))
  return [...[...new Set(own)].toSorted(), ...givenAttributes]
}

interface ConditionFieldsProps {
  readonly draft: ConditionDraft
  readonly columns: readonly RuleColumn[]
  readonly names: readonly string[]
  readonly problem: ReturnType<typeof conditionOf> | undefined
  readonly onChange: (changes: Partial<ConditionDraft>) => void
  readonly onRemove: (() => void) | undefined
}

function ConditionFields({ draft, columns, names, problem, onChange, onRemove }: ConditionFieldsProps) {
  const listId = useId()
  const { column, kind, attribute, values } = draft
  const wrong = problem?.ok === false ? problem : undefined
  const testError = wrong?.of === 'test' ? wrong.text : undefined
  const isGone = column !== '' && columns.every(({ name }) => name !== column)
  return (
    <div className="flex items-start gap-2">
      <div className="grid min-w-0 flex-1 grid-cols-3 items-start gap-2 max-sm:grid-cols-1">
        <Select
          label="Column"
          value={column}
          options={[
            ...(isGone ? [{ value: column, label: `${column} (gone)` }] : []),
            ...columns.map(({ name }) => ({ value: name, label: name })),
          ]}
          error={wrong?.of === 'column' ? wrong.text : undefined}
          onChange={(next) => onChange({ column: next })}
        />
        <Select
          label="Is one of"
          value={kind}
          options={[
            { value: 'attribute', label: 'a person’s attribute' },
            { value: 'values', label: 'these values' },
          ]}
          onChange={(next) => onChange({ kind: next })}
        />
        {kind === 'attribute' ? (
          <TextField
            label="Attribute"
            value={attribute}
            maxLength={longestAttributeName}
            placeholder="region"
            autoComplete="off"
            spellCheck={false}
            list={listId}
            error={testError}
            onChange={(event) => onChange({ attribute: event.target.value })}
          />
        ) : (
          <LinesField
            label="Values, one on each line"
            value={values}
            error={testError}
            onChange={(next) => onChange({ values: next })}
          />
        )}
      </div>
      <datalist id={listId}>
        {names.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </datalist>
      {onRemove !== undefined && (
        <IconButton
          icon={Trash2}
          label={`Remove the condition of ${column}`}
          className="mt-[22px]"
          onClick={onRemove}
        />
      )}
    </div>
  )
}
