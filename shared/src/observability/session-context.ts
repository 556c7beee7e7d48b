import * as z from 'zod/mini'

/** The sections of a report that describe the person's context, each under its own key. */
export const contextSections = ['session', 'replicache', 'localStorage', 'featureFlags', 'legendState'] as const
export type ContextSection = (typeof contextSections)[number]

export type ContextValue = string | number | boolean | null
export type SectionValues = Readonly<Record<string, ContextValue>>
export type SessionContext = Readonly<Record<ContextSection, SectionValues>>

const sectionSchema = z.record(
  z.string().check(z.maxLength(200)),
  z.union([z.string().check(z.maxLength(200)), z.number(), z.boolean(), z.null()]),
)

/** A context as one process passes it to another. */
export const sessionContextSchema = z.strictObject({
  session: sectionSchema,
  replicache: sectionSchema,
  localStorage: sectionSchema,
  featureFlags: sectionSchema,
  legendState: sectionSchema,
})

/** Reads one section now; undefined if the process does not have it: a server, for example, has no local storage. */
export type SectionReader = () => SectionValues | undefined
export type ContextSources = Readonly<Partial<Record<ContextSection, SectionReader>>>

/** The keys that the fixed sections may have; other keys are dropped. */
export const sectionKeys = {
  session: ['userId', 'orgId', 'isDesktopApp'],
  replicache: ['clientID', 'online', 'lastSyncAt', 'pendingMutationCount', 'schemaVersion'],
} as const satisfies Partial<Record<ContextSection, readonly string[]>>

/** Five sections of these sizes, with their names, stay below 16 KB together. */
const maxSectionBytes: Readonly<Record<ContextSection, number>> = {
  session: 1024,
  replicache: 1024,
  localStorage: 4096,
  featureFlags: 4096,
  legendState: 4096,
}

const unavailable: SectionValues = { available: false }

/**
 * Reads every section now. A section that the process does not have, or whose reader throws, becomes `{available:
 * false}` without affecting the others. Flat; at most 4 KB each and 16 KB in all.
 */
export function readSessionContext(sources: ContextSources): SessionContext {
  const read = (section: ContextSection) => readSection(section, sources[section])
  return {
    session: read('session'),
    replicache: read('replicache'),
    localStorage: read('localStorage'),
    featureFlags: read('featureFlags'),
    legendState: read('legendState'),
  }
}

function readSection(section: ContextSection, reader: SectionReader | undefined): SectionValues {
  try {
    const values = reader?.()
    return values === undefined ? unavailable : leavableSection(section, values)
  } catch {
    // A report about one error must not be lost to another: a failing section shows as unavailable.
    return unavailable
  }
}

/** Returns what may be sent of a section, at most 4 KB, whoever made it. Idempotent. */
export function leavableSection(section: ContextSection, values: Readonly<Record<string, unknown>>): SectionValues {
  return values['available'] === false ? unavailable : bounded(allowed(section, values), maxSectionBytes[section])
}

function allowed(section: ContextSection, values: Readonly<Record<string, unknown>>): SectionValues {
  const keys: readonly string[] | undefined = section in sectionKeys ? Reflect.get(sectionKeys, section) : undefined
  const entries = Object.entries(values)
    .filter(([key]) => (keys === undefined ? plainText.test(key) : keys.includes(key)))
    .flatMap(([key, value]) => (isContextValue(value) ? [[key, shortened(value)] as const] : []))
  return Object.fromEntries(entries)
}

/** Readers are typed, but at run time one may still return an object. */
function isContextValue(value: unknown): value is ContextValue {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value)
}

/** Matches ids, names of states and versions, with one byte per character; text that somebody typed seldom matches. */
const plainText = /^[\w.:/-]{0,96}$/

function shortened(value: ContextValue): ContextValue {
  return typeof value !== 'string' || plainText.test(value) ? value : '[text]'
}

function bounded(values: SectionValues, maxBytes: number): SectionValues {
  const kept: Record<string, ContextValue> = {}
  let sizeBytes = 32
  for (const [key, value] of Object.entries(values)) {
    sizeBytes += JSON.stringify(key).length + JSON.stringify(value).length + 2
    if (sizeBytes > maxBytes) return { ...kept, truncated: true }
    kept[key] = value
  }
  return kept
}
