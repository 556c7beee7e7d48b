import { personParameter } from '@tidemark/shared/accounts/workspace-address'
import { dataChangeSchema } from '@tidemark/shared/data-versions/data-version'
import { roleHeader } from '@tidemark/shared/members/role-header'
import {
  maxPushBytes,
  pullRequestSchema,
  pushRequestSchema,
  streamGroupSchema,
  type StreamGroup,
} from '@tidemark/shared/sync/protocol'
import { listenersOf, mustBePageOf } from '../actor'
import { directRoute } from '../direct-routes'
import { HostAnswer } from '../host-answer'
import type { AskedRequest } from '../host-request'
import { parseQuery, workspaceOf } from '../route'
import { openPokeStream, pokeStreamHeaders } from './poke-stream'
import { pullAnswerBytes } from './pull-answer-text'

const maxPullRequestBytes = 16 * 1024
const headers = { 'cache-control': 'no-store' }

export const syncRoutes = [
  directRoute(
    'POST',
    '/api/replicache/push',
    { tokenScope: 'content:write', body: pushRequestSchema, maxBodyBytes: maxPushBytes },
    async ({ actor, services, body }) => HostAnswer.json(await services.sync.push(actor, body), headers),
  ),

  directRoute(
    'POST',
    '/api/replicache/pull',
    { tokenScope: 'content:read', body: pullRequestSchema, maxBodyBytes: maxPullRequestBytes },
    async ({ actor, services, body }) =>
      new HostAnswer(pullAnswerBytes(await services.sync.pull(actor, body)), {
        headers: { 'content-type': 'application/json', [roleHeader]: actor.role, ...headers },
      }),
  ),

  /**
   * A stream of hints that a workspace of the person has changed; the first ones tell where each stands now. With `org` and
   * `clientGroupID` a change of that workspace comes as the answer to the pull that the group would make. A browser's stream can set no
   * headers: it names the person of its page by `person`.
   */
  directRoute(
    'GET',
    '/api/replicache/poke',
    { tokenScope: 'content:read', isForAll: true },
    async ({ request, actor, services }) => {
      mustBePageOf(new URL(request.url).searchParams.get(personParameter), actor.userId)
      return await openPokeStream({
        userId: actor.userId,
        listActors: () => listenersOf(request.headers, services, actor, workspaceOf(request)),
        services,
        group: groupOf(request),
        signal: request.signal,
      })
    },
  ),

  /** Takes no stream from anybody. */
  directRoute(
    'HEAD',
    '/api/replicache/poke',
    { isForAll: true },
    async () => new Response(null, { headers: pokeStreamHeaders }),
  ),

  /** An outside writer says that the data of a connection or dataset changed. */
  directRoute(
    'POST',
    '/api/replicache/poke',
    { tokenScope: 'data:notify', body: dataChangeSchema, maxBodyBytes: 1024 },
    async ({ actor, services, body }) => {
      await services.dataChanges.tell(actor, body)
      return new Response(null, { status: 202, headers })
    },
  ),
] as const

/** The client group that a stream is also for. Fails with `invalid-request`. */
function groupOf(request: AskedRequest): StreamGroup | undefined {
  const isNamed = new URL(request.url).searchParams.has('clientGroupID')
  return isNamed ? parseQuery(streamGroupSchema, request) : undefined
}
