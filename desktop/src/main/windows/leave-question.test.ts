import { expect, it } from 'vitest'
import { leaveQuestion, type Leaving } from './leave-question'

it.each<[Leaving, number, RegExp, RegExp, string]>([
  ['close', 1, /window/, /^A file .* it again/, 'Close'],
  ['quit', 3, /Quit/, /^3 files .* them again/, 'Quit'],
  ['restart', 1, /Restart/, /^A file/, 'Restart'],
  ['switch', 2, /profile/, /^2 files/, 'Leave'],
  ['load', 0, /page/, /not finished/, 'Leave'],
])('before %s with %i files it says what is lost, and staying is what Enter and Escape mean', (...given) => {
  const [leaving, fileCount, message, detail, leave] = given
  expect(leaveQuestion(leaving, fileCount)).toMatchObject({
    message: expect.stringMatching(message),
    detail: expect.stringMatching(detail),
    buttons: [leave, 'Stay'],
    defaultId: 1,
    cancelId: 1,
  })
})
