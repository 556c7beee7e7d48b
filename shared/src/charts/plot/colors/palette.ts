/**
 * Colours of series: Okabe and Ito's hues, distinct with any kind of colour vision. On dark the blues and
 * the vermilion are lighter, on light the yellows are darker, until each has 3:1 on its surface. The second blue comes last: it
 * is the one that is taken for another. These are also the values
 * in `web/features/charts/series-colors.css`; a test keeps the two equal.
 */
export const hueCount = 7

export const palettes = {
  light: {
    surface: '#ffffff',
    hues: ['#0072B2', '#B07700', '#009E73', '#B8558F', '#D55E00', '#8F8600', '#2F8FC4'],
    other: '#7A828C',
    empty: '#878E97',
  },
  dark: {
    surface: '#15171c',
    hues: ['#56B4E9', '#E69F00', '#009E73', '#CC79A7', '#D55E00', '#F0E442', '#3D9BE0'],
    other: '#8B939D',
    empty: '#6F7781',
  },
} as const

export const otherColor = 'var(--series-other)'
export const emptyColor = 'var(--series-empty)'

/** The two blues, which differ the least. */
const blues: readonly number[] = [0, hueCount - 1]

/** The hue that is taken for this one; null for one that is not. */
export function hueLike(hue: number): number | null {
  return blues.includes(hue) ? (blues.find((other) => other !== hue) ?? null) : null
}

/** hue: from 0; every eighth starts again. */
export function hueColor(hue: number): string {
  return `var(--series-${(hue % hueCount) + 1})`
}

/**
 * The SVG dashes, in px, that distinguish series of one hue: none for the first seven, then one for each seven more.
 * None is that of an unfinished bucket.
 */
export const dashes = ['', '7 3', '2 2', '10 3 2 3', '15 4'] as const

/** hue: from 0, as for `hueColor`. */
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
