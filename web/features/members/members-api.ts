import type { Role } from '@tidemark/shared/access/roles'
import type { WorkspaceSummary } from '@tidemark/shared/accounts/session-info'
import { workspaceSummarySchema } from '@tidemark/shared/accounts/session-info'
import {
  createdInviteSchema,
  inviteListSchema,
  inviteOfferSchema,
  type AcceptInvite,
  type CreatedInvite,
  type CreateInvite,
  type InviteList,
  type InviteOffer,
} from '@tidemark/shared/members/invite'
import { memberListSchema, type MemberList } from '@tidemark/shared/members/member'
import type { ChangeWorkspace, CreateWorkspace } from '@tidemark/shared/members/workspace-request'
import { requestApi, requestDone, type ApiAnswer } from '@/client/page/api-request'

export function fetchMembers(signal?: AbortSignal): ApiAnswer<MemberList> {
  return requestApi('GET', '/api/members', memberListSchema, { signal })
}

export function changeRole(userId: string, role: Role): ApiAnswer<null> {
  return requestDone('PATCH', `/api/members/${encodeURIComponent(userId)}`, { body: { role } })
}

/** Also how somebody leaves: with their own id. */
export function removeMember(userId: string): ApiAnswer<null> {
  return requestDone('DELETE', `/api/members/${encodeURIComponent(userId)}`)
}

export function fetchInvites(signal?: AbortSignal): ApiAnswer<InviteList> {
  return requestApi('GET', '/api/invites', inviteListSchema, { signal })
}

export function createInvite(values: CreateInvite): ApiAnswer<CreatedInvite> {
  return requestApi('POST', '/api/invites', createdInviteSchema, { body: values })
}

export function revokeInvite(id: string): ApiAnswer<null> {
  return requestDone('DELETE', `/api/invites/${encodeURIComponent(id)}`)
}

export function lookAtInvite(token: string, signal: AbortSignal): ApiAnswer<InviteOffer> {
  return requestApi('POST', '/api/invites/look', inviteOfferSchema, { body: { token }, signal })
}

export function acceptInvite(values: AcceptInvite): ApiAnswer<WorkspaceSummary> {
  return requestApi('POST', '/api/invites/accept', workspaceSummarySchema, { body: values })
}

export function createWorkspace(values: CreateWorkspace): ApiAnswer<WorkspaceSummary> {
  return requestApi('POST', '/api/workspaces', workspaceSummarySchema, { body: values })
}

export function changeWorkspace(id: string, values: ChangeWorkspace): ApiAnswer<WorkspaceSummary> {
  return requestApi('PATCH', `/api/workspaces/${encodeURIComponent(id)}`, workspaceSummarySchema, { body: values })
}
