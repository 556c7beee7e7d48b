'use client'

import { SquareFunction } from 'lucide-react'
import { newId } from '@tidemark/shared/base/ids'
import {
  conditionsIn,
  type ComputedColumn,
  type Question,
  type QuestionCondition,
  type QuestionExpression,
} from '@tidemark/shared/builder/question'
import { columnOfComputed } from '@tidemark/shared/builder/question-expressions'
import type { BuilderTable, ReadTable } from '@tidemark/shared/builder/suggest-join'
import { Chip } from '@/ui/buttons/chip'
import { Popover } from '@/ui/popups/popover'
import { AddPart } from '../add-part'
import { QuestionStep } from '../question-step'
import { withPart, type StepProps } from '../step-props'
import { ExpressionForm, expressionFormWidth } from './lazy-expression-form'
import { renamedComputed } from './renamed-computed'

/** The columns that are worked out of others, for all other steps. */
export function ComputedStep({ question, read, problems, onChange }: StepProps) {
  const expressions = question.expressions ?? []
  const namesBeside = (id: string | null) =>
    read.flatMap(({ join, table }) => (join === id && id !== null ? [] : table.columns.map(({ name }) => name)))
  return (
    <QuestionStep title="Compute" problems={problems}>
      {expressions.map((computed) => (
        <Popover
          key={computed.id}
          label={`Custom column ${computed.name}`}
          width={expressionFormWidth}
          trigger={
            <Chip
              icon={SquareFunction}
              aria-label={`Custom column ${computed.name}: ${computed.expression.text}`}
              onRemove={() =>
                onChange(`Remove ${computed.name}`, { expressions: withPart(expressions, computed.id, null) })
              }
              removeLabel={`Remove ${computed.name}`}
            >
              {computed.name}
            </Chip>
          }
        >
          {(close) => (
            <ExpressionForm
              label="Expression"
              level="row"
              // Not made of itself.
              read={read.filter(({ join }) => join !== computed.id)}
              stored={computed.expression}
              name={computed.name}
              takenNames={namesBeside(computed.id)}
              placeholder="price * quantity"
              onDone={(expression, name) => {
                close()
                onChange(`Compute ${name}`, renamedComputed(question, { ...computed, name, expression }))
              }}
            />
          )}
        </Popover>
      ))}
      <AddPart label="Add a custom column" text="Custom column" width={expressionFormWidth}>
        {(close) => (
          <ExpressionForm
            label="Expression"
            level="row"
            read={read}
            stored={null}
            name=""
            takenNames={namesBeside(null)}
            placeholder="price * quantity"
            onDone={(expression, name) => {
              close()
              onChange(`Compute ${name}`, withComputed(question, { id: newId(), name, expression }))
            }}
          />
        )}
      </AddPart>
    </QuestionStep>
  )
}

/** The question with one computed column more, shown where columns were chosen. */
function withComputed(question: Question, computed: ComputedColumn): Partial<Question> {
  const { columns, expressions = [] } = question
  return {
    expressions: [...expressions, computed],
    ...(columns.length === 0 ? {} : { columns: [...columns, columnOfComputed(computed)] }),
  }
}

/** A condition that somebody wrote, as a column and the filter by it. */
export function withCondition(question: Question, expression: QuestionExpression): Partial<Question> {
  const id = newId()
  const computed: ComputedColumn = { id, name: expression.text.slice(0, 255), expression }
  const { filter, expressions = [] } = question
  return {
    expressions: [...expressions, computed],
    filter: {
      ...filter,
      items: [
        ...filter.items,
        { kind: 'condition', id: newId(), column: columnOfComputed(computed), test: { op: 'is-true' } },
      ],
    },
  }
}

/** Takes out the column of a condition that somebody wrote, once nothing is filtered by it. */
export function withoutCondition(
  { expressions = [], filter }: Question,
  { id, column }: QuestionCondition,
): Partial<Question> {
  const written = expressions.find((computed) => computed.id === column.join)
  const isUsed = conditionsIn(filter).some((condition) => condition.id !== id && condition.column.join === column.join)
  if (written === undefined || isUsed || written.name !== written.expression.text.slice(0, 255)) return {}
  return { expressions: withPart(expressions, written.id, null) }
}

/** The computed columns as tables of one column each, so that all steps offer them. */
export function computedTables({ expressions = [] }: Question): readonly ReadTable[] {
  return expressions.map((computed): ReadTable => {
    const { name, type, databaseType } = columnOfComputed(computed)
    const table: BuilderTable = {
      table: { schema: null, name },
      title: 'Custom columns',
      rowCount: null,
      columns: [{ name, type, databaseType, references: null }],
    }
    return { join: computed.id, table }
  })
}
