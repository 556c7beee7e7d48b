import { describe, expect, it } from 'vitest'
import type { NumberFormat } from '../../../query/number-format'
import { fullFormatter, plural } from './format-number'
import {
  axisFormatter,
  commonDecimals,
  compactFormatter,
  formatChange,
  formatShare,
  labelFormatter,
  unitTitle,
} from './number-labels'

const auto: NumberFormat = { style: 'auto', decimals: null, currency: null, unit: '' }

describe('numbers', () => {
  it.each([
    ['en', 1234567.5, '1,234,567.5'],
    ['de', 1234567.5, '1.234.567,5'],
    ['fr', 1234567.5, '1\u202f234\u202f567,5'],
    ['sv', -1234, '−1\u202f234'],
    ['es', 1234, '1.234'],
    ['en', -0, '0'],
    ['en', 0.000123456, '0.0001235'],
    ['en', 123.456, '123.46'],
    ['ar-EG', 1234, '1,234'],
    ['he', -5, '−5'],
    ['en', Number.NaN, ''],
    ['en', 1e300, '1\u00a0×\u00a010³⁰⁰'],
    ['de', -1.25e21, '−1,25\u00a0×\u00a010²¹'],
    ['en', 123_456_789_012_345_680_000, '123,456,789,012,345,680,000'],
    ['en', 1.2345678901234568e29, '1.23456789012346\u00a0×\u00a010²⁹'],
    ['en', 1.5e-15, '1.5\u00a0×\u00a010⁻¹⁵'],
    ['en', 0.0000000015, '0.0000000015'],
  ])('in %s, %d is written in full as %s', (locale, value, text) => {
    expect(fullFormatter({ locale, format: auto })(value)).toBe(text)
  })

  it.each([
    ['en', 41_020, '41.0\u00a0K'],
    ['en', 1_284_000, '1.28\u00a0M'],
    ['en', 999_960, '1.00\u00a0M'],
    ['en', 9_999, '9,999'],
    ['de', 3_200_000_000, '3,20\u00a0Mrd.'],
    ['ja', 41_020, '4.10万'],
    ['en', -52_000, '−52.0\u00a0K'],
    ['en', 900e12, '900\u00a0T'],
    ['en', 123_456_789_012_345_680, '1.23\u00a0×\u00a010¹⁷'],
    ['en', 1e300, '1\u00a0×\u00a010³⁰⁰'],
  ])('in %s, %d is short as %s', (locale, value, text) => {
    expect(compactFormatter(locale, auto)(value)).toBe(text)
  })

  it('gives all ticks of an axis one unit and as many decimals as the step needs', () => {
    const ticks = [0, 200_000, 400_000, 1_200_000]
    expect(ticks.map(axisFormatter('en', auto, ticks))).toEqual(['0', '0.2\u00a0M', '0.4\u00a0M', '1.2\u00a0M'])
    const small = [0, 0.05, 0.1, 0.15]
    expect(small.map(axisFormatter('en', auto, small))).toEqual(['0', '0.05', '0.10', '0.15'])
    const halves = [0, 2500, 5000, 7500, 10_000]
    expect(halves.map(axisFormatter('en', auto, halves))).toEqual([
      '0',
      '2.5\u00a0K',
      '5.0\u00a0K',
      '7.5\u00a0K',
      '10.0\u00a0K',
    ])
  })

  it('gives ticks and labels beyond the largest unit a power of ten rather than digits that are not theirs', () => {
    const ticks = [0, 2e29, 4e29, 6e29, 8e29, 1e30, 12e29]
    const powers = [
      '2\u00a0×\u00a010²⁹',
      '4\u00a0×\u00a010²⁹',
      '6\u00a0×\u00a010²⁹',
      '8\u00a0×\u00a010²⁹',
      '1\u00a0×\u00a010³⁰',
      '1.2\u00a0×\u00a010³⁰',
    ]
    expect(ticks.map(axisFormatter('en', auto, ticks))).toEqual(['0', ...powers])
    const halves = [0, 2.5e15, 5e15, 7.5e15, 1e16]
    const halfPowers = ['2.5\u00a0×\u00a010¹⁵', '5\u00a0×\u00a010¹⁵', '7.5\u00a0×\u00a010¹⁵', '1\u00a0×\u00a010¹⁶']
    expect(halves.map(axisFormatter('en', auto, halves))).toEqual(['0', ...halfPowers])
    expect(labelFormatter('en', auto, ticks)(6e29)).toBe('6\u00a0×\u00a010²⁹')
  })

  it('tells ticks apart that are tiny, or that differ little', () => {
    const tiny = [0, 5e-13, 1e-12, 15e-13]
    expect(tiny.map(axisFormatter('en', auto, tiny))).toEqual([
      '0',
      '5\u00a0×\u00a010⁻¹³',
      '1\u00a0×\u00a010⁻¹²',
      '1.5\u00a0×\u00a010⁻¹²',
    ])
    expect(labelFormatter('en', auto, tiny)(1.234e-12)).toBe('1.23\u00a0×\u00a010⁻¹²')
    const near = [1_000_000.001, 1_000_000.0015, 1_000_000.002]
    expect(near.map(axisFormatter('en', auto, near))).toEqual(['1,000,000.0010', '1,000,000.0015', '1,000,000.0020'])
  })

  it('writes years without separators', () => {
    expect([1990, 2000, 2010].map(axisFormatter('en', auto, [1990, 2000, 2010], { grouping: false }))).toEqual([
      '1990',
      '2000',
      '2010',
    ])
  })

  it('keeps labels that are read together in one unit, except those it would make zero', () => {
    const values = [41_020, 9_520, 12]
    expect(values.map(labelFormatter('en', auto, values))).toEqual(['41.0\u00a0K', '9.5\u00a0K', '12'])
    const large = [1_460_000, 149_545, 101_043]
    expect(large.map(labelFormatter('en', auto, large))).toEqual(['1.5\u00a0M', '150\u00a0K', '101\u00a0K'])
    const wide = [807_000, 4_310, 400, 0]
    expect(wide.map(labelFormatter('en', auto, wide))).toEqual(['807\u00a0K', '4\u00a0K', '400', '0'])
    const small = [1.5, 0.25, 0.0012]
    expect(small.map(labelFormatter('en', auto, small))).toEqual(['1.50', '0.25', '0.0012'])
  })

  it.each([
    [{ ...auto, style: 'percent' }, 0.0184, '1.84%'],
    [{ ...auto, style: 'percent', decimals: 0 }, 0.5, '50%'],
    [{ ...auto, style: 'currency', currency: 'EUR' }, 30.6, '€30.60'],
    [{ ...auto, style: 'currency', currency: 'JPY', decimals: 0 }, 1200, '¥1,200'],
    [{ ...auto, style: 'currency', currency: 'JPY' }, 1200, '¥1,200'],
    [{ ...auto, unit: 'kg' }, 12, '12\u00a0kg'],
    [{ ...auto, unit: '€' }, -12, '−€12'],
    [{ ...auto, decimals: 2 }, 7, '7.00'],
    [{ ...auto, decimals: 2 }, 1e-15, '0.00'],
    [{ ...auto, decimals: 2 }, 0, '0.00'],
    [{ ...auto, decimals: 0 }, -0.2, '0'],
    [{ ...auto, style: 'percent', decimals: 1 }, 0.000412, '0.0%'],
    [{ ...auto, style: 'percent', decimals: 1 }, 0.0006, '0.1%'],
    [{ ...auto, style: 'currency', currency: 'EUR' }, 0.0035, '€0.0035'],
    [{ ...auto, style: 'percent' }, 1.5e30, '1.5\u00a0×\u00a010³²%'],
    [{ ...auto, style: 'currency', currency: 'EUR' }, 1e300, '€1\u00a0×\u00a010³⁰⁰'],
    [{ ...auto, unit: 'kg' }, 2e30, '2\u00a0×\u00a010³⁰\u00a0kg'],
  ] as const)('writes a number as its format says: %o', (format, value, text) => {
    expect(fullFormatter({ locale: 'en', format })(value)).toBe(text)
  })

  it('puts a currency it does not know in no one’s way', () => {
    expect(fullFormatter({ locale: 'en', format: { ...auto, style: 'currency', currency: 'ZZZ' } })(5)).toContain('5')
    expect(fullFormatter({ locale: 'not a locale', format: auto })(1500)).toBe('1,500')
  })

  it('leaves unit and currency to the axis title, once', () => {
    const format = { ...auto, style: 'currency', currency: 'EUR' } as const
    expect(axisFormatter('en', format, [0, 5])(5)).toBe('5')
    expect(axisFormatter('en', format, [0, 5], { hasSign: true })(5)).toBe('€5')
    expect(axisFormatter('en', format, [0, 20_000], { hasSign: true })(20_000)).toBe('€20\u00a0K')
    expect(unitTitle('en', format)).toBe('€')
    expect(unitTitle('en', { ...auto, unit: 'kg' })).toBe('kg')
  })

  it('signs a change, in points where the measure is itself a percentage', () => {
    expect(formatChange('en', 0.082, 'relative')).toBe('+8.2%')
    expect(formatChange('en', -0.5, 'relative')).toBe('−50.0%')
    expect(formatChange('en', 0.0021, 'points')).toBe('+0.21 pp')
    expect(formatChange('en', 0, 'relative')).toBe('0.0%')
    expect(formatChange('en', -0.0002, 'relative')).toBe('−0.02%')
    expect(formatChange('en', 0.00001, 'points')).toBe('+0.001 pp')
  })

  it('gives small shares a decimal', () => {
    const shares = [0.41, 0.028, 0.0004, 1, 0, 0.995, 0.99998, 1 - 1e-15]
    expect(shares.map((share) => formatShare('en', share))).toEqual([
      '41%',
      '2.8%',
      '0.04%',
      '100%',
      '0%',
      '99.5%',
      '99.998%',
      '100%',
    ])
  })

  it('finds how many decimals a column needs', () => {
    expect(commonDecimals([1, 2, 3], 4)).toBe(0)
    expect(commonDecimals([1.5, 2.25], 4)).toBe(2)
    expect(commonDecimals([0.1 + 0.2], 4)).toBe(1)
    expect(commonDecimals([Math.PI], 4)).toBe(4)
    expect(commonDecimals([12_345_678.91], 2)).toBe(2)
    expect(commonDecimals([1_234_567_890_123.45, 12_345_678.5], 2)).toBe(2)
    expect(commonDecimals([100_000.00000133288, 1e300], 2)).toBe(0)
  })
})

it.each([
  ['en', 1, '1 row'],
  ['en', 0, '0 rows'],
  ['en', 1204, '1,204 rows'],
  ['es', 1204, '1.204 rows'],
])('in %s %d of rows are %s', (locale, count, text) => {
  expect(plural(locale, count, 'row')).toBe(text)
})
