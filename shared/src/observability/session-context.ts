import * as z from 'zod/mini'

/** The sections of a report that describe the person's context, each under a key of its own. */
export const contextSections = ['session', 'replicache', 'localStorage', 'featureFlags', 'legendState'] as const
export type ContextSection = (typeof contextSections)[number]

export type ContextValue = string | number | boolean | null
export type SectionValues = Readonly<Record<string, ContextValue>>
export type SessionContext = Readonly<Record<ContextSection, SectionValues>>

const sectionSchema = z.record(
  z.string().check(z.maxLength(200)),
  z.union([z.string().check(z.maxLength(200)), z.number(), z.boolean(), z.null()]),
)

/** A context as one process hands it to another. */
export const sessionContextSchema = z.strictObject({
  session: sectionSchema,
  replicache: sectionSchema,
  localStorage: sectionSchema,
  featureFlags: sectionSchema,
  legendState: sectionSchema,
})

/** Reads one section as it is now; undefined where the process does not have it, as a server has no local storage. */
export type SectionReader = () => SectionValues | undefined
export type ContextSources = Readonly<Partial<Record<ContextSection, SectionReader>>>

/** Keys that the fixed sections may have; a reader's other keys are left out. */
export const sectionKeys = {
  session: ['userId', 'orgId', 'isDesktopApp'],
  replicache: ['clientID', 'online', 'lastSyncAt', 'pendingMutationCount', 'schemaVersion'],
} as const satisfies Partial<Record<ContextSection, readonly string[]>>

/** Five sections of this size and their names stay below 16 KB together. */
const maxSectionBytes: Readonly<Record<ContextSection, number>> = {
  session: 1024,
  replicache: 1024,
  localStorage: 4096,
  featureFlags: 4096,
  legendState: 4096,
}

const unavailable: SectionValues = { available: false }

/**
 * Reads every section, now. All are in the result: one that the process does not have, or whose reader throws, as
 * `{available: false}`, and the others are none the worse for it. Flat; at most 4 KB each and 16 KB in all.
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
    // A report about one error must not be lost to another: what is wrong here shows as a section that is not there.
    return unavailable
  }
}

/** Returns the part of a section that may leave, at most 4 KB, whoever made it. Idempotent. */
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

/** Readers are typed, and still one may hand over an object, with everything in it. */
function isContextValue(value: unknown): value is ContextValue {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value)
}

/** Ids, names of states and versions look like this, a byte for each character; text that somebody typed does not. */
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
