import type { EmbedError, EmbedField, EmbedMark, EmbedParameters, EmbedTheme } from './embed-types'

/** A message of the page in the frame to the page around it. */
export type FromFrame =
  | {
      readonly kind: 'loaded'
      readonly title: string
      readonly heightPx: number
      readonly fields: readonly EmbedField[]
    }
  | { readonly kind: 'resize'; readonly heightPx: number }
  | ({ readonly kind: 'mark-clicked' } & EmbedMark)
  | ({ readonly kind: 'error' } & EmbedError)
  /** search: the query of the frame's address, with what its reader has chosen. */
  | { readonly kind: 'token-expired'; readonly search: string }

/** A message to the page in the frame. hello: asks for its messages, which it sends to nobody before. */
export type ToFrame = { readonly kind: 'hello' } | ({ readonly kind: 'set' } & EmbedSettings)

export interface EmbedSettings {
  readonly theme?: EmbedTheme
  readonly locale?: string
  readonly parameters?: EmbedParameters
}

/** Tells our messages from those of other scripts. */
const mark = 'tidemark-embed'
/** The most characters of each text in a message. */
const longestText = 10_000
const highestFramePx = 100_000

/** Returns a message as it travels. */
export function toWire(message: FromFrame | ToFrame): unknown {
  return { [mark]: message }
}

/** Returns a mark whose texts fit into a message. */
export function cutTexts({ chart, label, series, values }: EmbedMark): EmbedMark {
  const cut = (text: string) => text.slice(0, longestText)
  return {
    chart: cut(chart),
    label: cut(label),
    series: series === null ? null : cut(series),
    values: values.map((value) => ({ label: cut(value.label), text: cut(value.text) })),
  }
}

/** Returns the message of a frame; null for anything else. */
export function parseFromFrame(data: unknown): FromFrame | null {
  const message = messageIn(data)
  switch (message?.['kind']) {
    case 'loaded': {
      const { title, heightPx, fields } = message
      return isText(title) && isHeight(heightPx) && isListOf(fields, isField)
        ? { kind: 'loaded', title, heightPx: cutHeight(heightPx), fields }
        : null
    }
    case 'resize': {
      const { heightPx } = message
      return isHeight(heightPx) ? { kind: 'resize', heightPx: cutHeight(heightPx) } : null
    }
    case 'mark-clicked': {
      const { chart, label, series, values } = message
      return isText(chart) && isText(label) && (series === null || isText(series)) && isListOf(values, isValue)
        ? { kind: 'mark-clicked', chart, label, series, values }
        : null
    }
    case 'error': {
      const { code, message: words } = message
      return isText(code) && isText(words) ? { kind: 'error', code, message: words } : null
    }
    case 'token-expired': {
      const { search } = message
      return isText(search) ? { kind: 'token-expired', search } : null
    }
    default:
      return null
  }
}

/** Returns a message to a frame; null for anything else. */
export function parseToFrame(data: unknown): ToFrame | null {
  const message = messageIn(data)
  switch (message?.['kind']) {
    case 'hello':
      return { kind: 'hello' }
    case 'set': {
      const { theme, locale, parameters } = message
      if (theme !== undefined && !isTheme(theme)) return null
      if (locale !== undefined && !isText(locale)) return null
      if (parameters !== undefined && !isParameters(parameters)) return null
      return {
        kind: 'set',
        ...(theme === undefined ? {} : { theme }),
        ...(locale === undefined ? {} : { locale }),
        ...(parameters === undefined ? {} : { parameters }),
      }
    }
    default:
      return null
  }
}

export function isTheme(theme: unknown): theme is EmbedTheme {
  return theme === 'light' || theme === 'dark' || theme === 'system'
}

/** Puts settings into the query of an address. What is chosen anew begins with the first rows of each table. */
export function addSettings(query: URLSearchParams, { theme, locale, parameters = {} }: EmbedSettings): void {
  if (theme !== undefined) query.set('theme', theme)
  if (locale !== undefined) query.set('locale', locale)
  for (const [name, value] of Object.entries(parameters)) {
    for (const ending of ['', '.from', '.to']) query.delete(name + ending)
    if (value === null) continue
    for (const text of Array.isArray(value) ? value : [value]) query.append(name, String(text))
    for (const page of [...query.keys()]) if (page.startsWith('rows.')) query.delete(page)
  }
}

function messageIn(data: unknown): Readonly<Record<string, unknown>> | null {
  const message = isRecord(data) ? data[mark] : null
  return isRecord(message) ? message : null
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= longestText
}

function isHeight(value: unknown): value is number {
  return typeof value === 'number' && value >= 0
}

/** Returns the height of the frame for a page. A higher page scrolls in it. */
function cutHeight(heightPx: number): number {
  return Math.min(heightPx, highestFramePx)
}

function isListOf<Item>(value: unknown, isItem: (item: unknown) => item is Item): value is readonly Item[] {
  return Array.isArray(value) && value.every(isItem)
}

function isField(value: unknown): value is EmbedField {
  return isRecord(value) && isText(value['name']) && isText(value['label']) && isListOf(value['values'], isText)
}

function isValue(value: unknown): value is EmbedMark['values'][number] {
  return isRecord(value) && isText(value['label']) && isText(value['text'])
}

function isParameters(value: unknown): value is EmbedParameters {
  return (
    isRecord(value) &&
    Object.entries(value).every(
      ([name, one]) => /^[fp]\.[^.]+$/.test(name) && (one === null || isScalar(one) || isListOf(one, isScalar)),
    )
  )
}

function isScalar(value: unknown): value is string | number {
  return isText(value) || typeof value === 'number'
}
