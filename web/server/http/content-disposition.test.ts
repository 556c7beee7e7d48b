import { expect, test } from 'vitest'
import { contentDisposition } from './content-disposition'

test.each([
  ['sales.csv', `attachment; filename="sales.csv"; filename*=UTF-8''sales.csv`],
  [
    'Umsätze “1”.csv',
    `attachment; filename="Ums_tze _1_.csv"; filename*=UTF-8''Ums%C3%A4tze%20%E2%80%9C1%E2%80%9D.csv`,
  ],
  ['a\r\nb"\\%.csv', `attachment; filename="a__b___.csv"; filename*=UTF-8''a%0D%0Ab%22%5C%25.csv`],
  ['half \ud83d.csv', `attachment; filename="half _.csv"; filename*=UTF-8''half%20%EF%BF%BD.csv`],
])('a file is offered under the name %j', (name, header) => {
  expect(contentDisposition(name)).toBe(header)
})
