import type { Actor } from '@tidemark/shared/access/actor'
import type { Role } from '@tidemark/shared/access/roles'
import { jsonEqual } from '@tidemark/shared/base/json'
import type { OfflineReason } from './sync-transport'

/** The state of this tab's sync. pending: the person's changes that the server has not confirmed. */
export type SyncStatus =
  | { readonly kind: 'synced' }
  | { readonly kind: 'syncing' }
  | { readonly kind: 'offline'; readonly pending: number; readonly reason: OfflineReason }
  /** The session has ended: pending changes are kept until somebody signs in again. */
  | { readonly kind: 'signed-out'; readonly pending: number }
  /** The person is no longer a member of the workspace: pending changes are kept in case they are let in again. */
  | { readonly kind: 'removed'; readonly pending: number }
  | { readonly kind: 'problem'; readonly message: string; readonly pending: number }

/** Where unsent changes are stored: on the browser's disk, in this tab only, or nowhere because the disk is full. */
export type LocalStorageState = 'kept' | 'memory' | 'full'

export interface SyncState {
  readonly status: SyncStatus
  readonly storage: LocalStorageState
  /** Unix milliseconds of the last completed pull; null before the first. */
  readonly lastSyncAt: number | null
}

/** Everything that a tab knows of its sync. Views see the `SyncState` derived from it. */
export interface SyncFacts {
  readonly actor: Actor
  readonly isOffline: boolean
  readonly offlineReason: OfflineReason
  /** Why the last push failed, even if pulls succeed. */
  readonly pushFailure: OfflineReason | null
  readonly isSignedOut: boolean
  readonly isRemoved: boolean
  /** Why this client sends nothing more; null if it does. */
  readonly problem: string | null
  /** Mutations that the server has not confirmed. */
  readonly pending: number
  /** Pending mutations that the person made; a dismissed message, for example, does not count. */
  readonly waiting: number
  /** Changes that are being made and are not pending yet. */
  readonly making: number
  readonly storage: LocalStorageState
  readonly lastSyncAt: number | null
}

export type SyncEvent =
  /** The server, or the page in its place, answered a pull. */
  | { readonly kind: 'pulled' }
  /** The answer to a pull is in the local data. at: when it arrived, in Unix milliseconds. */
  | { readonly kind: 'caught-up'; readonly at: number }
  /** reason: null if nothing more is known than before. */
  | { readonly kind: 'went-offline'; readonly reason: OfflineReason | null }
  | { readonly kind: 'came-online' }
  | { readonly kind: 'pushed' }
  | { readonly kind: 'push-failed'; readonly reason: OfflineReason }
  | { readonly kind: 'signed-out' }
  | { readonly kind: 'removed' }
  | { readonly kind: 'problem'; readonly message: string }
  | { readonly kind: 'counted'; readonly pending: number; readonly waiting: number }
  | { readonly kind: 'change-began' }
  | { readonly kind: 'change-ended' }
  | { readonly kind: 'storage'; readonly storage: LocalStorageState }
  | { readonly kind: 'role'; readonly role: Role }
  | { readonly kind: 'attributes'; readonly attributes: NonNullable<Actor['attributes']> }
  | { readonly kind: 'groups'; readonly groups: NonNullable<Actor['groups']> }

export function initialFacts(actor: Actor): SyncFacts {
  return {
    actor,
    isOffline: false,
    offlineReason: 'unreachable',
    pushFailure: null,
    isSignedOut: false,
    isRemoved: false,
    problem: null,
    pending: 0,
    waiting: 0,
    making: 0,
    storage: 'kept',
    lastSyncAt: null,
  }
}

export function reduceFacts(facts: SyncFacts, event: SyncEvent): SyncFacts {
  switch (event.kind) {
    case 'pulled':
      return { ...facts, isOffline: false, offlineReason: 'unreachable', isSignedOut: false }
    case 'caught-up':
      return { ...facts, lastSyncAt: event.at }
    case 'went-offline':
      return { ...facts, isOffline: true, offlineReason: event.reason ?? facts.offlineReason }
    case 'came-online':
      return { ...facts, isOffline: false }
    case 'pushed':
      return { ...facts, pushFailure: null }
    case 'push-failed':
      return { ...facts, pushFailure: event.reason }
    case 'signed-out':
      return { ...facts, isSignedOut: true }
    case 'removed':
      return { ...facts, isRemoved: true }
    case 'problem':
      return { ...facts, problem: event.message }
    case 'counted':
      return { ...facts, pending: event.pending, waiting: event.waiting }
    case 'change-began':
      return { ...facts, making: facts.making + 1 }
    case 'change-ended':
      return { ...facts, making: facts.making - 1 }
    case 'storage':
      return { ...facts, storage: event.storage }
    case 'role':
      return { ...facts, actor: { ...facts.actor, role: event.role } }
    case 'attributes':
      return { ...facts, actor: { ...facts.actor, attributes: event.attributes } }
    case 'groups':
      return { ...facts, actor: { ...facts.actor, groups: event.groups } }
  }
}

/** Derives the status; the worst fact wins, so that nothing temporary hides what the person must act on. */
export function statusOf(facts: SyncFacts): SyncStatus {
  const { problem, waiting: pending } = facts
  if (problem !== null) return { kind: 'problem', message: problem, pending }
  if (facts.isRemoved) return { kind: 'removed', pending }
  if (facts.isSignedOut) return { kind: 'signed-out', pending }
  if (facts.isOffline) return { kind: 'offline', pending, reason: facts.offlineReason }
  if (facts.pending === 0) return { kind: facts.making === 0 ? 'synced' : 'syncing' }
  if (facts.pushFailure !== null) return { kind: 'offline', pending, reason: facts.pushFailure }
  return { kind: 'syncing' }
}

/** Holds the facts of one tab and notifies listeners of each event. */
export class SyncStatusStore {
  readonly #listeners = new Set<() => void>()
  #facts: SyncFacts
  #state: SyncState

  constructor(actor: Actor) {
    this.#facts = initialFacts(actor)
    this.#state = stateOf(this.#facts)
  }

  get facts(): SyncFacts {
    return this.#facts
  }

  /** Returns the same object until something in it changes. */
  readonly getState = (): SyncState => this.#state

  /** Returns the page's actor, with the role that the server last sent. */
  readonly getActor = (): Actor => this.#facts.actor

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  tell(event: SyncEvent): void {
    this.#facts = reduceFacts(this.#facts, event)
    const state = stateOf(this.#facts)
    if (!jsonEqual({ ...state }, { ...this.#state })) this.#state = state
    for (const listener of this.#listeners) listener()
  }
}

function stateOf(facts: SyncFacts): SyncState {
  return { status: statusOf(facts), storage: facts.storage, lastSyncAt: facts.lastSyncAt }
}
