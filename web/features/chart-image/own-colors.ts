/** Replaces the variables in an SVG's colours. colorOf: returns a colour as the browser computes it in sRGB. */
export function withOwnColors(svg: string, colorOf: (value: string) => string): string {
  const known = new Map<string, string>()
  return svg.replace(/ (fill|stroke)="([^"]*(?:var|color-mix)\([^"]*)"/g, (_, name: string, value: string) => {
    const color = known.get(value) ?? toHex(colorOf(value))
    known.set(value, color)
    return ` ${name}="${color}"`
  })
}

/**
 * Converts `color(srgb 0 0.45 0.7)` or `rgb(0, 114, 178)` to hexadecimal, which every program reads; other notations
 * are returned unchanged.
 */
export function toHex(color: string): string {
  const isUnit = color.startsWith('color(srgb ')
  if (!isUnit && !color.startsWith('rgb(')) return color
  const parts = color.slice(color.indexOf('(')).match(/-?[\d.]+(e-?\d+)?/g) ?? []
  const hex = parts.slice(0, 3).map((part) => {
    const byte = Math.round(Number(part) * (isUnit ? 255 : 1))
    return Math.min(255, Math.max(0, byte)).toString(16).padStart(2, '0')
  })
  return `#${hex.join('')}`
}

/** Reads the style sheet's colours in the current theme. done: removes the helper element from the page. */
export function readColors(): { readonly colorOf: (value: string) => string; readonly done: () => void } {
  const probe = document.createElement('span')
  probe.style.display = 'none'
  // Otherwise a forced-colours system would compute each as its one text colour.
  probe.style.setProperty('forced-color-adjust', 'none')
  document.body.append(probe)
  return {
    colorOf: (value) => {
      // The theme's colours are in OKLCH, which few programs read; mixing in sRGB makes the browser convert them.
      probe.style.color = `color-mix(in srgb, ${value}, ${value})`
      return getComputedStyle(probe).color
    },
    done: () => probe.remove(),
  }
}
