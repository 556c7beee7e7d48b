'use client'

import type { Question } from '@tidemark/shared/builder/question'
import { NoDataYet } from '@/features/data/no-data-yet'
import { Skeleton } from '@/ui/skeleton'
import type { ChangeQuestion, StepProps } from './step-props'
import type { BuilderTables } from '../data/use-builder-tables'
import { useMemo, useState } from 'react'
import type { QuestionStepName } from '@tidemark/shared/builder/stages/question-problem'
import { changedStage, isEmptyStep } from '@tidemark/shared/builder/stages/question-stages'
import { modelsAmong, modelsById } from '@tidemark/shared/charts/chart-models'
import { questionInView } from '@tidemark/shared/metrics/metrics-in-question'
import { useView } from '@/client/workspace/use-view'
import { DataStep } from './data-step'
import { ComputedStep, computedTables } from './expression/computed-step'
import { MeasureFilterStep } from './expression/measure-filter-step'
import { FilterStep } from './filter/filter-step'
import { GroupStep } from './group-step'
import { MeasureStep } from './measure-step'
import { ColumnStep, SortStep } from './row-steps'
import { AddStage } from './stages/add-stage'
import { previewsOf, stagesToEdit, type EditedStage } from './stages/edited-stage'
import { StageSection } from './stages/stage-section'
import { stageWords } from './stages/stage-words'

interface QuestionStepsProps {
  readonly connectionId: string
  readonly question: Question
  /** It defines a metric: of one table, with one measure. */
  readonly isMetric?: boolean
  /** It defines a segment: of one table, with a filter alone. */
  readonly isSegment?: boolean
  readonly onChange: ChangeQuestion
}

type QuestionTablesProps = BuilderTables & QuestionStepsProps

/** The steps of a question, once there are tables that it can be asked of. */
export function QuestionTables({ tables, isLoading, failure, ...question }: QuestionTablesProps) {
  if (isLoading) return <Skeleton className="m-4 h-7 w-48" />
  if (tables.length === 0 && failure === null) return <NoDataYet />
  // Of tables that could not be read nobody knows whether they are gone.
  const isUnread = failure !== null && tables.every(({ table }) => table.model !== undefined)
  return <QuestionSteps {...{ tables, isUnread }} {...question} />
}

/** A question step by step; the later parts appear when there is something to ask. */
function QuestionSteps({
  connectionId,
  question,
  tables,
  isUnread,
  isSegment = false,
  isMetric = isSegment,
  onChange,
}: QuestionStepsProps & Pick<BuilderTables, 'tables'> & { readonly isUnread: boolean }) {
  const behind = useView((view) => modelsById(view, question), [question])
  const { stages, problems: found } = useMemo(
    () => stagesToEdit({ connectionId, question }, tables, modelsAmong(behind), isUnread),
    [connectionId, question, tables, behind, isUnread],
  )
  const undefinedParts = useView(
    (view) => {
      const defined = questionInView(view, { connectionId, question })
      return defined.ok ? [] : defined.error
    },
    [connectionId, question],
  )
  const problems = useMemo(() => [...found, ...undefinedParts], [found, undefinedParts])
  const [opened, setOpened] = useState<string | null>()
  const lastId = stages.at(-1)?.id ?? null
  const openId = opened === undefined || stages.every(({ id }) => id !== opened) ? lastId : opened
  const [isClosed, setClosed] = useState(false)
  const [focused, setFocused] = useState<string | null>()
  const add = (id: string) => {
    setClosed(false)
    setOpened(id)
    setFocused(id)
  }
  const partsOf = ({ id, question: of, read, own, before }: EditedStage) => {
    const ownProblems = problems.filter(({ stage = null }) => stage === id)
    return (
      <StageParts
        {...{ connectionId, question: of, before, tables, read, own, isMetric, isSegment }}
        problems={ownProblems}
        onChange={(label, parts) => onChange(label, id === null ? parts : changedStage(question, id, parts))}
      />
    )
  }
  const [first] = stages
  if (first === undefined) return null
  if (stages.length === 1)
    return (
      <>
        {partsOf(first)}
        {!isMetric && question.source !== null && !isEmptyStep(question) && (
          <AddStage {...{ question, onChange }} takesFocus={focused === null} onAdd={add} />
        )}
      </>
    )
  const remove = ({ id, number }: EditedStage) => {
    setFocused(stages[number - 2]?.id)
    onChange(`Remove step ${number}`, { steps: (question.steps ?? []).filter((step) => step.id !== id) })
  }
  return (
    <>
      {stages.map((stage) => {
        const { id, number } = stage
        const isOpen = id === openId && !isClosed
        const upTo = new Set(stages.slice(0, stages.indexOf(stage) + 1).map((one) => one.id))
        const obstacle = problems.find((problem) => upTo.has(problem.stage ?? null))
        return (
          <StageSection
            key={id}
            number={number}
            words={stageWords(stage.question, stage.read)}
            problems={problems.filter((problem) => (problem.stage ?? null) === id)}
            isOpen={isOpen}
            onToggle={() => {
              setClosed(isOpen)
              setOpened(id)
            }}
            onRemove={id === null ? undefined : () => remove(stage)}
            takesFocus={id === focused}
            previews={previewsOf(connectionId, question, stage)}
            obstacle={obstacle?.message ?? null}
          >
            {partsOf(stage)}
          </StageSection>
        )
      })}
      <AddStage {...{ question, onChange }} onAdd={add} />
    </>
  )
}

/** The parts of one step. problems: all of it. read: the tables it reads. */
function StageParts({ problems, read, ...props }: StepProps) {
  const { question, isMetric, isSegment } = props
  const known = [...read, ...computedTables(question)]
  const propsFor = (...steps: readonly QuestionStepName[]) => ({
    ...props,
    read: known,
    // What is still to be chosen is plain to see.
    problems: problems.filter(({ step }) => step !== 'source' && steps.includes(step)),
  })
  const isGrouped = question.groups.length + question.measures.length > 0
  return (
    <>
      <DataStep {...propsFor('source', 'joins')} read={read} />
      {question.source !== null && (
        <>
          {!isMetric && <ComputedStep {...propsFor('expressions')} />}
          <FilterStep {...propsFor('filter')} />
          {!isSegment && <MeasureStep {...propsFor('measures')} />}
          {!isMetric && (
            <>
              <GroupStep {...propsFor('groups')} />
              {question.measures.length > 0 && <MeasureFilterStep {...propsFor('measureFilters')} />}
              {!isGrouped && <ColumnStep {...propsFor('columns')} />}
              <SortStep {...propsFor('sort')} />
            </>
          )}
        </>
      )}
    </>
  )
}
