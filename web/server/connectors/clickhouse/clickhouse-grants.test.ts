import { expect, test } from 'vitest'
import { readingRights, rolesIn } from './clickhouse-grants'

const columns = ['id', 'note', 'secret']
const ofOrders = (...holders: readonly (readonly string[])[]) => {
  const rights = readingRights(holders, 'shop')?.of('orders', columns)
  return rights === undefined ? null : [rights.readable.join(' '), rights.hidesOthers]
}

test.each<readonly [statements: readonly string[], readable: string, hidesOthers: boolean]>([
  [['GRANT SHOW, S3, SELECT, INSERT ON *.* TO ann WITH GRANT OPTION'], 'id note secret', false],
  [['GRANT ALL ON *.* TO ann'], 'id note secret', false],
  [['GRANT SELECT ON shop.* TO ann'], 'id note secret', false],
  [['GRANT SELECT ON shop.ord* TO ann'], 'id note secret', false],
  [['GRANT SELECT ON shop.or* TO ann', 'REVOKE SELECT ON shop.ord* FROM ann'], '', true],
  [['GRANT SELECT ON *.* TO ann', 'REVOKE SELECT ON shop.orders FROM ann'], '', true],
  [['GRANT SELECT ON shop.* TO ann', 'REVOKE SELECT(secret) ON shop.orders FROM ann'], 'id note', true],
  [['GRANT SELECT ON shop.* TO ann', 'REVOKE SELECT(secret) ON shop.bills FROM ann'], 'id note secret', false],
  [['GRANT SELECT ON other.* TO ann', 'GRANT SELECT(id) ON shop.orders TO ann'], 'id', true],
  [['GRANT INSERT(id, secret), SELECT(note) ON `shop`.`orders` TO ann'], 'note', true],
  [['GRANT INSERT ON shop.orders TO ann', "GRANT READ ON S3('.*') TO ann", 'GRANT reading TO ann'], '', true],
])('%j: %j can be read, others are hidden: %j', (statements, readable, hidesOthers) => {
  expect(ofOrders(statements)).toEqual([readable, hidesOthers])
})

test('rights that are written in an unknown way hide nothing: the server refuses what is not given', () => {
  for (const unknown of ['GRANT SELECT ON sh*.* TO ann', 'REVOKE SELECT(id) ON s*.* FROM ann', 'GRANT ALL ON ? TO ann'])
    expect(ofOrders(['GRANT SELECT(id) ON shop.orders TO ann', unknown])).toBeNull()
})

test('a long list of rights to something else is read at once', () => {
  const rights = Array.from({ length: 200 }, (_, index) => `SYSTEM RIGHT ${index}`).join(', ')
  expect(ofOrders([`GRANT ${rights} ON shop.* TO ann`, `GRANT ${rights} OF * TO ann`])).toEqual(['', true])
})

test('what one of several roles may read can be read, whatever another lacks', () => {
  const lacking = ['GRANT SELECT ON shop.* TO a', 'REVOKE SELECT(secret) ON shop.orders FROM a']
  expect(ofOrders(lacking, ['GRANT SELECT(secret) ON shop.orders TO b'])).toEqual(['id note secret', true])
  expect(ofOrders(lacking, ['GRANT SELECT ON shop.orders TO b'])).toEqual(['id note secret', false])
})

test('roles are named as they are', () => {
  expect(rolesIn(['GRANT SELECT ON *.* TO ann', 'GRANT a, `b, \\`c` TO ann'])).toEqual(['a', 'b, `c'])
})
