import { expect, test } from 'vitest'
import { scryptHashing } from './create-auth'

test('the same password is kept differently each time, and no other one matches it', async () => {
  const password = 'correct horse battery'
  const [hash, other] = [await scryptHashing.hash(password), await scryptHashing.hash(password)]
  expect(hash).not.toBe(other)
  expect(hash).not.toContain(password)
  expect(await scryptHashing.verify({ hash, password })).toBe(true)
  expect(await scryptHashing.verify({ hash: other, password })).toBe(true)
  expect(await scryptHashing.verify({ hash, password: `${password} ` })).toBe(false)
})
