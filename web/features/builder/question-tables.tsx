'use client'

import type { Question } from '@tidemark/shared/builder/question'
import { NoDataYet } from '@/features/data/no-data-yet'
import { Skeleton } from '@/ui/skeleton'
import type { ChangeQuestion } from './step-props'
import type { BuilderTables } from '../data/use-builder-tables'
import { useMemo } from 'react'
import { checkQuestion, type QuestionStepName } from '@tidemark/shared/builder/check-question'
import { missingNames } from '@tidemark/shared/builder/missing-names'
import { resolveModels } from '@tidemark/shared/builder/models/resolve-models'
import { modelsAmong, modelsById } from '@tidemark/shared/charts/chart-models'
import { useView } from '@/client/workspace/use-view'
import { isSameTable } from '@tidemark/shared/builder/same-table'
import type { BuilderTable, ReadTable } from '@tidemark/shared/builder/suggest-join'
import { DataStep } from './data-step'
import { ComputedStep, computedTables } from './expression/computed-step'
import { MeasureFilterStep } from './expression/measure-filter-step'
import { FilterStep } from './filter/filter-step'
import { GroupStep } from './group-step'
import { MeasureStep } from './measure-step'
import { ColumnStep, SortStep } from './row-steps'

interface QuestionStepsProps {
  readonly connectionId: string
  readonly question: Question
  /** It defines a metric: of one table, with one measure. */
  readonly isMetric?: boolean
  readonly onChange: ChangeQuestion
}

type QuestionTablesProps = BuilderTables & QuestionStepsProps

/** The steps of a question, once there are tables that it can be asked of. */
export function QuestionTables({ tables, isLoading, failure, ...question }: QuestionTablesProps) {
  if (isLoading) return <Skeleton className="m-4 h-7 w-48" />
  if (tables.length === 0 && failure === null) return <NoDataYet />
  return <QuestionSteps tables={tables} {...question} />
}

/** A question step by step; the later ones appear when there is something to ask. */
function QuestionSteps({
  connectionId,
  question,
  tables,
  isMetric = false,
  onChange,
}: QuestionStepsProps & Pick<BuilderTables, 'tables'>) {
  const read = useMemo(() => readTables(question, tables), [question, tables])
  const behind = useView((view) => modelsById(view, question), [question])
  const models = useMemo(
    () => resolveModels({ connectionId, question }, modelsAmong(behind)),
    [connectionId, question, behind],
  )
  const problems = [...checkQuestion(question), ...(models.ok ? missingNames(question, tables) : models.error)]
  const known = useMemo(() => [...read, ...computedTables(question)], [read, question])
  const propsFor = (...steps: readonly QuestionStepName[]) => ({
    connectionId,
    question,
    tables,
    read: known,
    isMetric,
    onChange,
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
          <MeasureStep {...propsFor('measures')} />
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

/** The source and the joined tables, as far as the schema still has them. */
function readTables({ source, joins }: Question, tables: readonly BuilderTable[]): readonly ReadTable[] {
  return [{ id: null, table: source }, ...joins].flatMap(({ id, table }) => {
    const found = tables.find((candidate) => table !== null && isSameTable(candidate.table, table))
    return found === undefined ? [] : [{ join: id, table: found }]
  })
}
