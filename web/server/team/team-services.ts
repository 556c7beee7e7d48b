import type { Actor } from '@tidemark/shared/access/actor'
import type { TokenScope } from '@tidemark/shared/access/grants'
import type { Role } from '@tidemark/shared/access/roles'
import type { ChangePassword, RequestReset, ResetPassword, SignIn } from '@tidemark/shared/accounts/account'
import type { SessionInfo, WorkspaceSummary } from '@tidemark/shared/accounts/session-info'
import type { SetUp, SetUpState } from '@tidemark/shared/accounts/set-up'
import type { AuditAction, AuditExport, AuditPage, AuditQuery } from '@tidemark/shared/audit/audit-event'
import type { JsonObject } from '@tidemark/shared/base/json'
import type { AcceptInvite, CreatedInvite, CreateInvite, Invite, InviteOffer } from '@tidemark/shared/members/invite'
import type { ChangeMember, Member } from '@tidemark/shared/members/member'
import type { ChangeWorkspace, CreateWorkspace } from '@tidemark/shared/members/workspace-request'
import type { ApiToken, CreatedToken, CreateToken } from '@tidemark/shared/tokens/api-token'
import type { ChartPasses } from '../chart-host/chart-passes'
import type { AdmittedActor } from '../http/actor'
import type { HeardWorkspace } from './members/listener-check'

/** What team mode adds; local mode has none of it. */
export interface TeamServices {
  readonly accounts: AccountService
  readonly members: MemberService
  readonly invites: InviteService
  readonly workspaces: WorkspaceService
  readonly tokens: TokenService
  readonly audit: AuditService
  /** Null where there is no chart host. */
  readonly chartPasses: ChartPasses | null
  close(): Promise<void>
}

/** Somebody who is signed in. setCookies: to be sent with the answer. */
export interface SignedIn {
  readonly sessionId: string
  readonly userId: string
  readonly name: string
  readonly email: string
  readonly expiresAt: Date
  readonly setCookies: readonly string[]
}

/** Somebody who is signed in, with the workspaces they are a member of, as the tables say now. */
export interface AdmittedPerson {
  readonly person: SignedIn
  readonly memberships: readonly MembershipRef[]
}

/** Where a request came from. */
export interface RequestSource {
  readonly headers: Headers
  readonly ip: string | null
}

/** Somebody's request within a workspace. */
export interface Caller {
  readonly actor: AdmittedActor
  readonly ip: string | null
}

/** An answer that changes who is signed in. */
export interface WithCookies<T> {
  readonly value: T
  readonly setCookies: readonly string[]
}

export interface AccountService {
  /**
   * Who the request's session cookie belongs to: nobody where its person has signed out meanwhile, and then the session is ended
   * here. isRefreshed: moves the session's end on when it is due.
   */
  getSignedIn(headers: Headers, options?: { readonly isRefreshed: boolean }): Promise<SignedIn | null>
  /** The same with where they may go. */
  admit(headers: Headers, options: { readonly isRefreshed: boolean }): Promise<AdmittedPerson | null>
  sessionInfo(person: SignedIn): Promise<SessionInfo>
  /** Fails with `sign-in-failed` or `too-many-requests`. */
  signIn(body: SignIn, source: RequestSource): Promise<WithCookies<SessionInfo>>
  signOut(source: RequestSource): Promise<WithCookies<null>>
  /** Sends a link when there is such an account and mail is set up; tells nothing of either. */
  requestReset(body: RequestReset, source: RequestSource): Promise<void>
  /** Fails with `link-invalid`. */
  resetPassword(body: ResetPassword, source: RequestSource): Promise<void>
  /** Fails with `password-wrong`. */
  changePassword(person: SignedIn, body: ChangePassword, source: RequestSource): Promise<WithCookies<null>>
  changeName(person: SignedIn, name: string): Promise<void>
  setUpState(): Promise<SetUpState>
  /** Fails with `link-invalid`. */
  setUp(body: SetUp, source: RequestSource): Promise<WithCookies<SessionInfo>>
}

export interface MembershipRef {
  readonly orgId: string
  readonly slug: string
  readonly role: Role
}

/** Changes are one transaction with the workspace's version and the audit log. */
export interface MemberService {
  /** What the person of a session may hear of: nothing once it has ended. Cheap for many at once. */
  listHeard(sessionId: string): Promise<readonly HeardWorkspace[]>
  /** By name. E-mail addresses only for those who manage members. */
  list(actor: Actor): Promise<readonly Member[]>
  /** Fails with `forbidden`, `not-found` or `last-owner`. */
  change(caller: Caller, userId: string, change: ChangeMember): Promise<void>
  /** Oneself, too: that is leaving. Fails like `change`. */
  remove(caller: Caller, userId: string): Promise<void>
}

export interface InviteService {
  list(actor: Actor): Promise<readonly Invite[]>
  /** Fails with `forbidden` or `already-member`. */
  create(caller: Caller, body: CreateInvite): Promise<CreatedInvite>
  revoke(caller: Caller, id: string): Promise<void>
  /** What the holder of a link is asked. Fails with `link-invalid`. */
  look(token: string, person: SignedIn | null): Promise<InviteOffer>
  /** Fails with `link-invalid`, `not-signed-in`, `account-exists`, `forbidden` or `already-member`. */
  accept(body: AcceptInvite, person: SignedIn | null, source: RequestSource): Promise<WithCookies<WorkspaceSummary>>
}

export interface WorkspaceService {
  list(userId: string): Promise<readonly WorkspaceSummary[]>
  /** Fails with `slug-taken`, or `forbidden` where the server lets nobody like them. */
  create(
    person: { readonly userId: string; readonly ip: string | null },
    body: CreateWorkspace,
  ): Promise<WorkspaceSummary>
  /** Fails with `forbidden` or `slug-taken`. */
  change(caller: Caller, body: ChangeWorkspace): Promise<WorkspaceSummary>
}

export interface TokenService {
  list(actor: Actor): Promise<readonly ApiToken[]>
  /** Fails with `forbidden` when the role is above the person's own. */
  create(caller: Caller, body: CreateToken): Promise<CreatedToken>
  revoke(caller: Caller, id: string): Promise<void>
  /** The actor of a bearer token and what it may be used for. Fails with `token-invalid`. */
  authenticate(
    secret: string,
  ): Promise<{ readonly tokenId: string; readonly actor: Actor; readonly scopes: readonly TokenScope[] }>
}

export interface AuditFile {
  readonly fileName: string
  readonly contentType: string
  readonly body: ReadableStream<Uint8Array>
}

export interface AuditService {
  /** Fails with `forbidden`. */
  page(actor: Actor, query: AuditQuery): Promise<AuditPage>
  /** All that a filter selects, as a file that is read as it is sent. It is written down as an export. Fails with `forbidden`. */
  export(caller: Caller, request: AuditExport): Promise<AuditFile>
  /** Writes down what no table of ours holds: an export that was begun. */
  record(caller: Caller, action: AuditAction, target: string | null, detail?: JsonObject): Promise<void>
}
