import {
  changePasswordSchema,
  requestResetSchema,
  resetPasswordSchema,
  signInSchema,
} from '@tidemark/shared/accounts/account'
import { changePersonSchema, sessionInfoSchema, workspaceSummarySchema } from '@tidemark/shared/accounts/session-info'
import { setUpSchema, setUpStateSchema } from '@tidemark/shared/accounts/set-up'
import { auditExportSchema, auditPageSchema } from '@tidemark/shared/audit/audit-event'
import {
  acceptInviteSchema,
  createdInviteSchema,
  createInviteSchema,
  inviteListSchema,
  inviteOfferSchema,
  lookAtInviteSchema,
} from '@tidemark/shared/members/invite'
import { changeMemberSchema, memberListSchema } from '@tidemark/shared/members/member'
import {
  changeWorkspaceSchema,
  createWorkspaceSchema,
  workspaceListSchema,
} from '@tidemark/shared/members/workspace-request'
import { chartTokenSchema } from '@tidemark/shared/query/chart-token'
import { apiTokenListSchema, createdTokenSchema, createTokenSchema } from '@tidemark/shared/tokens/api-token'
import type { ApiRoute } from './api-routes'

const origin = 'https://tidemark.example.com'
const json = `-H 'content-type: application/json'`
const cookies = '-b cookies -c cookies'
const token = `-H "authorization: Bearer $TIDEMARK_TOKEN"`

/** What there is in team mode alone; in local mode these answer `unknown-route`. */
export const teamApiRoutes: readonly ApiRoute[] = [
  {
    method: 'GET',
    path: '/api/set-up',
    summary: 'Team mode: whether the server still waits for its first owner.',
    answer: '200.',
    answerSchema: setUpStateSchema,
    errors: ['unknown-route'],
    example: `curl -s ${origin}/api/set-up`,
  },
  {
    method: 'POST',
    path: '/api/set-up',
    summary:
      'Team mode: makes the first owner and their workspace, and signs them in. `token` stands behind `#` in the link that the server prints at its start.',
    body: setUpSchema,
    answer: '201 with the session, and its cookie.',
    answerSchema: sessionInfoSchema,
    errors: ['unknown-route', 'link-invalid'],
    example: `curl -s ${cookies} ${origin}/api/set-up ${json} -d '{"token": "…", "name": "Ann", "email": "ann@example.com",
  "password": "…", "workspaceName": "Acme"}'`,
  },
  {
    method: 'POST',
    path: '/api/auth/sign-in/email',
    summary:
      'Team mode: signs in. Ten attempts a minute from one address, fifty wrong ones in 15 minutes for one account.',
    body: signInSchema,
    answer: '200 with the session, and its cookie.',
    answerSchema: sessionInfoSchema,
    errors: ['unknown-route', 'sign-in-failed', 'too-many-requests'],
    example: `curl -s ${cookies} ${origin}/api/auth/sign-in/email ${json} -d '{"email": "ann@example.com", "password": "…"}'`,
  },
  {
    method: 'POST',
    path: '/api/auth/sign-out',
    summary:
      'Team mode: ends the session. A page names its person in the header `x-tidemark-person`: a session of somebody else stays.',
    answer: '204.',
    errors: ['unknown-route', 'not-signed-in'],
    example: `curl -s ${cookies} -X POST ${origin}/api/auth/sign-out`,
  },
  {
    method: 'POST',
    path: '/api/auth/request-password-reset',
    summary: 'Team mode: sends a link for a new password, where mail is set up and there is such an account.',
    body: requestResetSchema,
    answer: '204, whether or not there is such an account.',
    errors: ['unknown-route', 'too-many-requests'],
    example: `curl -s ${origin}/api/auth/request-password-reset ${json} -d '{"email": "ann@example.com"}'`,
  },
  {
    method: 'POST',
    path: '/api/auth/reset-password',
    summary: 'Team mode: sets a new password by the token behind `#` in a link, and ends all sessions of the person.',
    body: resetPasswordSchema,
    answer: '204.',
    errors: ['unknown-route', 'link-invalid', 'too-many-requests'],
    example: `curl -s ${origin}/api/auth/reset-password ${json} -d '{"token": "…", "newPassword": "…"}'`,
  },
  {
    method: 'POST',
    path: '/api/auth/change-password',
    summary: 'Team mode: changes one’s password and ends all other sessions.',
    body: changePasswordSchema,
    answer: '204 with the cookie of a new session.',
    errors: ['unknown-route', 'not-signed-in', 'password-wrong', 'too-many-requests'],
    example: `curl -s ${cookies} ${origin}/api/auth/change-password ${json} -d '{"currentPassword": "…", "newPassword": "…",
  "revokeOtherSessions": true}'`,
  },
  {
    method: 'GET',
    path: '/api/session',
    summary: 'Team mode: who is signed in, and in which workspaces they are.',
    answer: '200.',
    answerSchema: sessionInfoSchema,
    errors: ['unknown-route', 'not-signed-in'],
    example: `curl -s ${cookies} ${origin}/api/session`,
  },
  {
    method: 'PATCH',
    path: '/api/session',
    summary: 'Team mode: changes the name that others see.',
    body: changePersonSchema,
    answer: '204.',
    errors: ['unknown-route', 'not-signed-in'],
    example: `curl -s ${cookies} -X PATCH ${origin}/api/session ${json} -d '{"name": "Ann B."}'`,
  },
  {
    method: 'GET',
    path: '/api/workspaces',
    summary: 'Team mode: the workspaces of the person, by name.',
    answer: '200.',
    answerSchema: workspaceListSchema,
    errors: ['unknown-route', 'not-signed-in'],
    example: `curl -s ${cookies} ${origin}/api/workspaces`,
  },
  {
    method: 'POST',
    path: '/api/workspaces',
    summary: 'Team mode: makes a workspace, of which the person is the owner.',
    body: createWorkspaceSchema,
    answer: '201.',
    answerSchema: workspaceSummarySchema,
    errors: ['unknown-route', 'not-signed-in', 'forbidden', 'slug-taken'],
    example: `curl -s ${cookies} ${origin}/api/workspaces ${json} -d '{"name": "Research"}'`,
  },
  {
    method: 'PATCH',
    path: '/api/workspaces/[id]',
    summary: 'Team mode: changes a workspace’s name, or its name in addresses. For admins.',
    body: changeWorkspaceSchema,
    answer: '200.',
    answerSchema: workspaceSummarySchema,
    errors: ['unknown-route', 'not-signed-in', 'forbidden', 'slug-taken'],
    example: `curl -s ${cookies} -X PATCH ${origin}/api/workspaces/$ID ${json} -d '{"slug": "research"}'`,
  },
  {
    method: 'GET',
    path: '/api/members',
    tokenScope: 'members:manage',
    summary: 'Team mode: who is in the workspace, by name. E-mail addresses for admins only.',
    answer: '200.',
    answerSchema: memberListSchema,
    errors: ['unknown-route'],
    example: `curl -s ${token} ${origin}/api/members`,
  },
  {
    method: 'PATCH',
    path: '/api/members/[userId]',
    tokenScope: 'members:manage',
    summary: 'Team mode: changes a member’s role. For admins; only owners make and unmake owners.',
    body: changeMemberSchema,
    answer: '204. It counts at once, also for sessions that are open.',
    errors: ['unknown-route', 'forbidden', 'not-found', 'last-owner'],
    example: `curl -s ${token} -X PATCH ${origin}/api/members/$ID ${json} -d '{"role": "editor"}'`,
  },
  {
    method: 'DELETE',
    path: '/api/members/[userId]',
    tokenScope: 'members:manage',
    summary: 'Team mode: removes a member, with their tokens. Of oneself, that is leaving.',
    answer: '204.',
    errors: ['unknown-route', 'forbidden', 'not-found', 'last-owner'],
    example: `curl -s ${token} -X DELETE ${origin}/api/members/$ID`,
  },
  {
    method: 'GET',
    path: '/api/invites',
    tokenScope: 'members:manage',
    summary:
      'Team mode: the invites that nobody has accepted, and those that ended in the last thirty days. For admins.',
    answer: '200.',
    answerSchema: inviteListSchema,
    errors: ['unknown-route', 'forbidden'],
    example: `curl -s ${token} ${origin}/api/invites`,
  },
  {
    method: 'POST',
    path: '/api/invites',
    tokenScope: 'members:manage',
    summary:
      'Team mode: invites an e-mail address, by mail where `SMTP_URL` is set, else by a link to hand over. It holds for 7 days, and replaces an open one of the same address.',
    body: createInviteSchema,
    answer: '201.',
    answerSchema: createdInviteSchema,
    errors: ['unknown-route', 'forbidden', 'already-member'],
    example: `curl -s ${token} ${origin}/api/invites ${json} -d '{"email": "bob@example.com", "role": "editor"}'`,
  },
  {
    method: 'DELETE',
    path: '/api/invites/[id]',
    tokenScope: 'members:manage',
    summary: 'Team mode: makes an open invite’s link worthless.',
    answer: '204.',
    errors: ['unknown-route', 'forbidden', 'not-found'],
    example: `curl -s ${token} -X DELETE ${origin}/api/invites/$ID`,
  },
  {
    method: 'POST',
    path: '/api/invites/look',
    summary: 'Team mode: what the holder of an invite’s link is invited to, and what is needed to accept.',
    body: lookAtInviteSchema,
    answer: '200.',
    answerSchema: inviteOfferSchema,
    errors: ['unknown-route', 'link-invalid'],
    example: `curl -s ${origin}/api/invites/look ${json} -d '{"token": "…"}'`,
  },
  {
    method: 'POST',
    path: '/api/invites/accept',
    summary: 'Team mode: accepts an invite, with a new account where the address has none.',
    body: acceptInviteSchema,
    answer: '200, and the cookie of a session where an account was made.',
    answerSchema: workspaceSummarySchema,
    errors: ['unknown-route', 'link-invalid', 'not-signed-in', 'account-exists', 'forbidden', 'already-member'],
    example: `curl -s ${cookies} ${origin}/api/invites/accept ${json} -d '{"token": "…", "account": {"name": "Bob", "password": "…"}}'`,
  },
  {
    method: 'GET',
    path: '/api/tokens',
    summary: 'Team mode: one’s own API tokens, for admins all of the workspace’s. Never their secrets.',
    answer: '200.',
    answerSchema: apiTokenListSchema,
    errors: ['unknown-route'],
    example: `curl -s ${cookies} ${origin}/api/tokens`,
  },
  {
    method: 'POST',
    path: '/api/tokens',
    summary:
      'Team mode: makes an API token. It acts as its maker in this workspace, with the lower of both roles, and ends with the membership.',
    body: createTokenSchema,
    answer: '201 with the secret, which is shown this once.',
    answerSchema: createdTokenSchema,
    errors: ['unknown-route', 'forbidden'],
    example: `curl -s ${cookies} ${origin}/api/tokens ${json} -d '{"name": "nightly", "scopes": ["data:notify"], "role": "editor",
  "expiresInDays": 90}'`,
  },
  {
    method: 'DELETE',
    path: '/api/tokens/[id]',
    summary: 'Team mode: makes a token worthless at once.',
    answer: '204.',
    errors: ['unknown-route', 'not-found'],
    example: `curl -s ${cookies} -X DELETE ${origin}/api/tokens/$ID`,
  },
  {
    method: 'POST',
    path: '/api/chart/token',
    summary:
      'Team mode with a chart host: a pass for it, of five minutes, for the session and the workspace of the request. It goes to the chart host in `Authorization: Bearer`.',
    answer: '200.',
    answerSchema: chartTokenSchema,
    errors: ['unknown-route'],
    example: `curl -s ${cookies} -X POST ${origin}/api/chart/token`,
  },
  {
    method: 'GET',
    path: '/api/audit',
    summary:
      'Team mode: sign-ins of the members, changes of members and access, tokens and exports, the newest first. `?limit=` up to 200, `?before=` with the `next` of an answer, `?action=`, `?userId=`, `?from=` and `?to=` in Unix milliseconds. For admins.',
    answer: '200.',
    answerSchema: auditPageSchema,
    errors: ['unknown-route', 'forbidden'],
    example: `curl -s ${cookies} '${origin}/api/audit?limit=100'`,
  },
  {
    method: 'POST',
    path: '/api/audit/export',
    summary:
      'Team mode: all that a filter selects of the same log, as a file. It is itself written down as an export. For admins.',
    body: auditExportSchema,
    answer:
      'The file, in CSV (with the mark of UTF-8; texts that a spreadsheet would take for a formula have an apostrophe in front) or NDJSON. It breaks off when it fails on the way.',
    errors: ['unknown-route', 'forbidden'],
    example: `curl -s ${cookies} ${json} -d '{"format": "ndjson"}' ${origin}/api/audit/export`,
  },
]
