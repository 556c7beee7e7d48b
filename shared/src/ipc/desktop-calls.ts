import * as z from 'zod/mini'
import type { UpdateState } from './update-state'
import { sessionContextSchema } from '../observability/session-context'

/** A change that a page has made and its server has not confirmed. args: as its mutator got them. */
export const pendingChangeSchema = z.object({
  clientId: z.string().check(z.minLength(1), z.maxLength(200)),
  mutationId: z.int().check(z.nonnegative()),
  name: z.string().check(z.minLength(1), z.maxLength(200)),
  args: z.json(),
})
export type PendingChange = z.infer<typeof pendingChangeSchema>

/** An entry of the native menu, as the page reports it. */
const commandStateSchema = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(100)),
  title: z.string().check(z.maxLength(300)),
  isAvailable: z.boolean(),
})
export type CommandState = z.infer<typeof commandStateSchema>

const emptySchema = z.strictObject({})
/** A path inside the app; the page decides where it leads. */
export const appPathSchema = z.string().check(z.maxLength(2_000), z.regex(/^\/(?![/\\])/, 'a path of the app'))

/** automatic: downloads without asking and installs on quitting. ask: downloads when the person agrees. */
export const updateChoiceSchema = z.strictObject({
  channel: z.enum(['latest', 'beta']),
  mode: z.enum(['automatic', 'ask']),
})
export type UpdateChoice = z.infer<typeof updateChoiceSchema>

/** The longest message of a page's log, in characters; longer ones are cut. */
export const maxLogMessageLength = 1_000
/** The longest JSON of a line's fields. */
export const maxLogFieldsLength = 20_000

/**
 * The calls that a page may make to the desktop app, with their arguments, which the main process validates.
 *
 * maxBytes: of the encoded arguments. team: true if pages of a team server may make the call too.
 */
export const desktopCalls = {
  /** The page is listening: waiting intents are sent from now on. */
  'page-ready': { args: emptySchema, maxBytes: 1_000, team: true },
  'read-opened-file': {
    args: z.strictObject({ id: z.string().check(z.maxLength(100)), offset: z.int().check(z.nonnegative()) }),
    maxBytes: 1_000,
    team: false,
  },
  'set-commands': {
    args: z.strictObject({ commands: z.array(commandStateSchema).check(z.maxLength(200)) }),
    maxBytes: 100_000,
    team: true,
  },
  /** pending: all unconfirmed changes of this page's client; empty if all are confirmed. */
  'keep-pending': {
    args: z.strictObject({
      databaseName: z.string().check(z.minLength(1), z.maxLength(200)),
      clientId: z.string().check(z.minLength(1), z.maxLength(200)),
      pending: z.array(pendingChangeSchema).check(z.maxLength(20_000)),
    }),
    maxBytes: 64 * 1024 * 1024,
    team: false,
  },
  /** Returns the changes that other addresses of this profile's server left behind. */
  'read-pending': {
    args: z.strictObject({ databaseName: z.string().check(z.minLength(1), z.maxLength(200)) }),
    maxBytes: 1_000,
    team: false,
  },
  /** Says that the answer of `read-pending` has been stored elsewhere. */
  'forget-pending': {
    args: z.strictObject({ databaseName: z.string().check(z.minLength(1), z.maxLength(200)) }),
    maxBytes: 1_000,
    team: false,
  },
  /** fraction: of all running work, 0 to 1; null if unknown or nothing runs. count: how many run. */
  'show-progress': {
    args: z.strictObject({
      fraction: z.nullable(z.number().check(z.minimum(0), z.maximum(1))),
      count: z.int().check(z.minimum(0), z.maximum(999)),
    }),
    maxBytes: 1_000,
    team: true,
  },
  /** fileCount: how many chosen files would be lost by leaving the page; the person is then asked first. */
  'tell-losses': {
    args: z.strictObject({ fileCount: z.int().check(z.nonnegative()) }),
    maxBytes: 1_000,
    team: true,
  },
  /** Shown only while no window has the focus. path: opened by a click on it. */
  notify: {
    args: z.strictObject({
      title: z.string().check(z.minLength(1), z.maxLength(200)),
      body: z.string().check(z.maxLength(1_000)),
      path: appPathSchema,
    }),
    maxBytes: 10_000,
    team: true,
  },
  'set-theme': { args: z.strictObject({ theme: z.enum(['light', 'dark', 'system']) }), maxBytes: 1_000, team: true },
  'check-for-updates': { args: emptySchema, maxBytes: 1_000, team: false },
  'load-update': { args: emptySchema, maxBytes: 1_000, team: false },
  'restart-to-update': { args: emptySchema, maxBytes: 1_000, team: false },
  /** Returns DesktopSettings. */
  'read-settings': { args: emptySchema, maxBytes: 1_000, team: false },
  'choose-updates': { args: updateChoiceSchema, maxBytes: 1_000, team: false },
  /** Opens the window with the settings that belong to no profile: proxy, certificates, updates. */
  'open-settings': { args: emptySchema, maxBytes: 1_000, team: true },
  /** A line of the page's log, for the desktop app's log file of pages. */
  'write-log': {
    args: z.strictObject({
      level: z.enum(['error', 'info']),
      message: z.string().check(z.maxLength(maxLogMessageLength)),
      fields: z.record(z.string(), z.json()),
    }),
    maxBytes: 100_000,
    team: true,
  },
  /** The person's context for reports of the main process; sent again when it changes. */
  'tell-context': { args: z.strictObject({ context: sessionContextSchema }), maxBytes: 40_000, team: true },
  /** Returns a ReportingState. */
  'read-reporting': { args: emptySchema, maxBytes: 1_000, team: true },
  'allow-reporting': { args: z.strictObject({ isAllowed: z.boolean() }), maxBytes: 1_000, team: false },
  'report-problem': { args: emptySchema, maxBytes: 1_000, team: true },
} as const satisfies Readonly<Record<string, DesktopCall>>

interface DesktopCall {
  readonly args: z.ZodMiniType
  readonly maxBytes: number
  readonly team: boolean
}

export type DesktopCallName = keyof typeof desktopCalls
export type DesktopCallArgs<Name extends DesktopCallName> = z.infer<(typeof desktopCalls)[Name]['args']>

/** isAllowed: the person's choice. isActive: true if error reports leave this computer now. */
export const reportingStateSchema = z.object({ isAllowed: z.boolean(), isActive: z.boolean() })
export type ReportingState = z.infer<typeof reportingStateSchema>

/** protection: where the key of saved passwords is. file: the system has no keychain, or it is locked. */
export interface DesktopSettings {
  readonly updates: UpdateChoice
  readonly update: UpdateState
  readonly protection: 'keychain' | 'file'
}

/** The most bytes in one answer of `read-opened-file`. */
export const openedFilePartBytes = 4 * 1024 * 1024
