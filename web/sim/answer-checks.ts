import { everyone, type Actor } from '@tidemark/shared/access/actor'
import { jsonEqual, type JsonValue } from '@tidemark/shared/base/json'
import { ownFlagsKey } from '@tidemark/shared/flags/own-flags'
import type { ClientAction, Cookie, PullRequest, PullResponse, PushRequest } from '@tidemark/shared/sync/protocol'
import { audienceHash } from '../server/sync/audience-hash'
import { audiencesIn, sent, type Oracle, type Snapshot } from './oracle'
import type { Verdict } from './violation'

/** Holds every answer of the server, also those that the network then loses, against the oracle. */
export class AnswerChecks {
  readonly #oracle: Oracle
  readonly #verdict: Verdict
  /** The readers by the hash in their cookies. */
  readonly #readersByHash = new Map<string, { readonly userId: string; readonly audiences: readonly string[] }>()
  /** The last mutation ids that each group was sent, by cookie. */
  readonly #toldByGroup = new Map<string, Map<string, ReadonlyMap<string, number>>>()

  constructor(oracle: Oracle, verdict: Verdict) {
    this.#oracle = oracle
    this.#verdict = verdict
  }

  /** Notes the audiences of an actor at a version, by the oracle; undefined for an unknown version. */
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

  /** The view that a client at this cookie must hold; undefined for an unknown cookie. */
  viewAt(cookie: Cookie | null): Map<string, JsonValue> | undefined {
    if (cookie === null) return new Map()
    const snapshot = this.#oracle.at(cookie.e, cookie.v)
    const reader = this.#readersByHash.get(cookie.a)
    return snapshot === undefined || reader === undefined ? undefined : sent(snapshot.entries, reader.audiences)
  }

  /** The last mutation id of a client that any tab of the group was sent on its way to this cookie. */
  toldAt(groupId: string, cookie: Cookie | null, clientId: string): number {
    return this.#told(groupId, cookie).get(clientId) ?? 0
  }

  /** A push that was answered with yes: all it could process must be committed by now. */
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

  /** startedAt: epoch and version of the oracle when the request came in. */
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

  /** Puts are theirs to see; a deletion only ever names what the client holds, and what it holds it was sent itself. */
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
      // It is made for each reader.
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
    // Tabs may reach one cookie from different ones, and only some of them are sent the ids again.
    for (const [clientId, id] of byCookie.get(cookieText(answer.cookie)) ?? [])
      next.set(clientId, Math.max(id, next.get(clientId) ?? 0))
    byCookie.set(cookieText(answer.cookie), next)
  }

  #told(groupId: string, cookie: Cookie | null): ReadonlyMap<string, number> {
    return (cookie && this.#toldByGroup.get(groupId)?.get(cookieText(cookie))) ?? new Map<string, number>()
  }
}

/** The first key at which two views differ, in words; null when they are equal. */
export function differenceOf(
  found: ReadonlyMap<string, JsonValue>,
  expected: ReadonlyMap<string, JsonValue>,
): string | null {
  for (const key of [...new Set([...found.keys(), ...expected.keys()])].sort()) {
    // Nothing, and no flags, are the same: who comes after the last one is forgotten is told nothing.
    const none = key === ownFlagsKey ? {} : undefined
    const [one, other] = [found.get(key) ?? none, expected.get(key) ?? none]
    if (!jsonEqual(one, other)) return `${key} = ${JSON.stringify(one)} instead of ${JSON.stringify(other)}`
  }
  return null
}

function cookieText({ order, e, v, a, c }: Cookie): string {
  return `${order} ${e} ${v} ${a} ${c}`
}
