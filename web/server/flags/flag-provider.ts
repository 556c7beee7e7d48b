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

/** The person for whom flags are evaluated, their role, and the definitions from one snapshot of their workspace. */
export interface FlagContext extends FlagSubject {
  readonly flags: ReadonlyMap<string, Flag>
}

/**
 * Provides a workspace's own flags to OpenFeature. It keeps no definitions: each context carries those of its snapshot,
 * so that an answer for a version uses that version's flags.
 */
export class WorkspaceFlagProvider implements Provider {
  readonly metadata = { name: 'tidemark-workspace' } as const
  readonly runsOn = 'server'
  readonly #contexts = new WeakMap<object, FlagContext>()

  /** Returns the evaluation context that refers to a flag context. */
  contextOf(context: FlagContext): EvaluationContext {
    // The SDK copies a context's fields but keeps the objects that they refer to.
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

  /** Evaluates a flag; undefined if the workspace has none of that name. */
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

/** Refuses other types: a flag is on, off or one of its variants. */
function noSuchType<T>(value: T): ResolutionDetails<T> {
  return { value, reason: StandardResolutionReasons.ERROR, errorCode: ErrorCode.TYPE_MISMATCH }
}
