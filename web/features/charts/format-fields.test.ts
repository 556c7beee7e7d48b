import { expect, test } from 'vitest'
import { currencyOf } from './format-fields'

test.each([
  ['en', 'USD'],
  ['en-GB', 'GBP'],
  ['de-CH', 'CHF'],
  ['de', 'EUR'],
  ['en-IE', 'EUR'],
  ['pt-BR', 'BRL'],
])('amounts of a reader in %s begin with %s', (locale, currency) => expect(currencyOf(locale)).toBe(currency))
