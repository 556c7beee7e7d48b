import * as z from 'zod/mini'

export const uiCookie = 'tidemark-ui'

/** Preferences of the interface that change how a page is laid out, so the server needs them. Sizes in pixels. */
const uiPreferencesSchema = z.object({
  editorHeightPx: z.int().check(z.minimum(80), z.maximum(2000)),
  gridHeightPx: z.int().check(z.minimum(80), z.maximum(2000)),
  /** The height that was last left for the chart in its editor. */
  drawingHeightPx: z.int().check(z.minimum(80), z.maximum(4000)),
  /** The way in which the person's last question was asked, and the next begins. */
  askWith: z.enum(['builder', 'sql']),
})
export type UiPreferences = z.infer<typeof uiPreferencesSchema>

export const defaultUiPreferences: UiPreferences = {
  editorHeightPx: 168,
  gridHeightPx: 260,
  drawingHeightPx: 240,
  askWith: 'builder',
}

/** Preferences from the cookie's value; whatever does not fit counts as not set. */
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
    // A cookie that somebody cut or wrote by hand.
    return {}
  }
}
