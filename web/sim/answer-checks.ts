import { everyone, type Actor } from '@tidemark/shared/access/actor'
import { jsonEqual, type JsonValue } from '@tidemark/shared/base/json'
import { ownFlagsKey } from '@tidemark/shared/flags/own-flags'
import type { ClientAction, Cookie, PullRequest, PullResponse, PushRequest } from '@tidemark/shared/sync/protocol'
import { audienceHash } from '../server/sync/audience-hash'
import { audiencesIn, sent, type Oracle, type Snapshot } from './oracle'
import type { Verdict } from './violation'

/** Checks every answer of the server against the oracle, including answers that the network then loses. */
export class AnswerChecks {
  readonly #oracle: Oracle
  readonly #verdict: Verdict
  /** Readers by the hash in their cookies. */
  readonly #readersByHash = new Map<string, { readonly userId: string; readonly audiences: readonly string[] }>()
  /** The last mutation ids that each group was told, by cookie. */
  readonly #toldByGroup = new Map<string, Map<string, ReadonlyMap<string, number>>>()

  constructor(oracle: Oracle, verdict: Verdict) {
    this.#oracle = oracle
    this.#verdict = verdict
  }

  /**
   * Determines an actor's audiences at a version with the oracle and records their hash; undefined for an unknown
   * version.
   */
  knowReader(
    actor: Actor,
    { e, v }: Cookie,
  ): { readonly audiences: readonly string[]; readonly hash: string } | undefined {
    const snapshot = this.#oracle.at(e, v)
    if (snapshot === undefined) return undefined
    const audiences = audiencesIn(snapshot.entries, actor)
    const hash = audienceHash(audiences)
    this.#readersByHash.set(hash, { userId: actor.userId, audiences })
    return { audiences, hash }
  }

  /** Returns the view that a client at this cookie must have; undefined for an unknown cookie. */
  viewAt(cookie: Cookie | null): Map<string, JsonValue> | undefined {
    if (cookie === null) return new Map()
    const snapshot = this.#oracle.at(cookie.e, cookie.v)
    const reader = this.#readersByHash.get(cookie.a)
    return snapshot === undefined || reader === undefined ? undefined : sent(snapshot.entries, reader.audiences)
  }

  /** Returns the last mutation id of a client that any tab of the group was told up to this cookie. */
  toldAt(groupId: string, cookie: Cookie | null, clientId: string): number {
    return this.#told(groupId, cookie).get(clientId) ?? 0
  }

  /** Checks an accepted push: everything that it could process must be committed by now. */
  onPushed(
    request: PushRequest,
    before: { readonly epoch: number; readonly lastIds: ReadonlyMap<string, number> },
  ): void {
    if (before.epoch !== this.#oracle.epoch) return
    const expected = new Map(before.lastIds)
    for (const { clientID, id } of request.mutations)
      if (id === (expected.get(clientID) ?? 0) + 1) expected.set(clientID, id)
    for (const { clientID } of request.mutations) {
      const [done, due] = [this.#oracle.now.lastIds.get(clientID) ?? 0, expected.get(clientID) ?? 0]
      this.#verdict.check(
        'acknowledged-once',
        done >= due,
        () => `a push of ${clientID} up to ${due} was answered at ${done}`,
      )
    }
  }

  onRepeated(first: PullResponse | ClientAction, second: PullResponse | ClientAction): void {
    const same = JSON.stringify(first) === JSON.stringify(second)
    this.#verdict.check('pulls-repeat', same, () => `${JSON.stringify(first)} and then ${JSON.stringify(second)}`)
  }

  /** Checks the answer of a pull. startedAt: the oracle's epoch and version when the request arrived. */
  onPulled(actor: Actor, request: PullRequest, answer: PullResponse, startedAt: string): void {
    const snapshot = this.#oracle.at(answer.cookie.e, answer.cookie.v)
    const reader = this.knowReader(actor, answer.cookie)
    if (snapshot === undefined || reader === undefined || answer.cookie.a !== reader.hash) {
      this.#verdict.fail(
        'cookies-rise',
        `the answer's cookie ${JSON.stringify(answer.cookie)} means nothing (${startedAt})`,
      )
      return
    }
    this.#checkCookie(request.cookie, answer)
    this.#checkFreshness(answer.cookie, startedAt)
    this.#checkAudiences(actor, reader.audiences, request.cookie, answer, snapshot)
    this.#checkPatch(request.cookie, answer)
    this.#checkLastIds(request, answer, snapshot)
  }

  #checkCookie(cookie: Cookie | null, { cookie: next, patch, lastMutationIDChanges }: PullResponse): void {
    if (cookie === null) return
    const isOfPage = cookie.c !== undefined && next.c === undefined
    if (cookie.e === next.e && cookie.v === next.v && cookie.a === next.a && !isOfPage) {
      const isSilent =
        cookie.order === next.order && patch.length === 0 && Object.keys(lastMutationIDChanges).length === 0
      this.#verdict.check(
        'cookies-rise',
        isSilent,
        () => `nothing changed since ${JSON.stringify(cookie)}, and yet an answer says so`,
      )
    } else {
      const rises = next.order > cookie.order
      this.#verdict.check(
        'cookies-rise',
        rises,
        () => `${JSON.stringify(next)} was given after ${JSON.stringify(cookie)}`,
      )
    }
  }

  #checkFreshness({ e, v }: Cookie, startedAt: string): void {
    const [epoch = 0, version = 0] = startedAt.split('/').map(Number)
    const isFresh = e > epoch || (e === epoch && v >= version)
    this.#verdict.check('patches-exact', isFresh, () => `version ${e}/${v} was read when ${startedAt} was there`)
  }

  /**
   * Checks that an answer reveals nothing: entries put are visible to the actor, and a deleted key is one that the
   * client holds.
   */
  #checkAudiences(
    actor: Actor,
    audiences: readonly string[],
    cookie: Cookie | null,
    { patch }: PullResponse,
    { entries }: Snapshot,
  ): void {
    const isOwnCookie = cookie !== null && this.#readersByHash.get(cookie.a)?.userId === actor.userId
    const held = isOwnCookie ? this.viewAt(cookie) : undefined
    for (const operation of patch) {
      if (operation.op === 'clear') continue
      // The server computes this entry for each reader.
      const audience = operation.key === ownFlagsKey ? everyone : entries.get(operation.key)?.audience
      const isTheirs =
        operation.op === 'del'
          ? held?.has(operation.key) === true
          : audience !== undefined && audiences.includes(audience)
      this.#verdict.check(
        'audiences-hold',
        isTheirs,
        () => `${actor.userId} was sent ${operation.op} ${operation.key} of ${audience} at ${JSON.stringify(cookie)}`,
      )
    }
  }

  #checkPatch(cookie: Cookie | null, { cookie: next, patch }: PullResponse): void {
    const before = this.viewAt(cookie)
    const after = this.viewAt(next)
    if (before === undefined || after === undefined) {
      this.#verdict.fail(
        'cookies-rise',
        `the cookie ${JSON.stringify(before === undefined ? cookie : next)} means nothing`,
      )
      return
    }
    for (const operation of patch) {
      if (operation.op === 'clear') before.clear()
      else if (operation.op === 'put') before.set(operation.key, operation.value)
      else {
        before.delete(operation.key)
        this.#verdict.check(
          'patches-exact',
          cookie !== null,
          () => `a new client was sent the deletion of ${operation.key}`,
        )
      }
    }
    const difference = differenceOf(before, after)
    this.#verdict.check(
      'patches-exact',
      difference === null,
      () => `after ${JSON.stringify(cookie)} a client is left with ${difference}`,
    )
  }

  #checkLastIds(
    { clientGroupID: groupId, cookie }: PullRequest,
    answer: PullResponse,
    { lastIds, groupsByClient }: Snapshot,
  ): void {
    const told = this.#told(groupId, cookie)
    const next = new Map(told)
    for (const [clientId, id] of Object.entries(answer.lastMutationIDChanges)) {
      const isTrue = id === lastIds.get(clientId) && groupsByClient.get(clientId) === groupId
      this.#verdict.check(
        'acknowledged-once',
        isTrue,
        () => `${clientId} was told ${id}, and ${lastIds.get(clientId)} is done`,
      )
      this.#verdict.check(
        'last-ids-rise',
        id >= (told.get(clientId) ?? 0),
        () => `${clientId} was told ${told.get(clientId)} and then ${id}`,
      )
      next.set(clientId, id)
    }
    for (const [clientId, group] of groupsByClient) {
      const isTold = group !== groupId || (next.get(clientId) ?? 0) >= (lastIds.get(clientId) ?? 0)
      this.#verdict.check(
        'last-ids-rise',
        isTold,
        () => `${clientId} was not told of ${lastIds.get(clientId)}, only of ${next.get(clientId)}`,
      )
    }
    let byCookie = this.#toldByGroup.get(groupId)
    if (byCookie === undefined) this.#toldByGroup.set(groupId, (byCookie = new Map()))
    // Tabs may reach a cookie from different earlier ones, and not all of them are told the ids again.
    for (const [clientId, id] of byCookie.get(cookieText(answer.cookie)) ?? [])
      next.set(clientId, Math.max(id, next.get(clientId) ?? 0))
    byCookie.set(cookieText(answer.cookie), next)
  }

  #told(groupId: string, cookie: Cookie | null): ReadonlyMap<string, number> {
    return (cookie && this.#toldByGroup.get(groupId)?.get(cookieText(cookie))) ?? new Map<string, number>()
  }
}

/** Describes the first key at which two views differ; null if they are equal. */
export function differenceOf(
  found: ReadonlyMap<string, JsonValue>,
  expected: ReadonlyMap<string, JsonValue>,
): string | null {
  for (const key of [...new Set([...found.keys(), ...expected.keys()])].sort()) {
    // No flags and no entry are equal: a client that starts after the last flag was forgotten is sent no flags entry.
    const none = key === ownFlagsKey ? {} : undefined
    const [one, other] = [found.get(key) ?? none, expected.get(key) ?? none]
    if (!jsonEqual(one, other)) return `${key} = ${JSON.stringify(one)} instead of ${JSON.stringify(other)}`
  }
  return null
}

function cookieText({ order, e, v, a, c }: Cookie): string {
  return `${order} ${e} ${v} ${a} ${c}`
}
