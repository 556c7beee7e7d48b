import { expect, test } from 'vitest'
import { monthly, step, usualByYear, yearly } from '@testkit/entries/question-steps-fixture'
import type { Question } from '../builder/question'
import { changedStage } from '../builder/stages/question-stages'
import { describeQuestion } from '../history/describe-question'
import { defaultVisual } from './chart-visual'
import { followQuestion } from './follow-question'
import { proposeName } from './propose-name'

test('changes of a question are said step by step', () => {
  const changed: Question = { ...usualByYear, steps: [{ ...yearly, groups: [], limit: 5 }, step('few')] }
  expect(describeQuestion(usualByYear, changed)).toEqual([
    'Added step 3',
    'Step 2: no longer groups by “day by year”',
    'Step 2: limited the rows to 5',
  ])
  expect(describeQuestion(usualByYear, monthly)).toEqual(['Removed step 2'])
})

test('a chart draws and is named by the last step of its question', () => {
  const measures = yearly.measures.map((one) => ({ ...one, label: 'Mean' }))
  const renamed = { ...usualByYear, ...changedStage(usualByYear, 'years', { measures }) }
  expect(followQuestion({ ...defaultVisual, y: ['Usual'] }, usualByYear, renamed).y).toEqual(['Mean'])
  const query = { kind: 'builder', connectionId: 'local', question: usualByYear } as const
  expect(proposeName({ query, visual: defaultVisual })).toBe('Usual by year')
})
