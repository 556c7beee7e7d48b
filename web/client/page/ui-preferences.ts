import * as z from 'zod/mini'

export const uiCookie = 'tidemark-ui'

/** Preferences that change a page's layout, so the server needs them to render it. Sizes are in pixels. */
const uiPreferencesSchema = z.object({
  editorHeightPx: z.int().check(z.minimum(80), z.maximum(2000)),
  gridHeightPx: z.int().check(z.minimum(80), z.maximum(2000)),
  /** The height last chosen for the chart in its editor. */
  drawingHeightPx: z.int().check(z.minimum(80), z.maximum(4000)),
  /** How the person asked their last question; the next one begins in the same way. */
  askWith: z.enum(['builder', 'sql']),
  /** The sections of a chart's properties that the person closed. */
  closedSections: z.array(z.string().check(z.maxLength(40))).check(z.maxLength(20)),
  /** True if the person opened the rest of the types of charts. */
  isEveryTypeShown: z.boolean(),
})
export type UiPreferences = z.infer<typeof uiPreferencesSchema>

export const defaultUiPreferences: UiPreferences = {
  editorHeightPx: 168,
  gridHeightPx: 260,
  drawingHeightPx: 240,
  askWith: 'builder',
  closedSections: [],
  isEveryTypeShown: false,
}

/** Parses preferences from the cookie's value; values that do not fit count as not set. */
export function parseUiPreferences(cookie: string | undefined): UiPreferences {
  const given: Record<string, unknown> = { ...parseJsonObject(cookie) }
  const preferences: Record<string, unknown> = { ...defaultUiPreferences }
  for (const [name, schema] of Object.entries(uiPreferencesSchema.shape)) {
    const parsed = schema.safeParse(given[name])
    if (parsed.success) preferences[name] = parsed.data
  }
  return uiPreferencesSchema.parse(preferences)
}

function parseJsonObject(text: string | undefined): object {
  try {
    const value: unknown = JSON.parse(decodeURIComponent(text ?? '{}'))
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    // The cookie was cut off or written by hand.
    return {}
  }
}
