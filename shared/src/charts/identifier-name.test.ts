import { describe, expect, it } from 'vitest'
import { isIdentifierName } from './identifier-name'

describe('isIdentifierName', () => {
  it.each([
    'id',
    'order_id',
    'orderId',
    'customerID',
    'Order ID',
    'zip code',
    'ZIP',
    'Phone',
    'Invoice no.',
    'order number',
    'product_key',
    'Bestellnr.',
    'Kundennummer',
    'Artikel-Nr.',
    'Postleitzahl',
  ])('takes %s for which one', (name) => expect(isIdentifierName(name)).toBe(true))
  it.each([
    'paid',
    'grid',
    'number',
    'no',
    'Distinct Order ID',
    'count_id',
    'sum zip',
    'total number',
    'Nummer',
    'Nr.',
    'Anzahl',
    'ids seen',
    'amount',
    '',
    '%',
  ])('takes %s for how many', (name) => expect(isIdentifierName(name)).toBe(false))
})
