import { personParameter } from '@tidemark/shared/accounts/workspace-address'
import { ownAttributesSchema } from '@tidemark/shared/access/actor'
import { roleSchema } from '@tidemark/shared/access/roles'
import { dataChangeSchema } from '@tidemark/shared/data-versions/data-version'
import { catalogue, type ErrorCode } from '@tidemark/shared/errors/catalogue'
import { presenceEventSchema } from '@tidemark/shared/presence/presence'
import { actorHeaders } from '@tidemark/shared/members/role-header'
import {
  clientActionSchema,
  cookieSchema,
  maxPushBytes,
  maxPushJson,
  pokeSchema,
  pullRequestSchema,
  pullResponseSchema,
  pushRequestSchema,
  streamGroupSchema,
  type StreamGroup,
} from '@tidemark/shared/sync/protocol'
import * as z from 'zod/mini'
import { listenersOf, mustBePageOf } from '../http/identify'
import { answerJson, answerWhole, parseQuery, workspaceOf, type ApiRoute, routesOver } from '../http/api-route'
import { openPokeStream, pokeStreamHeaders } from '../pokes/poke-stream'
import { pullAnswerBytes } from './pull-answer-text'

const { route } = routesOver<'config' | 'dataChanges' | 'log' | 'pokes' | 'presence' | 'sync' | 'team'>()

const maxPullRequestBytes = 16 * 1024

/** Errors with which a mutation is refused: its own, those of the general checks, or of the store's limits. */
const mutationErrors: readonly ErrorCode[] = [
  'invalid-mutation',
  'unknown-mutation',
  'forbidden',
  'folder-forbidden',
  'not-found',
  'already-exists',
  'changed-since',
]

/** The data of one server-sent event. */
const pokeEventSchema = z.union([
  pokeSchema,
  z.extend(streamGroupSchema, {
    ...{ role: roleSchema, attributes: z.optional(ownAttributesSchema), groups: z.optional(z.array(z.string())) },
    ...{ base: cookieSchema, answer: pullResponseSchema },
  }),
  presenceEventSchema,
])

export const syncRoutes: readonly ApiRoute[] = [
  route(
    {
      method: 'POST',
      path: '/api/replicache/push',
      summary: 'Takes mutations in order.',
      description: `Each is checked, applied and remembered on its own. Their arguments are in the schemas \`mutation.<name>\`. A refused mutation is no error of the request: it becomes an entry \`mutation-error/<clientID>/<id>\` of the next pull, with one of these codes:\n\n${mutationErrors.map((code) => `- \`${code}\`: ${catalogue[code].message}`).join('\n')}`,
      tokenScope: 'content:write',
      body: pushRequestSchema,
      maxBodyBytes: maxPushBytes,
      jsonLimits: maxPushJson,
      success: '`{}`, or what the client must act on.',
      answer: z.union([clientActionSchema, z.strictObject({})]),
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
      summary: 'What changed since a cookie; everything for null.',
      tokenScope: 'content:read',
      body: pullRequestSchema,
      maxBodyBytes: maxPullRequestBytes,
      success: 'The changes, or what the client must act on.',
      answer: z.union([pullResponseSchema, clientActionSchema]),
      errors: ['foreign-client-group', 'store-failed'],
      example: `curl -s http://127.0.0.1:3000/api/replicache/pull -H 'content-type: application/json' -d '{"pullVersion": 1, "clientGroupID": "script", "profileID": "",
  "schemaVersion": "1", "cookie": null}'`,
    },
    async ({ actor, services, body }) => {
      const content = pullAnswerBytes(await services.sync.pull(actor, body))
      return answerWhole(content, 'application/json', 200, actorHeaders(actor))
    },
  ),

  route(
    {
      method: 'GET',
      path: '/api/replicache/poke',
      summary: 'A stream of hints that something changed.',
      description:
        'Server-sent events about the person’s workspaces, those they join meanwhile included; a token’s is about its own workspace. Losing one is harmless. Naming a workspace (header or `?workspace=`) limits it to that one. With `?org=…&clientGroupID=…` changes of that workspace come as the answer to the pull the client group would make next.',
      tokenScope: 'content:read',
      isForAll: true,
      success:
        'Events whose data is JSON: `{org, version}`, first of how each workspace stands; `event: pull` with `{org, clientGroupID, role, attributes, groups, base, answer}` in its place where a client group is named, for its clients whose cookie is `base`; `event: presence` with `{org, dashboardId, userIds}`; `event: heartbeat` every 15 s with nothing.',
      otherAnswers: [{ type: 'text/event-stream', schema: pokeEventSchema }],
      errors: ['invalid-request', 'too-many-requests'],
      example: `curl -sN http://127.0.0.1:3000/api/replicache/poke`,
    },
    async ({ request, actor, services }) => {
      // A HEAD request must not count as a stream.
      if (request.method === 'HEAD') return new Response(null, { headers: pokeStreamHeaders })
      // A browser's EventSource cannot set headers, so the page names its person in the address.
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
      summary: 'Says that data changed where Tidemark cannot see it.',
      description:
        'Results from before count no more, and open pages ask again. At most once a second per source; what comes faster is done together.',
      tokenScope: 'data:notify',
      body: dataChangeSchema,
      status: 202,
      maxBodyBytes: 1024,
      errors: ['forbidden', 'connection-not-found', 'not-found', 'store-failed'],
      example: `curl -s http://127.0.0.1:3000/api/replicache/poke -H 'content-type: application/json' -d '{"datasetId": "sample-weather"}'`,
    },
    async ({ actor, services, body }) => {
      await services.dataChanges.tell(actor, body)
      return new Response(null, { status: 202, headers: { 'cache-control': 'no-store' } })
    },
  ),
]

/** Returns the client group that the stream prefetches for, if any. Fails with `invalid-request`. */
function groupOf(request: Request): StreamGroup | undefined {
  const isNamed = new URL(request.url).searchParams.has('clientGroupID')
  return isNamed ? parseQuery(streamGroupSchema, request) : undefined
}
