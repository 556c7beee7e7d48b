import { describe, expect, it, test } from 'vitest'
import { auditActions, type AuditEvent } from '@tidemark/shared/audit/audit-event'
import { actionNames, actorOfEvent, describeEvent } from './describe-event'

const people = { u1: 'Ann Lee', u2: 'Bo Diaz' }

function event(given: Partial<AuditEvent>): AuditEvent {
  return {
    id: 'e1',
    at: 0,
    actor: { kind: 'person', userId: 'u1' },
    action: 'sign-in',
    target: null,
    detail: {},
    ip: null,
    ...given,
  }
}

describe('an event reads as a sentence', () => {
  it.each([
    [{ action: 'sign-in' }, 'Ann Lee signed in'],
    [
      { action: 'sign-in-failed', actor: { kind: 'unknown', userId: null }, target: 'x@y.example' },
      'Somebody failed to sign in as x@y.example',
    ],
    [
      { action: 'invite-created', target: 'i1', detail: { email: 'bo@y.example', role: 'editor' } },
      'Ann Lee invited bo@y.example as editor',
    ],
    [
      { action: 'member-role-changed', target: 'u2', detail: { from: 'viewer', to: 'editor' } },
      'Ann Lee changed the role of Bo Diaz from viewer to editor',
    ],
    [
      {
        action: 'member-added',
        target: 'u2',
        detail: { role: 'editor', by: 'groups' },
        actor: { kind: 'server', userId: null },
      },
      'The server’s operator added Bo Diaz as editor by their groups',
    ],
    [{ action: 'sign-in', detail: { through: 'Acme login' } }, 'Ann Lee signed in through Acme login'],
    [
      {
        action: 'member-attributes-changed',
        target: 'u2',
        detail: { from: { region: 'North' }, to: { region: 'South, East', team: 'a' } },
      },
      'Ann Lee changed the attributes of Bo Diaz: region from North to South, East; team from none to a',
    ],
    [
      { action: 'invite-revoked', target: 'i1', detail: { email: 'bo@y.example' } },
      'Ann Lee revoked the invite of bo@y.example',
    ],
    [{ action: 'export', target: 'c1', detail: { fileName: 'sales.csv' } }, 'Ann Lee exported sales.csv'],
    [
      {
        action: 'export',
        actor: { kind: 'server', userId: null },
        detail: { contents: 'installation', fileName: 'all.ndjson' },
      },
      'The server’s operator exported all workspaces and accounts to all.ndjson',
    ],
    [
      {
        action: 'import',
        actor: { kind: 'server', userId: null },
        detail: { contents: 'workspace', fileName: 'mine.ndjson' },
      },
      'The server’s operator imported the content of this workspace from mine.ndjson',
    ],
    [{ action: 'member-removed', target: 'u9' }, 'Ann Lee removed u9'],
    [{ action: 'token-created', target: 't1', detail: { name: 'nightly' } }, 'Ann Lee created the API token “nightly”'],
    [{ action: 'token-revoked', target: 't1' }, 'Ann Lee revoked the API token t1'],
    [
      { action: 'export', actor: { kind: 'token', userId: 'u2' }, target: 'chart' },
      'A token of Bo Diaz exported chart',
    ],
    [
      { action: 'password-reset', actor: { kind: 'server', userId: null }, target: 'u2' },
      'The server’s operator set a new password with a link for Bo Diaz',
    ],
    [
      { action: 'group-renamed', detail: { from: 'Sale', name: 'Sales' } },
      'Ann Lee renamed the group “Sale” to “Sales”',
    ],
    [
      { action: 'group-member-added', target: 'u2', detail: { name: 'Sales' } },
      'Ann Lee added Bo Diaz to the group “Sales”',
    ],
    [
      { action: 'group-handed-over', actor: { kind: 'server', userId: null }, detail: { by: 'groups', name: 'Sales' } },
      'The server’s operator left the members of the group “Sales” to the identity provider',
    ],
    [{ action: 'sign-out', actor: { kind: 'person', userId: 'gone' } }, 'A former member signed out'],
    [
      { action: 'member-role-changed', target: 'u2', detail: { from: 7, to: 'king' } },
      'Ann Lee changed the role of Bo Diaz',
    ],
  ] satisfies [Partial<AuditEvent>, string][])('%j', (given, sentence) => {
    const made = event(given)
    expect(`${actorOfEvent(made, people)} ${describeEvent(made, people)}`).toBe(sentence)
  })
})

test('every action has a sentence and a name in the list', () => {
  for (const action of auditActions) {
    expect(describeEvent(event({ action }), people)).not.toBe('')
    expect(actionNames[action]).toBeDefined()
  }
})
