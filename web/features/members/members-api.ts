import type { WorkspaceSummary } from '@tidemark/shared/accounts/session-info'
import { resetTwoFactorEndpoint } from '@tidemark/shared/accounts/two-factor'
import {
  acceptInviteEndpoint,
  createInviteEndpoint,
  listInvitesEndpoint,
  lookAtInviteEndpoint,
  revokeInviteEndpoint,
  type AcceptInvite,
  type CreatedInvite,
  type CreateInvite,
  type InviteList,
  type InviteOffer,
} from '@tidemark/shared/members/invite'
import {
  changeGroupEndpoint,
  createGroupEndpoint,
  deleteGroupEndpoint,
  type ChangeGroup,
  type CreateGroup,
  type PeopleGroup,
} from '@tidemark/shared/groups/people-group'
import {
  changeMemberEndpoint,
  listMembersEndpoint,
  removeMemberEndpoint,
  type ChangeMember,
  type MemberList,
} from '@tidemark/shared/members/member'
import {
  changeWorkspaceEndpoint,
  createWorkspaceEndpoint,
  type ChangeWorkspace,
  type CreateWorkspace,
} from '@tidemark/shared/members/workspace-request'
import { callApi, type ApiAnswer } from '@/client/page/api-request'

export function fetchMembers(signal?: AbortSignal): ApiAnswer<MemberList> {
  return callApi(listMembersEndpoint, { signal })
}

export function changeMember(userId: string, body: ChangeMember): ApiAnswer<null> {
  return callApi(changeMemberEndpoint, { params: { userId }, body })
}

/** Removes a member; with their own id, a person leaves the workspace. */
export function removeMember(userId: string): ApiAnswer<null> {
  return callApi(removeMemberEndpoint, { params: { userId } })
}

export function createGroup(body: CreateGroup): ApiAnswer<PeopleGroup> {
  return callApi(createGroupEndpoint, { body })
}

export function changeGroup(id: string, body: ChangeGroup): ApiAnswer<null> {
  return callApi(changeGroupEndpoint, { params: { id }, body })
}

export function deleteGroup(id: string): ApiAnswer<null> {
  return callApi(deleteGroupEndpoint, { params: { id } })
}

export function fetchInvites(signal?: AbortSignal): ApiAnswer<InviteList> {
  return callApi(listInvitesEndpoint, { signal })
}

export function createInvite(body: CreateInvite): ApiAnswer<CreatedInvite> {
  return callApi(createInviteEndpoint, { body })
}

export function revokeInvite(id: string): ApiAnswer<null> {
  return callApi(revokeInviteEndpoint, { params: { id } })
}

export function lookAtInvite(token: string, signal: AbortSignal): ApiAnswer<InviteOffer> {
  return callApi(lookAtInviteEndpoint, { body: { token }, signal })
}

export function acceptInvite(body: AcceptInvite): ApiAnswer<WorkspaceSummary> {
  return callApi(acceptInviteEndpoint, { body })
}

export function createWorkspace(body: CreateWorkspace): ApiAnswer<WorkspaceSummary> {
  return callApi(createWorkspaceEndpoint, { body })
}

export function changeWorkspace(id: string, body: ChangeWorkspace): ApiAnswer<WorkspaceSummary> {
  return callApi(changeWorkspaceEndpoint, { params: { id }, body })
}

export function resetTwoFactor(userId: string): ApiAnswer<null> {
  return callApi(resetTwoFactorEndpoint, { params: { userId } })
}
