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
import { listenersOf, mustBePageOf } from '../http/actor'
import { answerJson, answerWhole, parseQuery, route, workspaceOf, type ApiRoute } from '../http/api-route'
import { openPokeStream, pokeStreamHeaders } from './poke-stream'
import { pullAnswerBytes } from './pull-answer-text'

const maxPullRequestBytes = 16 * 1024

export const syncRoutes: readonly ApiRoute[] = [
  route(
    {
      method: 'POST',
      path: '/api/replicache/push',
      summary: 'Takes mutations in order; each is checked, applied and remembered on its own.',
      tokenScope: 'content:write',
      body: pushRequestSchema,
      maxBodyBytes: maxPushBytes,
      answer:
        '`{}`, or `{error: "ClientStateNotFound"}` or `{error: "VersionNotSupported"}`, which the client acts on. A refused mutation is no error of the request: it becomes an entry `mutation-error/<clientID>/<id>` of the next pull.',
      errors: ['foreign-client-group', 'store-failed', 'disk-full'],
      example: `curl -s http://127.0.0.1:3000/api/replicache/push -H 'content-type: application/json' -d '{"pushVersion": 1, "clientGroupID": "script", "profileID": "",
  "schemaVersion": "1", "mutations": [{"id": 1, "clientID": "script-1", "timestamp": 0, "name": "createFolder",
  "args": {"id": "growth", "parentId": null, "name": "Growth", "order": "a0", "at": 0, "actionId": "1"}}]}'`,
    },
    async ({ actor, services, body }) => answerJson(await services.sync.push(actor, body)),
  ),

  route(
    {
      method: 'POST',
      path: '/api/replicache/pull',
      summary: 'What changed since a cookie; everything for `null`.',
      tokenScope: 'content:read',
      body: pullRequestSchema,
      maxBodyBytes: maxPullRequestBytes,
      answer: '`{cookie, lastMutationIDChanges, patch}`, or what the client must act on, as for push.',
      errors: ['foreign-client-group', 'store-failed'],
      example: `curl -s http://127.0.0.1:3000/api/replicache/pull -H 'content-type: application/json' -d '{"pullVersion": 1, "clientGroupID": "script", "profileID": "",
  "schemaVersion": "1", "cookie": null}'`,
    },
    async ({ actor, services, body }) => {
      const content = pullAnswerBytes(await services.sync.pull(actor, body))
      return answerWhole(content, 'application/json', 200, { [roleHeader]: actor.role })
    },
  ),

  route(
    {
      method: 'GET',
      path: '/api/replicache/poke',
      summary:
        'A stream of hints (server-sent events) that something changed in one of the person’s workspaces, those they join meanwhile included; a token’s is about its own workspace. Losing one is harmless. Naming a workspace (header or `?workspace=`) limits it to that one. With `?org=…&clientGroupID=…` changes of that workspace come as the answer to the pull the client group would make next.',
      tokenScope: 'content:read',
      isForAll: true,
      answerType: 'text/event-stream',
      answer:
        'Events with `{org, version}`, first of how each workspace stands; `event: pull` with `{org, clientGroupID, role, base, answer}` in its place where a client group is named, for its clients whose cookie is `base`; `event: presence` with `{org, dashboardId, userIds}`; `event: heartbeat` every 15 s.',
      errors: ['invalid-request', 'too-many-requests'],
      example: `curl -sN http://127.0.0.1:3000/api/replicache/poke`,
    },
    async ({ request, actor, services }) => {
      // Takes no stream from anybody.
      if (request.method === 'HEAD') return new Response(null, { headers: pokeStreamHeaders })
      // A browser's stream can set no headers: it names the person of its page here.
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

  route(
    {
      method: 'POST',
      path: '/api/replicache/poke',
      summary:
        'Says that data changed where Tidemark cannot see it: results from before count no more, and open pages ask again. At most once a second per source; what comes faster is done together.',
      tokenScope: 'data:notify',
      body: dataChangeSchema,
      maxBodyBytes: 1024,
      status: 202,
      answer: '202 without a body.',
      errors: ['forbidden', 'connection-not-found', 'not-found', 'store-failed'],
      example: `curl -s http://127.0.0.1:3000/api/replicache/poke -H 'content-type: application/json' -d '{"datasetId": "sample-weather"}'`,
    },
    async ({ actor, services, body }) => {
      await services.dataChanges.tell(actor, body)
      return new Response(null, { status: 202, headers: { 'cache-control': 'no-store' } })
    },
  ),
]

/** The client group that a stream is also for. Fails with `invalid-request`. */
function groupOf(request: Request): StreamGroup | undefined {
  const isNamed = new URL(request.url).searchParams.has('clientGroupID')
  return isNamed ? parseQuery(streamGroupSchema, request) : undefined
}
