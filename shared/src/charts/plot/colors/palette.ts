/**
 * Colours of series: Okabe and Ito's hues, distinct for every kind of colour vision. The blues and the vermilion are
 * lightened on dark and the yellows darkened on light surfaces, until each has a contrast of 3:1. The second blue comes
 * last because it is easily confused with the first. A test keeps these values equal to
 * `web/features/charts/series-colors.css`.
 */
export const hueCount = 7

export const palettes = {
  light: {
    surface: '#ffffff',
    hues: ['#0072B2', '#B07700', '#009E73', '#B8558F', '#D55E00', '#8F8600', '#2F8FC4'],
    single: '#5A7FA6',
    other: '#7A828C',
    empty: '#878E97',
  },
  dark: {
    surface: '#15171c',
    hues: ['#56B4E9', '#E69F00', '#009E73', '#CC79A7', '#D55E00', '#F0E442', '#3D9BE0'],
    single: '#7F9FC2',
    other: '#8B939D',
    empty: '#6F7781',
  },
} as const

/** A quieter blue than the hues: a series that is told from no other is not taken for a value or measure that has a colour. */
export const singleColor = 'var(--series-single)'
export const otherColor = 'var(--series-other)'
export const emptyColor = 'var(--series-empty)'

/** The two blues, which are the most alike. */
const blues: readonly number[] = [0, hueCount - 1]

/** Returns the hue that is easily confused with this one; null if there is none. */
export function hueLike(hue: number): number | null {
  return blues.includes(hue) ? (blues.find((other) => other !== hue) ?? null) : null
}

/** Returns the CSS colour of a hue. hue: from 0; repeats after the last. */
export function hueColor(hue: number): string {
  return `var(--series-${(hue % hueCount) + 1})`
}

/** Returns the hue of a CSS colour; null if it is none of the palette. */
export function hueOfColor(color: string): number | null {
  const hue = /^var\(--series-(\d+)\)$/.exec(color)?.[1]
  return hue === undefined ? null : Number(hue) - 1
}

/** Returns the hue that a colour of `hueColor` is; null if it is none. */
export function drawnHue(color: string): number | null {
  const hue = Array.from({ length: hueCount }, (_, index) => index).find((index) => hueColor(index) === color)
  return hue ?? null
}

/**
 * The SVG dashes, in px, that distinguish series of equal hue: none for the first seven, then one for each further
 * seven. All differ from the dash of an unfinished bucket.
 */
export const dashes = ['', '7 3', '2 2', '10 3 2 3', '15 4'] as const

/** Returns the dash of a hue. hue: from 0, as for `hueColor`. */
export function hueDash(hue: number): string {
  return dashes[Math.floor(hue / hueCount) % dashes.length] ?? ''
}

/** The WCAG contrast ratio of two `#rrggbb` colours. */
export function contrastRatio(a: string, b: string): number {
  const [darker, lighter] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return ((lighter ?? 0) + 0.05) / ((darker ?? 0) + 0.05)
}

function luminance(color: string): number {
  const channel = (at: number) => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
}

/** The least contrast of a mark with its surface (WCAG 1.4.11). */
const leastContrast = 3

/** Returns the themes on whose surface a `#rrggbb` colour is hard to see, with its contrast. */
export function weakContrasts(color: string): readonly { readonly theme: 'light' | 'dark'; readonly ratio: number }[] {
  return (['light', 'dark'] as const).flatMap((theme) => {
    const ratio = contrastRatio(color, palettes[theme].surface)
    return ratio < leastContrast ? [{ theme, ratio }] : []
  })
}

/** Returns the colour made just so much darker or lighter that it can be seen in both themes. */
export function readableColor(color: string): string {
  const toward = weakContrasts(color).some(({ theme }) => theme === 'light') ? 0 : 255
  for (let part = 0; part <= 1; part += 0.02) {
    const mixed = `#${[1, 3, 5]
      .map((at) => Number.parseInt(color.slice(at, at + 2), 16))
      .map((channel) => Math.round(channel + (toward - channel) * part))
      .map((channel) => channel.toString(16).padStart(2, '0'))
      .join('')}`
    if (weakContrasts(mixed).length === 0) return mixed
  }
  return color
}
