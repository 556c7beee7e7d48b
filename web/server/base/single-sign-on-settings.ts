import { roleSchema, type Role } from '@tidemark/shared/access/roles'
import { groupNameSchema } from '@tidemark/shared/groups/people-group'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import * as z from 'zod/mini'
import { settingFlag } from './setting-flag'

/** The settings of single sign-on as they are read. */
export const singleSignOnShape = {
  TIDEMARK_OIDC_ISSUER: z.optional(z.url({ protocol: /^https?$/ })),
  TIDEMARK_OIDC_CLIENT_ID: z.optional(z.string()),
  TIDEMARK_OIDC_CLIENT_SECRET: z.optional(z.string()),
  TIDEMARK_OIDC_NAME: z._default(z.string().check(z.maxLength(40, 'at most 40 characters')), 'single sign-on'),
  TIDEMARK_OIDC_SCOPES: z._default(z.string(), 'openid email profile'),
  TIDEMARK_OIDC_GROUPS_CLAIM: z._default(z.string(), 'groups'),
  TIDEMARK_OIDC_ROLES: z.optional(z.string()),
  TIDEMARK_OIDC_GROUPS: z.optional(z.string()),
  TIDEMARK_OIDC_TRUST_EMAIL: z._default(settingFlag, false),
  TIDEMARK_OIDC_ONLY: z._default(settingFlag, false),
} as const

/** The workspace that a rule is about, by its name in addresses; null is the first one of the server. */
export interface OfWorkspace {
  readonly workspace: string | null
}

/** Gives a role to the members of a group at the identity provider. */
export interface RoleRule extends OfWorkspace {
  /** The group’s name as the provider sends it; `*` is everybody. */
  readonly group: string
  readonly role: Role
}

/** Puts the members of a group at the identity provider into a group of people. */
export interface GroupRule extends OfWorkspace {
  /** The group’s name as the provider sends it; null is each group that no other rule names. */
  readonly group: string | null
  /** The name of the group of people; null is the provider’s. */
  readonly name: string | null
}

/** How people sign in through an identity provider with OpenID Connect. */
export interface SingleSignOnSettings {
  readonly issuer: string
  readonly clientId: string
  /** Undefined for a public client, which has PKCE alone. */
  readonly clientSecret: string | undefined
  /** The provider’s name on the button. */
  readonly name: string
  readonly scopes: readonly string[]
  readonly groupsClaim: string
  /** Empty: roles are given in Tidemark, and a first sign-in needs an invite. */
  readonly roles: readonly RoleRule[]
  readonly groups: readonly GroupRule[]
  /** True if addresses of the provider count as verified even if it does not say so. */
  readonly isEmailTrusted: boolean
  /** True if nobody signs in with a password. */
  readonly isOnly: boolean
}

type GivenSettings = z.output<z.ZodMiniObject<typeof singleSignOnShape>>

/** Returns the settings of single sign-on; undefined if there is none. Fails with `config-invalid`. */
export function singleSignOnOf(given: GivenSettings): SingleSignOnSettings | undefined {
  const { TIDEMARK_OIDC_ISSUER: issuer, TIDEMARK_OIDC_CLIENT_ID: clientId } = given
  if (issuer === undefined) {
    if (clientId === undefined && !given.TIDEMARK_OIDC_ONLY) return undefined
    throw invalid('TIDEMARK_OIDC_ISSUER: single sign-on needs the address of the identity provider.')
  }
  if (clientId === undefined) throw invalid('TIDEMARK_OIDC_CLIENT_ID: single sign-on needs the id of this client.')
  const { protocol, hostname } = new URL(issuer)
  if (protocol !== 'https:' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname))
    throw invalid('TIDEMARK_OIDC_ISSUER: an identity provider on another machine must be reached by https.')
  return {
    issuer,
    clientId,
    clientSecret: given.TIDEMARK_OIDC_CLIENT_SECRET,
    name: given.TIDEMARK_OIDC_NAME,
    scopes: given.TIDEMARK_OIDC_SCOPES.split(/[\s,]+/).filter((scope) => scope !== ''),
    groupsClaim: given.TIDEMARK_OIDC_GROUPS_CLAIM,
    roles: parseRoleRules(given.TIDEMARK_OIDC_ROLES ?? ''),
    groups: parseGroupRules(given.TIDEMARK_OIDC_GROUPS ?? ''),
    isEmailTrusted: given.TIDEMARK_OIDC_TRUST_EMAIL,
    isOnly: given.TIDEMARK_OIDC_ONLY,
  }
}

/** Parses rules such as `analysts=editor, data-team=admin@sales, *=viewer`. Fails with `config-invalid`. */
export function parseRoleRules(text: string): readonly RoleRule[] {
  return rulesIn(text).map(({ rule, group, gives, workspace }) => {
    const role = roleSchema.safeParse(gives)
    if (group === '' || !role.success || workspace === '')
      throw invalid(`TIDEMARK_OIDC_ROLES: “${rule}” is not of the form GROUP=ROLE or GROUP=ROLE@WORKSPACE.`)
    if (role.data === 'owner')
      throw invalid('TIDEMARK_OIDC_ROLES: owners are made in Tidemark; a group can give admin at most.')
    return { group, role: role.data, workspace }
  })
}

/** Parses rules such as `sales-team=Sales, data=Data team@acme, all`. Fails with `config-invalid`. */
export function parseGroupRules(text: string): readonly GroupRule[] {
  return rulesIn(text).map(({ rule, group, gives, workspace }) => {
    const isAll = group === '' && gives === 'all' && !rule.includes('=')
    if (isAll && workspace !== '') return { group: null, name: null, workspace }
    const name = groupNameSchema.safeParse(gives)
    if (group === '' || !name.success || workspace === '')
      throw invalid(`TIDEMARK_OIDC_GROUPS: “${rule}” is not of the form GROUP=NAME, GROUP=NAME@WORKSPACE or all.`)
    return { group, name: name.data, workspace }
  })
}

/** Splits rules of the form `GROUP=GIVES@WORKSPACE`. workspace: null if there is none; '' if it cannot be read. */
function rulesIn(text: string) {
  return text
    .split(',')
    .map((rule) => rule.trim())
    .filter((rule) => rule !== '')
    .map((rule) => {
      const at = rule.lastIndexOf('=')
      const [gives = '', workspace = null, ...rest] = rule.slice(at + 1).split('@')
      return {
        rule,
        group: rule.slice(0, Math.max(at, 0)).trim(),
        gives: gives.trim(),
        workspace: rest.length > 0 ? '' : (workspace?.trim() ?? null),
      }
    })
}

function invalid(detail: string): TidemarkError {
  return new TidemarkError('config-invalid', { detail, hint: 'See “Single sign-on” in docs/self-hosting.md.' })
}
