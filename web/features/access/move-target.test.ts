import { expect, test } from 'vitest'
import { newFolderName } from './move-target'

const targets = [{ title: 'Top level' }, { title: 'Café' }]

test.each([
  ['Sales', 'Sales'],
  [' Sales ', 'Sales'],
  ['cafe', null],
  ['', null],
])('typing %j offers the new folder %j', (typed, name) => {
  expect(newFolderName(typed, targets)).toBe(name)
})
