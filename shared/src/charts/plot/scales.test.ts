import { describe, expect, it } from 'vitest'
import { binsOf, partAt, binPartsOf, spreadOf } from './bins'
import { keepM4 } from './m4'
import { stacked } from './stack'
import { fitText, fitTexts, textWidth } from './text/text-width'
import { pixelScale, valueScale } from './numbers/value-scale'

describe('a value scale', () => {
  const base = { count: 5, whole: false } as const
  it.each([
    ['bars start at zero', [120, 180], 'always', [0, 200]],
    ['a line far from zero leaves it', [120, 180], 'near', [120, 180]],
    ['a line that reaches down keeps it', [30, 180], 'near', [0, 200]],
    ['negative values reach down to zero', [-30, -10], 'always', [-30, 0]],
    ['a scatter follows its values', [30, 180], 'never', [0, 200]],
    ['one value has room around it', [50], 'never', [44, 56]],
    ['nothing but zero is 0 to 1', [0, 0], 'always', [0, 1]],
    ['no values are 0 to 1', [], 'near', [0, 1]],
  ] as const)('%s', (_, values, zero, domain) => {
    expect(valueScale(values, { ...base, zero }).domain).toEqual(domain)
  })

  it.each([
    [
      [0, 101],
      [0, 120],
      [0, 40, 80, 120],
    ],
    [
      [0, 7.4],
      [0, 8],
      [0, 4, 8],
    ],
    [
      [0, 3],
      [0, 3],
      [0, 1, 2, 3],
    ],
    [
      [-3, 6],
      [-4, 6],
      [-4, 0, 4],
    ],
    [
      [-20, 61],
      [-20, 80],
      [0, 40, 80],
    ],
    [
      [-50, 120],
      [-50, 150],
      [0, 100],
    ],
    [
      [-45, 1045],
      [-200, 1200],
      [0, 600, 1200],
    ],
    [
      [340, 425],
      [340, 440],
      [360, 400, 440],
    ],
  ])('with few ticks ends near its values %j', (values, domain, ticks) => {
    expect(valueScale(values, { zero: 'near', count: 2, whole: false })).toEqual({ domain, ticks })
  })

  it('has no ticks between whole numbers of whole measures', () => {
    expect(valueScale([0, 2], { zero: 'always', count: 8, whole: true }).ticks).toEqual([0, 1, 2])
    expect(valueScale([1, 1], { zero: 'never', count: 5, whole: true })).toEqual({ domain: [0, 2], ticks: [0, 1, 2] })
    expect(valueScale([1, 2], { zero: 'never', count: 9, whole: true })).toEqual({ domain: [1, 2], ticks: [1, 2] })
  })

  it('rounds pixels to hundredths', () => {
    expect(pixelScale([0, 3], 0, 100)(1)).toBe(33.33)
  })
})

describe('stacking', () => {
  it('puts positive values up and negative ones down', () => {
    expect(stacked([[2], [-1], [3], [-4]], false).map(([span]) => span)).toEqual([
      { low: 0, high: 2 },
      { low: 0, high: -1 },
      { low: 2, high: 5 },
      { low: -1, high: -5 },
    ])
  })

  it('counts a missing value as zero between others, and draws nothing where all are missing', () => {
    const grid = stacked(
      [
        [2, null],
        [undefined, undefined],
        [3, null],
      ],
      false,
    )
    expect(grid.map((row) => row[0])).toEqual([
      { low: 0, high: 2 },
      { low: 2, high: 2 },
      { low: 2, high: 5 },
    ])
    expect(grid.map((row) => row[1])).toEqual([null, null, null])
  })

  it('makes shares that end at 1, and none of a total of zero', () => {
    const grid = stacked(
      [
        [1, 0],
        [3, 0],
      ],
      true,
    )
    expect(grid.map((row) => row[0])).toEqual([
      { low: 0, high: 0.25 },
      { low: 0.25, high: 1 },
    ])
    expect(grid.map((row) => row[1])).toEqual([null, null])
  })
})

describe('bins', () => {
  it.each([
    [[1, 2, 3, 97], null],
    [Array.from({ length: 500 }, (_, index) => Math.sqrt(index)), null],
    [Array.from({ length: 5000 }, (_, index) => index / 7), null],
    [[0, 1e6], null],
    [[-5, 5], 10],
  ])('have round edges around all values, 8 to 30 of them unless asked otherwise', (values, wanted) => {
    const { bins } = binsOf(spreadOf(values), wanted, 800)
    if (wanted === null) expect(bins.length).toBeGreaterThanOrEqual(8)
    expect(bins.length).toBeLessThanOrEqual(40)
    expect(bins[0]?.from).toBeLessThanOrEqual(Math.min(...values))
    expect(bins.at(-1)?.to).toBeGreaterThanOrEqual(Math.max(...values))
    const step = (bins[0]?.to ?? 0) - (bins[0]?.from ?? 0)
    expect(Number(step.toPrecision(9)).toExponential()).toMatch(/^[125]e/)
    bins.forEach((bin, index) => index > 0 && expect(bin.from).toBe(bins[index - 1]?.to))
  })

  it('are fewer where there is less room, or fewer values', () => {
    const many = spreadOf(Array.from({ length: 5000 }, (_, index) => index / 50))
    const counts = [1200, 300, 100].map((widthPx) => binsOf(many, null, widthPx).bins.length)
    expect(counts).toEqual([20, 20, 10])
    expect(binsOf({ ...many, count: 40 }, null, 1200).bins).toHaveLength(10)
    expect(binsOf(many, 60, 100).bins).toHaveLength(50)
  })

  it('keep whole numbers whole, the highest apart from the one before', () => {
    expect(binsOf(spreadOf([1, 2, 3, 4]), null, 800).bins).toEqual([
      { from: 1, to: 2 },
      { from: 2, to: 3 },
      { from: 3, to: 4 },
      { from: 4, to: 5 },
    ])
  })

  it.each([
    { low: 0, high: 100, wanted: 20, width: 5, lastFrom: 95 },
    { low: 1, high: 100, wanted: 10, width: 10, lastFrom: 90 },
    { low: 0, high: 99, wanted: 10, width: 10, lastFrom: 90 },
    { low: 0, high: 101, wanted: 10, width: 10, lastFrom: 100 },
    { low: -250, high: 250, wanted: 10, width: 50, lastFrom: 200 },
    { low: 0, high: 20, wanted: 10, width: 2, lastFrom: 20 },
  ])(
    'of whole numbers from $low to $high hold $width each, and the last its upper edge unless they are few',
    ({ low, high, wanted, width, lastFrom }) => {
      const spread = { low, high, count: 1000, whole: true }
      const { bins, binOf, hasUpperEdge } = binsOf(spread, wanted, 800)
      const { step } = binPartsOf(spread)
      for (let value = low; value <= high; value++) {
        const bin = bins[binOf(partAt(value, step))]
        expect(bin?.from).toBe(Math.min(lastFrom, Math.floor(value / width) * width))
        expect(bin?.to).toBe((bin?.from ?? NaN) + width)
      }
      expect(bins.at(-1)?.from).toBe(lastFrom)
      expect(hasUpperEdge).toBe(high === lastFrom + width)
    },
  )

  it('hold every value, the last also its upper edge', () => {
    const spread = spreadOf([0, 0.1, 0.2, 0.30000000000000004, 1])
    const { bins, binOf } = binsOf(spread, 10, 800)
    const at = (value: number) => binOf(partAt(value, binPartsOf(spread).step))
    expect(at(0.30000000000000004)).toBe(bins.findIndex((bin) => bin.from === 0.3))
    expect(at(1)).toBe(bins.length - 1)
    expect(binsOf(spreadOf([7, 7]), null, 800).bins).toEqual([{ from: 7, to: 8 }])
    expect(binsOf(spreadOf([7.2, 7.2]), null, 800).bins).toEqual([{ from: 7, to: 8 }])
  })

  it('of any width are put together from parts, of which there are few', () => {
    for (const scale of [1e-90, 3e-7, 0.013, 1, 77, 5e8, 4e15, 9e99]) {
      for (const from of [-1, 0, 0.37, 12]) {
        const spread = { low: from * scale, high: (from + 1) * scale, count: 1e6, whole: false }
        const parts = binPartsOf(spread)
        expect(parts.count).toBeGreaterThanOrEqual(60)
        expect(parts.count).toBeLessThanOrEqual(602)
        for (const wanted of [2, 8, 13, 30, 60, null]) {
          const { bins, binOf } = binsOf(spread, wanted, 800)
          const strays = Array.from({ length: parts.count - 2 }, (_, index) => parts.first + index + 1).filter(
            (part) => {
              const middle = (part + 0.5) * parts.step
              const bin = bins[binOf(part)]
              return !((bin?.from ?? NaN) <= middle && middle <= (bin?.to ?? NaN))
            },
          )
          expect(strays).toEqual([])
        }
      }
    }
  })
})

describe('M4', () => {
  it('keeps the first, last, lowest and highest of each column, and the nulls that part them', () => {
    const ys = [1, 9, -3, 2, null, null, 5, 5]
    const keep = new Set<number>()
    keepM4([0, 1, 2, 3, 4, 5, 6, 7], ys, 4, keep)
    expect([...keep].sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 5, 6, 7])
  })

  it('keeps the highest of a hundred thousand points', () => {
    const ys = Array.from({ length: 100_000 }, (_, index) => (index === 54_321 ? 99 : Math.sin(index)))
    const keep = new Set<number>()
    keepM4(
      ys.map((_, index) => index),
      ys,
      300,
      keep,
    )
    expect(keep.size).toBeLessThanOrEqual(1200)
    expect(keep.has(54_321)).toBe(true)
  })
})

describe('text', () => {
  it('is as wide as Inter draws it', () => {
    // A tabular figure is 0.648 em wide.
    expect(textWidth('1234', 10)).toBeCloseTo(25.92, 2)
    expect(textWidth('漢', 11)).toBe(11)
  })

  it('is cut with an ellipsis that still fits', () => {
    const fitted = fitText('Organic search results', 80, 12)
    expect(fitted).toMatch(/^Organic.*…$/)
    expect(textWidth(fitted, 12)).toBeLessThanOrEqual(80)
    expect(fitText('Direct', 80, 12)).toBe('Direct')
  })

  it.each([
    ['read from the right has its ellipsis at its left', 'اسم طويل جدا لا ينتهي أبدا', '…\u200f'],
    ['read from the left has it at its right', 'Organic search اسم طويل جدا لا ينتهي أبدا', '…'],
  ])('that is cut and %s', (_, text, end) => {
    const fitted = fitText(text, 120, 12)
    expect(fitted.slice(fitted.indexOf('…'))).toBe(end)
    expect(textWidth(fitted, 12)).toBeLessThanOrEqual(120)
    expect(fitText(fitted, 120, 12)).toBe(fitted)
  })

  it('is cut in the middle where several would look alike', () => {
    const texts = ['Organic search results 2024', 'Organic search results 2025', 'Newsletter of the month', 'Direct']
    const fitted = fitTexts(texts, 80, 12)
    expect(fitted).toEqual(['Organ…2024', 'Organ…2025', 'Newsletter…', 'Direct'])
    for (const text of fitted) expect(textWidth(text, 12)).toBeLessThanOrEqual(80)
  })
})
