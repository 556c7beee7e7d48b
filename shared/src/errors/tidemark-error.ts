import * as z from 'zod/mini'
import { catalogue, errorCodes, type ErrorCode } from './catalogue'

/** The position of an error in a text: 1-based line and column. */
export const positionSchema = z.object({ line: z.int().check(z.minimum(1)), column: z.int().check(z.minimum(1)) })
export type Position = z.infer<typeof positionSchema>

/** An error as sent in API answers, IPC and stored mutation errors. Never contains a stack trace. */
export const errorBodySchema = z.object({
  /** A page of an older version shows a newer server's message for a code that it does not know. */
  code: z.catch(z.enum(errorCodes), 'internal'),
  message: z.string(),
  detail: z.optional(z.string()),
  hint: z.optional(z.string()),
  position: z.optional(positionSchema),
  /** The possible answers, if the error is a question to the caller. */
  choices: z.optional(z.array(z.string())),
  retryable: z.optional(z.boolean()),
})
export type ErrorBody = z.infer<typeof errorBodySchema>

export interface ErrorEvidence {
  /** The exact fault; shown to the person after the catalogue's sentence. */
  readonly detail?: string | undefined
  /** How to fix it. */
  readonly hint?: string | undefined
  readonly position?: Position | undefined
  readonly choices?: readonly string[] | undefined
  readonly retryable?: boolean | undefined
  readonly cause?: unknown
}

const brand = Symbol.for('tidemark.error')

/** An error with a catalogue code. `message` is the catalogue's sentence, `detail` says what was wrong this time. */
export class TidemarkError extends Error {
  /**
   * The host and Next's routes are bundled separately, each with its own copy of this class; `instanceof` must hold
   * across both.
   */
  static override [Symbol.hasInstance](value: unknown): value is TidemarkError {
    return value instanceof Error && Reflect.get(value, brand) === true
  }

  readonly [brand] = true
  override readonly name = 'TidemarkError'
  readonly code: ErrorCode
  readonly detail: string | undefined
  readonly hint: string | undefined
  readonly position: Position | undefined
  readonly choices: readonly string[] | undefined
  readonly retryable: boolean
  /** True for an error that a page received from the server, which has logged and reported it. */
  isMadeElsewhere = false

  constructor(code: ErrorCode, evidence: ErrorEvidence = {}) {
    const { message, status } = catalogue[code]
    super(message, evidence.cause === undefined ? undefined : { cause: evidence.cause })
    this.code = code
    this.detail = evidence.detail
    this.hint = evidence.hint
    this.position = evidence.position
    this.choices = evidence.choices
    this.retryable = evidence.retryable ?? status >= 500
  }

  /** Recreates an error received from elsewhere, with its own message. */
  static of({ code, message, ...evidence }: ErrorBody): TidemarkError {
    const error = new TidemarkError(code, evidence)
    error.message = message
    error.isMadeElsewhere = true
    return error
  }

  get status(): number {
    return catalogue[this.code].status
  }

  toBody(): ErrorBody {
    return {
      code: this.code,
      message: this.message,
      ...(this.detail === undefined ? {} : { detail: this.detail }),
      ...(this.hint === undefined ? {} : { hint: this.hint }),
      ...(this.position === undefined ? {} : { position: this.position }),
      ...(this.choices === undefined ? {} : { choices: [...this.choices] }),
      retryable: this.retryable,
    }
  }
}

/** Returns anything thrown as a TidemarkError; other values become `internal` with the value as cause. */
export function toTidemarkError(thrown: unknown): TidemarkError {
  return thrown instanceof TidemarkError ? thrown : new TidemarkError('internal', { cause: thrown })
}
