'use client'

import { FilePlus2, History, LayoutDashboard, MessageCircleQuestion, Plus, Save, X } from 'lucide-react'
import { useState, type MouseEvent, type ReactNode } from 'react'
import { maxChartName, type Chart } from '@tidemark/shared/charts/chart'
import type { Dashboard } from '@tidemark/shared/dashboards/dashboard'
import { getDashboard, listTabs } from '@tidemark/shared/dashboards/dashboard-queries'
import { mayEditIn } from '@tidemark/shared/folders/folder-rights'
import { navigate } from '@/client/page/navigation'
import { ChangeTargetContext } from '@/client/workspace/change-target'
import { useMayEdit } from '@/client/workspace/use-may-edit'
import { useMutate } from '@/client/workspace/use-mutate'
import { useView } from '@/client/workspace/use-view'
import { useActor } from '@/client/workspace/workspace-client'
import { AddToDashboardDialog } from '@/features/chart-editor/add-to-dashboard-dialog'
import { chartTypeIcon } from '@/features/content/chart-type-icon'
import { reportProblem } from '@/features/messages/report-problem'
import { PageMenu } from '@/features/page/page-menu'
import { TopBar } from '@/features/page/top-bar'
import { UndoButtons } from '@/features/page/undo-buttons'
import { Button } from '@/ui/buttons/button'
import { IconButton } from '@/ui/buttons/icon-button'
import { InlineEdit } from '@/ui/fields/inline-edit'
import { Menu, MenuGroup, MenuItem, MenuSeparator } from '@/ui/popups/menu'
import { toast } from '@/ui/popups/toaster'
import type { OwnQuestion, QuestionTarget } from '../content/question-draft'
import { useBeginQuestion, useQuestionDraft } from '../content/use-question-draft'
import { SaveDialog } from './save-dialog'
import { useKeepQuestion } from './use-keep-question'
import { WhoCanSave } from './who-can-save'

/** The question's proposed or typed name, its undo, earlier questions, and the ways to keep it. */
export function AskTopBar({ question }: { readonly question: OwnQuestion }) {
  const { chart, isNamed } = question
  const mutate = useMutate()
  const mayEdit = useMayEdit()
  const target = useTarget(question.target)
  return (
    <TopBar
      icon={MessageCircleQuestion}
      breadcrumb={[{ label: 'Ask' }]}
      title={
        <InlineEdit
          value={chart.name}
          label="Question name"
          maxLength={maxChartName}
          className={isNamed ? undefined : 'font-medium text-muted'}
          onCommit={(name) =>
            void mutate('updateChart', { id: chart.id, name }, { label: 'Name the question' }).catch(reportProblem)
          }
        />
      }
      titleActions={
        target === null ? (
          <span className="truncate text-small text-muted max-xl:hidden">Only on this device</span>
        ) : (
          <ForDashboard dashboard={target.dashboard} />
        )
      }
      actions={
        target === null ? <KeepActions chart={chart} mayEdit={mayEdit} /> : <TargetActions chart={chart} {...target} />
      }
    />
  )
}

interface OpenTarget {
  readonly target: QuestionTarget
  readonly dashboard: Dashboard
}

/** Returns the tab for which the question is asked; null if it is gone or the person may not add to it. */
function useTarget(target: QuestionTarget | null): OpenTarget | null {
  const actor = useActor()
  const dashboard = useView(
    (view) => {
      const found = target === null ? undefined : getDashboard(view, target.dashboardId)
      const isOpen =
        found?.deletedAt === null &&
        mayEditIn(actor, found.folderId, view) &&
        listTabs(view, found.id).some(({ id }) => id === target?.tabId)
      return isOpen ? found : null
    },
    [actor, target],
  )
  return target === null || dashboard === null ? null : { target, dashboard }
}

function ForDashboard({ dashboard }: { readonly dashboard: Dashboard }) {
  const draft = useQuestionDraft()
  return (
    <span className="flex min-w-0 items-center max-xl:hidden">
      <span className="truncate text-small text-muted">for “{dashboard.name}”</span>
      <IconButton icon={X} size="sm" label={`Stop asking for “${dashboard.name}”`} onClick={() => draft.dropTarget()} />
    </span>
  )
}

interface KeepActionsProps {
  readonly chart: Chart
  readonly mayEdit: boolean
}

function KeepActions({ chart, mayEdit }: KeepActionsProps) {
  const { create } = useKeepQuestion()
  const draft = useQuestionDraft()
  const [isSaving, setSaving] = useState(false)
  const [isAdding, setAdding] = useState(false)
  return (
    <>
      <QuestionActions chart={chart}>
        {mayEdit && (
          <MenuItem icon={LayoutDashboard} onSelect={() => setAdding(true)}>
            Add to dashboard…
          </MenuItem>
        )}
      </QuestionActions>
      {mayEdit ? (
        <>
          <Button icon={LayoutDashboard} className="max-sm:hidden" onClick={() => setAdding(true)}>
            <span className="max-lg:sr-only">Add to dashboard</span>
          </Button>
          <Button variant="primary" icon={Save} onClick={() => setSaving(true)}>
            Save
          </Button>
          <SaveDialog
            question={chart}
            create={create}
            onSaved={() => draft.clear()}
            open={isSaving}
            onOpenChange={setSaving}
          />
          {/* The dialog changes the workspace, not the question. */}
          <ChangeTargetContext value={null}>
            <AddToDashboardDialog
              chart={chart}
              create={create}
              onAdded={(href) => {
                navigate(href)
                draft.clear()
              }}
              open={isAdding}
              onOpenChange={setAdding}
            />
          </ChangeTargetContext>
        </>
      ) : (
        <WhoCanSave chart={chart} />
      )}
    </>
  )
}

function TargetActions({ chart, target, dashboard }: OpenTarget & { readonly chart: Chart }) {
  const draft = useQuestionDraft()
  const begin = useBeginQuestion()
  const { addTo } = useKeepQuestion()
  const add = async () => {
    navigate(await addTo(target))
    draft.clear()
  }
  const addAnother = async () => {
    const { name } = draft.getChart() ?? chart
    const href = await addTo(target)
    draft.clear()
    begin({ folderId: dashboard.folderId, target })
    toast(`“${name}” is on “${dashboard.name}”`, {
      tone: 'good',
      description: 'Ask the next one here.',
      action: { label: 'Open', onClick: () => navigate(href) },
    })
  }
  return (
    <>
      <QuestionActions chart={chart}>
        <MenuItem icon={Plus} onSelect={() => void addAnother().catch(reportProblem)}>
          Add, then ask another
        </MenuItem>
        <MenuItem icon={X} onSelect={() => draft.dropTarget()}>
          Not for “{dashboard.name}”
        </MenuItem>
      </QuestionActions>
      <Button icon={Plus} className="max-xl:hidden" onClick={onFirstClick(addAnother)}>
        Add another
      </Button>
      <IconButton
        icon={Plus}
        label="Add another"
        className="max-sm:hidden xl:hidden"
        onClick={onFirstClick(addAnother)}
      />
      <Button variant="primary" icon={LayoutDashboard} onClick={onFirstClick(add)}>
        <span className="max-w-44 truncate max-xl:max-w-28">
          Add<span className="max-sm:sr-only"> to {dashboard.name}</span>
        </span>
      </Button>
    </>
  )
}

/** Ignores the second click of a double click, which would act on the next question. */
function onFirstClick(act: () => Promise<void>): (event: MouseEvent) => void {
  return ({ detail }) => {
    if (detail < 2) act().catch(reportProblem)
  }
}

/** The menu of actions for which a narrow bar has no room. children: more items. */
function QuestionActions({ chart, children }: { readonly chart: Chart; readonly children: ReactNode }) {
  const begin = useBeginQuestion()
  return (
    <>
      <UndoButtons className="max-sm:hidden" />
      <PageMenu kind="question" id={chart.id} mayEdit className="lg:hidden">
        <MenuSeparator />
        <MenuItem icon={FilePlus2} onSelect={() => begin()}>
          New question
        </MenuItem>
        {children}
        <EarlierItems />
      </PageMenu>
      <IconButton icon={FilePlus2} label="New question" className="max-lg:hidden" onClick={() => begin()} />
      <Menu
        label="Earlier questions"
        align="end"
        trigger={<IconButton icon={History} label="Earlier questions" className="max-lg:hidden" />}
      >
        <EarlierItems />
      </Menu>
    </>
  )
}

/** The earlier questions, to continue with. */
function EarlierItems() {
  const draft = useQuestionDraft()
  const [earlier] = useState(() => draft.readEarlier())
  if (earlier.length === 0) return <MenuGroup label="Questions you set aside are kept here">{null}</MenuGroup>
  return (
    <MenuGroup label="Earlier questions">
      {earlier.map(({ chart: { id, name, visual } }) => (
        <MenuItem key={id} icon={chartTypeIcon(visual.type)} onSelect={() => draft.resume(id)}>
          {name}
        </MenuItem>
      ))}
    </MenuGroup>
  )
}
