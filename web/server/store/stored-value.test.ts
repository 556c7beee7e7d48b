import { expect, test } from 'vitest'
import { folderOf, recordingLog } from '@testkit/store/store-fixtures'
import { decodeValue } from './stored-value'

test('a damaged entry is left out of each read and told of once, until it is damaged otherwise', () => {
  const log = recordingLog()
  const read = (text: string) => decodeValue('folder/damaged', text, log)
  for (let time = 0; time < 3; time += 1) expect(read('{"id":')).toBeNull()
  expect(log.errors).toHaveLength(1)
  expect(read('{}')).toBeNull()
  expect(log.errors).toHaveLength(2)
  expect(read(JSON.stringify(folderOf('damaged')))).toEqual(folderOf('damaged'))
})
