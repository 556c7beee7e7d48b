import type { AccountService } from './accounts/account-service'
import type { AuditService } from './audit/audit-service'
import type { GroupService } from './groups/group-service'
import type { InviteService } from './members/invite-service'
import type { MemberService } from './members/member-service'
import type { WorkspaceService } from './members/workspace-service'
import type { DesktopSignIn } from './single-sign-on/desktop-sign-in'
import type { SingleSignOnService } from './single-sign-on/single-sign-on-service'
import type { ChartPasses } from './tokens/chart-passes'
import type { TokenService } from './tokens/token-service'

import type { TwoFactorService } from './two-factor/two-factor-service'

/** The services of team mode; local mode has none of them. */
export interface TeamServices {
  readonly accounts: AccountService
  readonly twoFactor: TwoFactorService
  /** Null if people have passwords alone. */
  readonly singleSignOn: SingleSignOnService | null
  readonly desktopSignIn: DesktopSignIn
  readonly members: MemberService
  readonly groups: GroupService
  readonly invites: InviteService
  readonly workspaces: WorkspaceService
  readonly tokens: TokenService
  readonly audit: AuditService
  /** Null if there is no chart host. */
  readonly chartPasses: ChartPasses | null
  close(): Promise<void>
}
