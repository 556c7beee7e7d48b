import { isJsonObject, type JsonObject, type JsonValue } from '@tidemark/shared/base/json'
import { TidemarkError, toTidemarkError, type ErrorBody } from '@tidemark/shared/errors/tidemark-error'
import { isDiscarding } from '@tidemark/shared/sync/mutation-errors'
import { isMutatorName, type MutatorName } from '@tidemark/shared/sync/mutators'
import { textWrite } from '@tidemark/shared/sync/overwritten-text'
import type { PendingMutation } from 'replicache'
import { reportCaught } from '../observability/report-caught'
import { argsOf } from './change-words'
import { RecoveryStore, type RecoveredMutation } from './unsent-store'

/** A recovered change. error: why it could not be applied again; null if that was not tried. */
export interface RecoveredChange extends RecoveredMutation {
  readonly error: ErrorBody | null
}

/** Makes a change again as if it were new. actionId: of the step that it was part of. */
type MakeAgain = (name: MutatorName, args: JsonObject, actionId: string | undefined) => Promise<void>

/**
 * Changes taken out of a client that can no longer send them, to be made again after a reload. A change leaves the list
 * only when it is made or the person discards it.
 */
export class RecoveredChanges {
  readonly #store: RecoveryStore
  readonly #listeners = new Set<() => void>()
  readonly #errorsByKey = new Map<string, ErrorBody>()
  /** Changes that this client itself still has pending; they are not listed. */
  #pendingKeys: ReadonlySet<string> = new Set()
  #state: readonly RecoveredChange[] = []

  constructor(databaseName: string) {
    this.#store = new RecoveryStore(databaseName)
  }

  readonly getState = (): readonly RecoveredChange[] => this.#state

  readonly getServerState = (): readonly RecoveredChange[] => none

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Copies pending changes. Resolves to false if this browser keeps them only while the page is open. */
  async recover(pending: readonly PendingMutation[]): Promise<boolean> {
    const worthIt = pending.filter(({ name }) => !isDiscarding(name))
    const isKept = await this.#store.add(worthIt.map(toRecovered))
    await this.refresh(pending)
    return isKept
  }

  /**
   * Stores changes found in a database (or a copy of it) that no page uses any more. Resolves to false if they are kept
   * only while this page is open.
   */
  async keepFound(found: readonly PendingMutation[]): Promise<boolean> {
    const isKept = await this.#store.add(found.filter(({ name }) => !isDiscarding(name)).map(toRecovered))
    await this.#publish()
    return isKept
  }

  /** Reads the recovered changes. pending: the changes that this client has not sent yet. */
  async refresh(pending: readonly PendingMutation[]): Promise<void> {
    this.#pendingKeys = new Set(pending.map(keyOf))
    await this.#publish()
  }

  /** Makes all changes again in order; those that fail stay, with the reason. Returns how many were made. */
  async makeAgain(make: MakeAgain): Promise<number> {
    let madeCount = 0
    for (const { key, name, args } of this.#state) {
      try {
        if (!isMutatorName(name) || !isJsonObject(args)) throw new TidemarkError('unknown-mutation', { detail: name })
        const { at: _at, actionId, ...given } = args
        await make(name, given, typeof actionId === 'string' ? actionId : undefined)
      } catch (thrown) {
        const error = toTidemarkError(thrown)
        if (error.code === 'internal') reportCaught(thrown)
        // The change reached the server before the client was lost.
        if (error.code !== 'already-exists') {
          this.#errorsByKey.set(key, error.toBody())
          continue
        }
      }
      await this.#store.markDone(key)
      madeCount += 1
    }
    await this.#publish()
    return madeCount
  }

  async discard(keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.#store.markDone(key)
    await this.#publish()
  }

  async #publish(): Promise<void> {
    const waiting = (await this.#store.list()).filter(({ key }) => !this.#pendingKeys.has(key))
    if (waiting.length === 0 && this.#state.length === 0) return
    this.#state = waiting.map((change) => ({ ...change, error: this.#errorsByKey.get(change.key) ?? null }))
    for (const listener of this.#listeners) listener()
  }
}

const none: readonly RecoveredChange[] = []

function keyOf({ clientID, id }: PendingMutation): string {
  return `${clientID}/${id}`
}

function toRecovered(mutation: PendingMutation): RecoveredMutation {
  const { clientID: clientId, id: mutationId, name } = mutation
  return { key: keyOf(mutation), clientId, mutationId, name, args: mutation.args, rescuedAt: Date.now() }
}

/**
 * A conflict of texts that a person has decided. texts: the versions that they decided about. at: when, in Unix
 * milliseconds.
 */
export interface SettledText {
  readonly key: string
  readonly texts: readonly string[]
  readonly at: number
}

/**
 * Stops offering texts that a person has decided about. Listens on, because leftovers of a closed page may be found
 * later. A text typed after the decision is offered even if it is the same.
 */
export function settleText(
  recovered: Pick<RecoveredChanges, 'getState' | 'subscribe' | 'discard'>,
  settled: SettledText,
  onFailed: (thrown: unknown) => void,
): void {
  const discard = () => {
    const keys = findSettled(recovered.getState(), settled)
    if (keys.length > 0) recovered.discard(keys).catch(onFailed)
  }
  recovered.subscribe(discard)
  discard()
}

/** Returns the keys of the changes that wrote one of these texts, and of earlier changes to it by the same tab. */
export function findSettled(changes: readonly RecoveredMutation[], { key, texts, at }: SettledText): readonly string[] {
  const writes = changes.flatMap((change) => {
    const { name, args, clientId, mutationId } = change
    const write = textWrite(name, args)
    return write?.key === key && writesTextAlone(args) && wasMadeBefore(at, args)
      ? [{ id: change.key, clientId, mutationId, text: write.text }]
      : []
  })
  const decided = writes.filter(({ text }) => texts.includes(text))
  return writes
    .filter((write) =>
      decided.some(({ clientId, mutationId }) => clientId === write.clientId && mutationId >= write.mutationId),
    )
    .map(({ id }) => id)
}

const textFields: ReadonlySet<string> = new Set(['id', 'dashboardId', 'sql', 'content', 'basedOn'])

/** Returns true if a change writes only a text; otherwise deciding about the text does not decide the change. */
function writesTextAlone(args: JsonValue): boolean {
  return Object.keys(argsOf(args)).every((field) => textFields.has(field))
}

function wasMadeBefore(time: number, args: JsonValue): boolean {
  return isJsonObject(args) && typeof args['at'] === 'number' && args['at'] < time
}
