import { ticks } from 'd3-array'
import type { ValueScale } from './value-scale'

/** The steps within a power of ten at which a logarithmic axis may start, end and have ticks. */
const steps = [1, 2, 5] as const
/** The most powers of ten of an axis; smaller values would leave no room for the others. */
const mostPowers = 60

/**
 * Creates a logarithmic scale whose ends are 1, 2 or 5 times a power of ten. values: those that are not above zero
 * are left out. isBased: marks have a base, so the axis starts below the smallest value, whose mark would have no
 * length. count: about how many ticks.
 */
export function logScale(
  values: Iterable<number>,
  { isBased, count }: { readonly isBased: boolean; readonly count: number },
): ValueScale {
  let low = Infinity
  let high = 0
  for (const value of values) {
    if (value <= 0) continue
    if (value < low) low = value
    if (value > high) high = value
  }
  if (high === 0) [low, high] = [1, 10]
  low = Math.max(low, high / 10 ** mostPowers)
  const start = stepAtOrBelow(isBased ? low * 0.999 : low)
  const stop = Math.max(stepAtOrAbove(high), start * 2)
  return { domain: [start, stop], ticks: logTicks([start, stop], count), isLog: true }
}

/** Returns the ticks of a logarithmic axis: powers of ten, every second or third of many, with steps between few. */
export function logTicks([start, stop]: readonly [number, number], count: number): readonly number[] {
  const [from, to] = [Math.floor(Math.log10(start) + 1e-9), Math.ceil(Math.log10(stop) - 1e-9)]
  const powers = to - from
  const within = (value: number) => value >= start * (1 - 1e-9) && value <= stop * (1 + 1e-9)
  const ticksOf = (kept: readonly number[], every: number) =>
    Array.from({ length: powers + 1 }, (_, index) => from + index)
      .filter((power) => power % every === 0)
      .flatMap((power) => kept.map((step) => powerOf(power, step)))
      .filter(within)
  for (const kept of [steps, [1, 3]]) {
    const found = ticksOf(kept, 1)
    if (found.length <= count + 1 && found.length >= 2) return found
  }
  const plain = ticksOf([1], Math.max(1, Math.ceil(powers / (count + 1))))
  // Over less than a step, equal differences are nearly equal factors.
  const close = plain.length >= 2 ? [] : ticks(start, stop, count)
  return plain.length >= 2 ? plain : close.length >= 2 ? close : [start, stop]
}

/** Avoids the noise of a power: 0.001 rather than 0.0010000000000000002. */
function powerOf(power: number, step: number): number {
  return Number(`${step}e${power}`)
}

function stepAtOrBelow(value: number): number {
  const power = Math.floor(Math.log10(value))
  for (const [at, step] of [
    [power + 1, 1],
    [power, 5],
    [power, 2],
    [power, 1],
  ] as const)
    if (powerOf(at, step) <= value * (1 + 1e-12)) return powerOf(at, step)
  return powerOf(power - 1, 5)
}

function stepAtOrAbove(value: number): number {
  const power = Math.floor(Math.log10(value))
  for (const at of [power, power + 1])
    for (const step of steps) if (powerOf(at, step) >= value * (1 - 1e-12)) return powerOf(at, step)
  return powerOf(power + 2, 1)
}
