import { describe, expect, test } from 'vitest'
import { parseGroupRules, parseRoleRules, singleSignOnOf } from './single-sign-on-settings'

describe('rules that give roles to groups', () => {
  test('name a group, a role and perhaps a workspace', () => {
    expect(parseRoleRules(' analysts=editor,a=b/c = admin@sales ,*=viewer,')).toEqual([
      { group: 'analysts', role: 'editor', workspace: null },
      { group: 'a=b/c', role: 'admin', workspace: 'sales' },
      { group: '*', role: 'viewer', workspace: null },
    ])
  })

  test.each(['analysts', 'analysts=king', '=viewer', 'a=viewer@', 'a=viewer@b@c', 'bosses=owner'])(
    '%j stops the start',
    (text) => expect(() => parseRoleRules(text)).toThrow(expect.objectContaining({ code: 'config-invalid' })),
  )
})

describe('rules that fill groups of people', () => {
  test('name both groups and perhaps a workspace, or take all as they are', () => {
    expect(parseGroupRules('sales-team = Sales, a=b=Data team@acme, all, all@acme, all=All')).toEqual([
      { group: 'sales-team', name: 'Sales', workspace: null },
      { group: 'a=b', name: 'Data team', workspace: 'acme' },
      { group: null, name: null, workspace: null },
      { group: null, name: null, workspace: 'acme' },
      { group: 'all', name: 'All', workspace: null },
    ])
  })

  test.each(['sales', '=Sales', '=all', 'a=', 'a=Sales@', 'all@', 'a=b@c@d', `a=${'x'.repeat(81)}`])(
    '%j stops the start',
    (text) => expect(() => parseGroupRules(text)).toThrow(expect.objectContaining({ code: 'config-invalid' })),
  )
})

describe('an identity provider', () => {
  const given = {
    TIDEMARK_OIDC_NAME: 'x',
    TIDEMARK_OIDC_SCOPES: 'openid  email',
    TIDEMARK_OIDC_GROUPS_CLAIM: 'groups',
    TIDEMARK_OIDC_TRUST_EMAIL: false,
    TIDEMARK_OIDC_ONLY: false,
  }
  const [issuer, clientId] = ['https://id.example', 'tidemark']

  test('is one with an issuer and a client; without settings there is none', () => {
    expect(singleSignOnOf(given)).toBeUndefined()
    const settings = { ...given, TIDEMARK_OIDC_ISSUER: issuer, TIDEMARK_OIDC_CLIENT_ID: clientId }
    expect(singleSignOnOf(settings)).toMatchObject({ issuer, clientId, scopes: ['openid', 'email'], roles: [] })
  })

  test.each([
    { TIDEMARK_OIDC_ISSUER: issuer },
    { TIDEMARK_OIDC_CLIENT_ID: clientId },
    { TIDEMARK_OIDC_ONLY: true },
    { TIDEMARK_OIDC_ISSUER: 'http://id.example', TIDEMARK_OIDC_CLIENT_ID: clientId },
  ])('%j stops the start', (settings) => {
    expect(() => singleSignOnOf({ ...given, ...settings })).toThrow(expect.objectContaining({ code: 'config-invalid' }))
  })
})
