'use client'

import type { Question } from '@tidemark/shared/builder/question'
import { NoDataYet } from '@/features/data/no-data-yet'
import { Skeleton } from '@/ui/skeleton'
import { QuestionSteps } from './question-steps'
import type { ChangeQuestion } from './step-props'
import type { BuilderTables } from './use-builder-tables'

interface QuestionTablesProps extends BuilderTables {
  readonly connectionId: string
  readonly question: Question
  readonly onChange: ChangeQuestion
}

/** The steps of a question, once there are tables that it can be asked of. */
export function QuestionTables({ tables, isLoading, failure, ...question }: QuestionTablesProps) {
  if (isLoading) return <Skeleton className="m-4 h-7 w-48" />
  if (tables.length === 0 && failure === null) return <NoDataYet />
  return <QuestionSteps tables={tables} {...question} />
}
