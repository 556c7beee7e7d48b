import {
  ErrorCode,
  StandardResolutionReasons,
  type EvaluationContext,
  type JsonValue,
  type Provider,
  type ResolutionDetails,
} from '@openfeature/server-sdk'
import { evaluateFlag, type FlagSubject } from '@tidemark/shared/flags/evaluate-flag'
import type { Flag } from '@tidemark/shared/flags/flag'

/** The subject that flags are evaluated for, with the definitions from one snapshot of their workspace. */
export interface FlagContext extends FlagSubject {
  readonly flags: ReadonlyMap<string, Flag>
}

/**
 * A workspace's own flags as a provider of OpenFeature. It holds nothing: each context brings the definitions of its own
 * snapshot, so that what is told with a version is what that version says.
 */
export class WorkspaceFlagProvider implements Provider {
  readonly metadata = { name: 'tidemark-workspace' } as const
  readonly runsOn = 'server'
  readonly #contexts = new WeakMap<object, FlagContext>()

  /** The evaluation context that stands for it. */
  contextOf(context: FlagContext): EvaluationContext {
    // The SDK copies a context's fields, and keeps what they hold.
    const key = {}
    this.#contexts.set(key, context)
    return { targetingKey: context.userId, snapshot: key }
  }

  async resolveBooleanEvaluation(
    name: string,
    fallback: boolean,
    asked: EvaluationContext,
  ): Promise<ResolutionDetails<boolean>> {
    const value = this.#valueOf(name, asked)
    if (value === undefined) return notFound(fallback)
    return { value: value !== false, ...detailsOf(value) }
  }

  async resolveStringEvaluation(
    name: string,
    fallback: string,
    asked: EvaluationContext,
  ): Promise<ResolutionDetails<string>> {
    const value = this.#valueOf(name, asked)
    if (value === undefined) return notFound(fallback)
    return typeof value === 'string' ? { value, ...detailsOf(value) } : noSuchType(fallback)
  }

  async resolveNumberEvaluation(_name: string, fallback: number): Promise<ResolutionDetails<number>> {
    return noSuchType(fallback)
  }

  async resolveObjectEvaluation<T extends JsonValue>(_name: string, fallback: T): Promise<ResolutionDetails<T>> {
    return noSuchType(fallback)
  }

  /** undefined: the workspace has none of that name. */
  #valueOf(name: string, { snapshot }: EvaluationContext) {
    const context = typeof snapshot === 'object' && snapshot !== null ? this.#contexts.get(snapshot) : undefined
    const flag = context?.flags.get(name)
    return context === undefined || flag === undefined ? undefined : evaluateFlag(flag, context)
  }
}

function detailsOf(value: boolean | string) {
  const variant = typeof value === 'string' ? value : value ? 'on' : 'off'
  return { variant, reason: value === false ? StandardResolutionReasons.DEFAULT : StandardResolutionReasons.SPLIT }
}

function notFound<T>(value: T): ResolutionDetails<T> {
  return { value, reason: StandardResolutionReasons.ERROR, errorCode: ErrorCode.FLAG_NOT_FOUND }
}

/** Flags are on, off or one of their variants. */
function noSuchType<T>(value: T): ResolutionDetails<T> {
  return { value, reason: StandardResolutionReasons.ERROR, errorCode: ErrorCode.TYPE_MISMATCH }
}
