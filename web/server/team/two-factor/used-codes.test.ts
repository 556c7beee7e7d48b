import { expect, onTestFinished, test } from 'vitest'
import { openTeamTestBed } from '@testkit/team/team-test-bed'
import { checkCodeOnce } from './used-codes'

test('a right code is taken once by one of many at the same moment, again after two minutes, and by others', async () => {
  const bed = await openTeamTestBed()
  onTestFinished(() => bed.dispose())
  const right = async () => new Response()
  const wrong = async () => new Response(null, { status: 401 })
  const at = Date.now()
  const give = async (userId: string, check = right, when = at) => {
    const answer = await checkCodeOnce(bed.database, { userId, code: '123456', at: when }, check)
    return answer === 'used' ? answer : answer.status
  }
  expect([await give('ann', wrong), await give('ann', wrong)]).toEqual([401, 401])
  const failed = give('ann', () => Promise.reject(new Error('the store is busy')))
  await expect(failed).rejects.toThrow('the store is busy')
  const answers = await Promise.all(Array.from({ length: 5 }, () => give('ann')))
  expect(answers.filter((answer) => answer === 200)).toHaveLength(1)
  expect(answers.filter((answer) => answer === 'used')).toHaveLength(4)
  expect(await give('ann', right, at + 119_000)).toBe('used')
  expect(await give('bo')).toBe(200)
  expect([await give('ann', right, at + 120_000), await give('ann', right, at + 121_000)]).toEqual([200, 'used'])
})
