import * as z from 'zod/mini'
import { nameSchema, storedNameSchema } from '../base/name'
import { authorshipShape } from '../entries/define-mutator'

/** A workspace's name as typed. */
export const workspaceNameSchema = nameSchema(80)

/** Who may make public links. */
export const publicLinkMakers = ['nobody', 'admins', 'editors'] as const
export type PublicLinkMakers = (typeof publicLinkMakers)[number]

/** A workspace's settings: one entry, at `workspace/settings`. Its id is the org's id. */
export const workspaceSchema = z.object({
  name: storedNameSchema(80),
  /** IANA zone in which time is bucketed and shown, for example `Europe/Berlin`. */
  timeZone: z.string().check(z.refine(isTimeZone, 'an IANA time zone')),
  /** 1 = Monday … 7 = Sunday, as in ISO 8601. */
  weekStart: z.int().check(z.minimum(1), z.maximum(7)),
  /** Set where its admins know that data has lists of who may use it; absent in workspaces made before there were any. */
  isToldOfDataAccess: z.optional(z.literal(true)),
  /** The lowest role that may make public links; admins if absent. */
  publicLinksBy: z.optional(z.enum(publicLinkMakers)),
  /** True if who sees a dashboard may comment on it where no folder says otherwise. */
  viewersComment: z.optional(z.boolean()),
  ...authorshipShape,
})
export type Workspace = z.infer<typeof workspaceSchema>

export const workspacePrefix = 'workspace/'
export const workspaceKey = 'workspace/settings'

const knownTimeZones = new Set<string>()

/** Returns true if the runtime knows the zone. */
export function isTimeZone(zone: string): boolean {
  // Cached, because creating a format takes a good part of a millisecond, and every run and every read of the settings
  // asks.
  if (knownTimeZones.has(zone)) return true
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    knownTimeZones.add(zone)
    return true
  } catch {
    return false
  }
}
