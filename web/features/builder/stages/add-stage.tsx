import { Plus } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { newId } from '@tidemark/shared/base/ids'
import { emptyQuestion, maxSteps, type Question } from '@tidemark/shared/builder/question'
import { isEmptyStep } from '@tidemark/shared/builder/stages/question-stages'
import { Chip } from '@/ui/buttons/chip'
import { QuestionStep } from '../question-step'
import type { ChangeQuestion } from '../step-props'

interface AddStageProps {
  readonly question: Question
  readonly onChange: ChangeQuestion
  /** True after the only further step was removed. */
  readonly takesFocus?: boolean
  /** Called with the id of the new step. */
  readonly onAdd: (id: string) => void
}

/** The way to a further step, once the last one says anything. */
export function AddStage({ question, onChange, takesFocus = false, onAdd }: AddStageProps) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (takesFocus) button.current?.focus()
  }, [takesFocus])
  const { steps = [] } = question
  const add = () => {
    const { source: _, ...parts } = emptyQuestion
    const id = newId()
    onChange('Add a step', { steps: [...steps, { ...parts, id }] })
    onAdd(id)
  }
  const isFull = steps.length >= maxSteps - 1
  const last = steps.at(-1)
  const isWaiting = last !== undefined && isEmptyStep(last)
  return (
    <QuestionStep title="Next" problems={[]}>
      {!isFull && !isWaiting && (
        <Chip ref={button} dashed icon={Plus} aria-label="Add a step" onClick={add}>
          Step
        </Chip>
      )}
      <span className="text-small text-muted">
        {isFull
          ? `A question has at most ${maxSteps} steps.`
          : isWaiting
            ? 'Filter, join, measure or group the result in the step above.'
            : 'Filter, join or group the result'}
      </span>
    </QuestionStep>
  )
}
