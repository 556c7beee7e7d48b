import * as z from 'zod/mini'
import type { UpdateState } from './update-state'
import { sessionContextSchema } from '../observability/session-context'

/** A change that a page has made and its server has not confirmed. args: as its mutator took them. */
export const pendingChangeSchema = z.object({
  clientId: z.string().check(z.minLength(1), z.maxLength(200)),
  mutationId: z.int().check(z.nonnegative()),
  name: z.string().check(z.minLength(1), z.maxLength(200)),
  args: z.json(),
})
export type PendingChange = z.infer<typeof pendingChangeSchema>

/** One entry of the native menu as the page sees it now. */
const commandStateSchema = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(100)),
  title: z.string().check(z.maxLength(300)),
  isAvailable: z.boolean(),
})
export type CommandState = z.infer<typeof commandStateSchema>

const emptySchema = z.strictObject({})
/** A path inside the app; where it leads is decided by the page. */
export const appPathSchema = z.string().check(z.maxLength(2_000), z.regex(/^\/(?![/\\])/, 'a path of the app'))

/** automatic: loaded without asking, installed on quitting. ask: loaded when the person says so. */
export const updateChoiceSchema = z.strictObject({
  channel: z.enum(['latest', 'beta']),
  mode: z.enum(['automatic', 'ask']),
})
export type UpdateChoice = z.infer<typeof updateChoiceSchema>

/** The longest message of a page's log, in characters; the rest is cut. */
export const maxLogMessageLength = 1_000
/** The longest JSON of its fields together. */
export const maxLogFieldsLength = 20_000

/**
 * The calls that a page may make to the desktop app, with their arguments, checked in the main process.
 *
 * maxBytes: of the arguments, encoded. team: whether pages of a team server may ask it too.
 */
export const desktopCalls = {
  /** The page listens: what waits to be opened is sent from now on. */
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
  /** pending: all changes of this page's client that wait; none means that all are confirmed. */
  'keep-pending': {
    args: z.strictObject({
      databaseName: z.string().check(z.minLength(1), z.maxLength(200)),
      clientId: z.string().check(z.minLength(1), z.maxLength(200)),
      pending: z.array(pendingChangeSchema).check(z.maxLength(20_000)),
    }),
    maxBytes: 64 * 1024 * 1024,
    team: false,
  },
  /** Answers with what other addresses of this profile's server left behind. */
  'read-pending': {
    args: z.strictObject({ databaseName: z.string().check(z.minLength(1), z.maxLength(200)) }),
    maxBytes: 1_000,
    team: false,
  },
  /** Says that the answer of `read-pending` is stored elsewhere. */
  'forget-pending': {
    args: z.strictObject({ databaseName: z.string().check(z.minLength(1), z.maxLength(200)) }),
    maxBytes: 1_000,
    team: false,
  },
  /** fraction: of all running work, 0 to 1; null: nobody knows, or none runs. count: how many run. */
  'show-progress': {
    args: z.strictObject({
      fraction: z.nullable(z.number().check(z.minimum(0), z.maximum(1))),
      count: z.int().check(z.minimum(0), z.maximum(999)),
    }),
    maxBytes: 1_000,
    team: true,
  },
  /** fileCount: how many chosen files are lost when the page is left; the person is asked before it is. */
  'tell-losses': {
    args: z.strictObject({ fileCount: z.int().check(z.nonnegative()) }),
    maxBytes: 1_000,
    team: true,
  },
  /** Shown only while no window has the focus. path: where a click on it leads. */
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
  /** Answers with DesktopSettings. */
  'read-settings': { args: emptySchema, maxBytes: 1_000, team: false },
  'choose-updates': { args: updateChoiceSchema, maxBytes: 1_000, team: false },
  /** Opens the window of settings that no profile owns: proxy, certificates, updates. */
  'open-settings': { args: emptySchema, maxBytes: 1_000, team: true },
  /** A line of the page's own log, for the file that the desktop app keeps of them. */
  'write-log': {
    args: z.strictObject({
      level: z.enum(['error', 'info']),
      message: z.string().check(z.maxLength(maxLogMessageLength)),
      fields: z.record(z.string(), z.json()),
    }),
    maxBytes: 100_000,
    team: true,
  },
  /** The person's context for reports of the main process; sent again as it changes. */
  'tell-context': { args: z.strictObject({ context: sessionContextSchema }), maxBytes: 40_000, team: true },
  /** Answers with a ReportingState. */
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

/** isAllowed: what the person chose. isActive: whether error reports leave this computer now. */
export const reportingStateSchema = z.object({ isAllowed: z.boolean(), isActive: z.boolean() })
export type ReportingState = z.infer<typeof reportingStateSchema>

/** protection: where the key of saved passwords is; file: this system offers no keychain, or it is locked. */
export interface DesktopSettings {
  readonly updates: UpdateChoice
  readonly update: UpdateState
  readonly protection: 'keychain' | 'file'
}

/** Bytes that one `read-opened-file` answers at most. */
export const openedFilePartBytes = 4 * 1024 * 1024
