/** About how many bins a column is divided into by itself. */
const wantedBins = 12

/** A round width (1, 2 or 5 and zeros) that divides the range into about a dozen bins, in digits; whole for whole numbers. */
export function roundWidth(least: number, most: number, isWhole: boolean): string {
  const span = most - least
  if (!Number.isFinite(span) || span <= 0) return '1'
  const step = span / wantedBins
  const power = Math.min(Math.max(Math.floor(Math.log10(step)), isWhole ? 0 : -9), 14)
  const factor = [1, 2, 5].find((one) => one * 10 ** power >= step)
  if (factor === undefined) return digitsOf(1, Math.min(power + 1, 14))
  return digitsOf(factor, power)
}

function digitsOf(factor: number, power: number): string {
  return power >= 0 ? `${factor}${'0'.repeat(power)}` : `0.${'0'.repeat(-power - 1)}${factor}`
}

/** The sum of two numbers in digits, exact; null of what is not written in digits. */
export function addDigits(a: string, b: string): string | null {
  const [first, second] = [a, b].map((text) => /^(-?)(\d+)(?:\.(\d+))?$/.exec(text))
  if (!first || !second) return null
  const scale = Math.max(first[3]?.length ?? 0, second[3]?.length ?? 0)
  const partsOf = ([, sign = '', whole = '', fraction = '']: RegExpExecArray) =>
    BigInt(`${sign}${whole}${fraction.padEnd(scale, '0')}`)
  const sum = partsOf(first) + partsOf(second)
  const digits = String(sum < 0n ? -sum : sum).padStart(scale + 1, '0')
  const whole = digits.slice(0, digits.length - scale)
  const fraction = digits.slice(digits.length - scale).replace(/0+$/, '')
  return `${sum < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`
}
