import { describe, expect, it } from 'vitest'
import { fullFormatter } from './format-number'
import { unitTitle } from './number-labels'
import { autoFormat, type NumberFormat } from '../../../query/number-format'
import { columnNumberFormat, signedFormat, signOf } from './signed-format'

describe('numbers that came with a sign', () => {
  it.each([
    ['%', 0.125, '12.5%', '12,5\u00a0%'],
    ['€', 1234.5, '€1,234.50', '1.234,50\u00a0€'],
    ['EUR', 12, '€12.00', '12,00\u00a0€'],
    ['$', 1234.5, '$1,234.50', '1.234,50\u00a0$'],
    ['₩', 1200, '₩1,200', '1.200\u00a0₩'],
    ['CHF', 5, 'CHF\u00a05.00', '5,00\u00a0CHF'],
    ['CAD', 5, '5.00\u00a0CAD', '5,00\u00a0CAD'],
    ['SEK', -5, '−5.00\u00a0SEK', '−5,00\u00a0SEK'],
    ['¥', 1234.5, '¥1,234.5', '¥1.234,5'],
    ['₿', 2, '₿2', '₿2'],
  ])('are written with it: %s', (sign, value, english, german) => {
    const format = signedFormat(autoFormat, sign)
    expect(fullFormatter({ locale: 'en', format })(value)).toBe(english)
    expect(fullFormatter({ locale: 'de', format })(value)).toBe(german)
  })

  it('never get the sign of another currency', () => {
    for (const code of 'AUD CAD CNY DKK HKD MXN NOK NZD SEK SGD ZAR JPY'.split(' '))
      expect(unitTitle('en', signedFormat(autoFormat, code))).toBe(code)
    for (const sign of '$ € £ ₹ ₩ ₺ ₽ ₴ ₪ ₫ ₱ ¥ ฿'.split(' '))
      expect(unitTitle('en', signedFormat(autoFormat, sign))).toBe(sign)
  })

  it('are written as somebody chose, the decimals alone left the sign', () => {
    const chosen = [
      { ...autoFormat, style: 'plain' },
      { ...autoFormat, style: 'currency', currency: 'GBP' },
      { ...autoFormat, unit: 'kg' },
    ] as const
    for (const format of chosen) expect(signedFormat(format, '€')).toBe(format)
    expect(signedFormat({ ...autoFormat, decimals: 0 }, '%')).toEqual({ ...autoFormat, style: 'percent', decimals: 0 })
  })

  it('have none where the answer says none', () => {
    expect(signOf({}, 'a')).toBeUndefined()
    expect(signOf({ signs: { a: '€' } }, 'a')).toBe('€')
    expect(signOf({ signs: { a: '€' } }, 'toString')).toBeUndefined()
    expect(signOf({ signs: { a: '€' } }, null)).toBeUndefined()
  })
})

describe('numbers of a column that people say something about', () => {
  const said = { ...autoFormat, style: 'currency', currency: 'EUR', decimals: 0 } as const
  const written = (format: Partial<NumberFormat>, value = 1234.5) =>
    fullFormatter({
      locale: 'en',
      format: columnNumberFormat(
        { ...autoFormat, ...format },
        { signs: { amount: '$' }, shown: { amount: { format: said } } },
        'amount',
      ),
    })(value)

  it.each<[string, Partial<NumberFormat>, string]>([
    ['nothing', {}, '€1,235'],
    ['the decimals', { decimals: 1 }, '€1,234.5'],
    ['another currency', { style: 'currency', currency: 'CHF' }, 'CHF\u00a01,235'],
    ['a unit', { unit: 'kg' }, '1,235\u00a0kg'],
    ['plain numbers', { style: 'plain' }, '1,234.5'],
  ])('where a chart says %s are written so', (_, format, expected) => {
    expect(written(format)).toBe(expected)
  })

  it('come without a sign of their own where only the unit is said, which may stand before', () => {
    const format = { ...autoFormat, unit: 'No', unitPlace: 'before' } as const
    const shown = { n: { format } }
    expect(fullFormatter({ locale: 'en', format: columnNumberFormat(autoFormat, { shown }, 'n') })(-7)).toBe(
      '−No\u00a07',
    )
  })

  it('are as they came where nothing is said', () => {
    expect(columnNumberFormat(autoFormat, { signs: { n: '€' } }, 'n')).toMatchObject({ currency: 'EUR' })
  })
})
