import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { appendAuditEvent } from '@/server/store/accounts/audit-log'
import { createAuditService } from '../audit/audit-service'
import { scheduleAuditCollection } from '../audit/collect-audit-events'
import { createChartPasses, type ChartPasses } from '@/server/team/tokens/chart-passes'
import { createChartTokens } from '@/server/team/tokens/chart-tokens'
import type { Config } from '@/server/base/config'
import type { Logger } from '@/server/observability/log'
import { createGroupService } from '../groups/group-service'
import { createInviteService } from '../members/invite-service'
import { createMemberService } from '../members/member-service'
import { createWorkspaceService } from '../members/workspace-service'
import { createDesktopSignIn } from '../single-sign-on/desktop-sign-in'
import { releaseGroups } from '../single-sign-on/follow-groups'
import { createSingleSignOn } from '../single-sign-on/single-sign-on-service'
import type { PokeHub } from '@/server/sync/poke-hub'
import type { Store } from '@/server/store/store'
import type { TeamServices } from '../team-services'
import { createTwoFactorService } from '../two-factor/two-factor-service'
import { createTokenService } from '../tokens/token-service'
import { openAccountDatabase, type AccountDatabase } from '@/server/store/accounts/account-database'
import { createAccountService } from './account-service'
import { createAuth, type AuthOptions, type PasswordHashing } from './create-auth'
import type { Mailer } from '@/server/jobs/deliveries/mailer'
import { endResetLinks, sendResetLink } from './reset-links'
import { createSetUpToken } from './set-up-links'
import { forgetAttempts } from './sign-in-limit'
import type { TeamContext } from './team-context'

interface TeamOptions {
  readonly config: Pick<
    Config,
    'mode' | 'publicUrl' | 'secret' | 'oldSecrets' | 'chartHost' | 'newWorkspaces' | 'auditDays' | 'singleSignOn'
  >
  readonly store: Store
  readonly pokes: PokeHub
  readonly log: Logger
  /** Null if no SMTP_URL is set. */
  readonly mailer: Mailer | null
  /** Unix milliseconds. */
  readonly clock: () => number
  readonly hashing?: PasswordHashing
  /** Copies the files of the sample datasets into the data folder. */
  readonly installSampleFiles: () => Promise<void>
  /** Shows the link that creates the first owner, on a server without accounts. */
  readonly showSetUpLink: (link: string) => void
}

/**
 * Opens all services of team mode over one store. They keep their state in the store, so that several processes can
 * share it.
 */
export async function openTeam(options: TeamOptions): Promise<TeamServices> {
  const { config, store, pokes, log, clock, mailer, installSampleFiles } = options
  const { publicUrl, secret } = config
  if (publicUrl === undefined || secret === undefined) throw new TidemarkError('config-invalid')
  const publicOrigin = new URL(publicUrl).origin
  const database = openAccountDatabase(store.tables)
  const context: TeamContext = {
    store,
    pokes,
    database,
    log,
    clock,
    publicOrigin,
    newWorkspaces: config.newWorkspaces,
    mailer,
  }
  const authOptions: AuthOptions = {
    database,
    engine: store.tables.engine,
    publicOrigin,
    secret,
    oldSecrets: config.oldSecrets,
    log,
    hashing: options.hashing,
    sendResetToken: (person, token) => sendResetLink(context, person, token),
    onPasswordReset: async ({ id, email }, ip) => {
      await forgetAttempts(database, email)
      await endResetLinks(database, id)
      const source = { kind: 'person', userId: id, ip } as const
      await appendAuditEvent(database, { orgId: null, at: clock(), source, action: 'password-reset' })
    },
  }
  const auth = createAuth(authOptions)
  const takesPasswords = config.singleSignOn?.isOnly !== true
  const accounts = createAccountService({ context, takesPasswords, auth, installSampleFiles })
  const singleSignOn =
    config.singleSignOn === undefined
      ? null
      : createSingleSignOn({ context, auth, authOptions, accounts, settings: config.singleSignOn })
  // The settings of a chart host are not those of the web server.
  if (config.mode !== 'chart') await releaseGroups(database, config.singleSignOn?.groups ?? [])
  // A chart host has no pages, and its link would invalidate the web server's.
  const token = config.mode === 'chart' ? null : await createSetUpToken(database, clock())
  if (token !== null) options.showSetUpLink(`${publicOrigin}/set-up#${token}`)
  const stopCollecting =
    config.mode === 'chart'
      ? () => undefined
      : scheduleAuditCollection({ database, days: config.auditDays, log, clock })
  return {
    accounts,
    twoFactor: createTwoFactorService({ context, auth }),
    singleSignOn,
    desktopSignIn: createDesktopSignIn({ context, auth, accounts }),
    members: createMemberService(context),
    groups: createGroupService(context),
    invites: createInviteService({ context, takesPasswords, auth }),
    workspaces: createWorkspaceService({ context, installSampleFiles }),
    tokens: createTokenService(context),
    audit: createAuditService({ database, clock }),
    chartPasses: openChartPasses(config, secret, database, clock),
    close: async () => {
      stopCollecting()
    },
  }
}

function openChartPasses(
  { chartHost, oldSecrets }: Pick<Config, 'chartHost' | 'oldSecrets'>,
  secret: string,
  database: AccountDatabase,
  clock: () => number,
): ChartPasses | null {
  if (chartHost === undefined) return null
  const tokens = createChartTokens({ secrets: [secret, ...oldSecrets], audience: new URL(chartHost).origin, clock })
  return createChartPasses({ database, tokens, clock })
}
