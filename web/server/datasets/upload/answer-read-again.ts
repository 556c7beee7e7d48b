import { answerJson } from '@/server/http/api-route'
import type { ReplaceOutcome } from './dataset-upload'
import { mustBeDone } from './dataset-upload'

/** The answer to a file that was read again in another way: what became of it, or what would be other columns. */
export function answerReadAgain(outcome: ReplaceOutcome): Response {
  const answer = outcome.kind === 'differs' ? outcome : { kind: 'done', dataset: mustBeDone(outcome) }
  return answerJson(answer)
}
