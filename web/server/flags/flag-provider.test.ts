import { OpenFeature } from '@openfeature/server-sdk'
import { samePercent, type Flag } from '@tidemark/shared/flags/flag'
import { expect, test } from 'vitest'
import { personOf } from '@testkit/sync/sync-test-bed'
import { evaluateFlags } from './evaluate-flags'
import { WorkspaceFlagProvider } from './flag-provider'

const flag = (name: string, changes: Partial<Flag> = {}): Flag => ({
  name,
  description: '',
  variants: [],
  percentByRole: samePercent(100),
  archivedAt: null,
  createdAt: 1,
  createdBy: 'ann',
  updatedAt: 1,
  updatedBy: 'ann',
  ...changes,
})
const ann = personOf('ann')

test('what somebody has is what is on for them: true, or the variant', async () => {
  const flags = [
    flag('plain'),
    flag('colours', { variants: ['blue'] }),
    flag('off', { percentByRole: samePercent(0) }),
    flag('old', { archivedAt: 3 }),
    flag('for-admins', { percentByRole: { ...samePercent(0), admin: 100 } }),
  ]
  expect(await evaluateFlags(flags, ann)).toEqual({ plain: true, colours: 'blue' })
  expect(await evaluateFlags(flags, { ...ann, role: 'admin' })).toMatchObject({ 'for-admins': true })
})

test('two snapshots that are asked at once do not mix', async () => {
  const asked = Array.from({ length: 50 }, (_, index) =>
    evaluateFlags([flag('lane', { percentByRole: samePercent(index % 2 === 0 ? 100 : 0) })], ann),
  )
  const answers = await Promise.all(asked)
  expect(answers).toEqual(answers.map((_, index) => (index % 2 === 0 ? { lane: true } : {})))
})

test('it speaks OpenFeature: variants, reasons, and the caller’s own value for what is not there or another type', async () => {
  const provider = new WorkspaceFlagProvider()
  OpenFeature.setProvider('contract', provider)
  const client = OpenFeature.getClient('contract')
  const flags = new Map([flag('plain'), flag('colours', { variants: ['blue'] })].map((each) => [each.name, each]))
  const context = provider.contextOf({ userId: 'ann', role: 'viewer', flags })
  expect(await client.getBooleanDetails('plain', false, context)).toMatchObject({ value: true, variant: 'on' })
  expect(await client.getStringDetails('colours', 'red', context)).toMatchObject({ value: 'blue', variant: 'blue' })
  expect(await client.getStringDetails('plain', 'red', context)).toMatchObject({
    value: 'red',
    errorCode: 'TYPE_MISMATCH',
  })
  expect(await client.getBooleanDetails('missing', true, context)).toMatchObject({
    value: true,
    errorCode: 'FLAG_NOT_FOUND',
  })
  expect(await client.getBooleanValue('plain', false, { targetingKey: 'ann' })).toBe(false)
  expect(await client.getNumberDetails('plain', 7, context)).toMatchObject({ value: 7, errorCode: 'TYPE_MISMATCH' })
})
