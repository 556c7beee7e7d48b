import { badRowsText } from '@tidemark/shared/datasets/bad-rows'
import type { Dataset } from '@tidemark/shared/datasets/dataset'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { ImportFileOutcome } from '@/server/services'

/** For those who read one answer: fails with `upload-bad-rows` and what to choose from, where somebody is to be asked. */
export function mustBeDone(outcome: ImportFileOutcome): Dataset {
  if (outcome.kind === 'done') return outcome.dataset
  const { badRows } = outcome
  throw new TidemarkError('upload-bad-rows', {
    detail: badRowsText(badRows),
    hint: `Correct them, or say badRows=${badRows.choices.join(' or badRows=')}.`,
    choices: badRows.choices,
  })
}
