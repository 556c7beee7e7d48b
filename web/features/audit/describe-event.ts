import * as z from 'zod/mini'
import type { AuditAction, AuditEvent } from '@tidemark/shared/audit/audit-event'
import { roleSchema } from '@tidemark/shared/access/roles'
import { roleWords } from '../members/role-words'

/** The names of the people in events, by user id. */
export type PeopleNames = Readonly<Record<string, string>>

/** Returns the event's actor as the beginning of a sentence. */
export function actorOfEvent({ actor }: AuditEvent, people: PeopleNames): string {
  switch (actor.kind) {
    case 'person':
      return nameOf(actor.userId, people)
    case 'token':
      return `A token of ${nameOf(actor.userId, people)}`
    case 'server':
      return 'The server’s operator'
    case 'unknown':
      return 'Somebody'
  }
}

/** Returns the predicate of an event's sentence: `changed the role of Ann from viewer to editor`. */
export function describeEvent(event: AuditEvent, people: PeopleNames): string {
  const target = event.target === null ? null : (people[event.target] ?? event.target)
  const detail = (name: string) => {
    const value = event.detail[name]
    return typeof value === 'string' ? value : null
  }
  const role = (name: string) => {
    const parsed = roleSchema.safeParse(event.detail[name])
    return parsed.success ? roleWords[parsed.data].name.toLowerCase() : null
  }
  const through = detail('through')
  const byGroups = detail('by') === 'groups' ? 'by their groups' : null
  const named = join(detail('name') === null ? null : `“${detail('name')}”`)
  switch (event.action) {
    case 'sign-in':
      return join('signed in', through && `through ${through}`, detail('with') && `with a ${detail('with')}`)
    case 'sign-in-failed':
      return join(
        'failed to sign in',
        target && `as ${target}`,
        through && `through ${through}`,
        detail('with') && `with a wrong ${detail('with')}`,
      )
    case 'sign-out':
      return 'signed out'
    case 'password-reset':
      return join(
        'set a new password with a link',
        event.actor.userId === event.target ? null : target && `for ${target}`,
      )
    case 'password-changed':
      return 'changed their password'
    case 'two-factor-on':
      return 'turned on two-factor authentication'
    case 'two-factor-off':
      return 'turned off their two-factor authentication'
    case 'two-factor-reset':
      return join('turned off the two-factor authentication of', target)
    case 'backup-codes-created':
      return 'made new backup codes'
    case 'invite-created':
      return join('invited', detail('email') ?? target, role('role') && `as ${role('role')}`)
    case 'invite-revoked':
      return join('revoked the invite of', detail('email') ?? target)
    case 'invite-accepted':
      return join('joined', role('role') && `as ${role('role')}`)
    case 'member-added':
      return join('added', target, role('role') && `as ${role('role')}`, byGroups)
    case 'member-role-changed':
      return join(
        'changed the role of',
        target,
        role('from') && `from ${role('from')}`,
        role('to') && `to ${role('to')}`,
        byGroups,
      )
    case 'member-attributes-changed':
      return join('changed the attributes of', target && `${target}${changedAttributes(event.detail)}`)
    case 'member-removed':
      return join('removed', target, byGroups)
    case 'member-left':
      return 'left the workspace'
    case 'group-created':
      return join('made the group', named)
    case 'group-renamed':
      return join('renamed the group', detail('from') && `“${detail('from')}”`, named && `to ${named}`)
    case 'group-deleted':
      return join('deleted the group', named)
    case 'group-handed-over':
      return join('left the members of the group', named, 'to the identity provider')
    case 'group-member-added':
      return join('added', target, named && `to the group ${named}`, byGroups)
    case 'group-member-removed':
      return join('removed', target, named && `from the group ${named}`, byGroups)
    case 'workspace-created':
      return join('created the workspace', named)
    case 'workspace-changed':
      if (event.detail['requiresTwoFactor'] === true) return 'asked all members for two-factor authentication'
      if (event.detail['requiresTwoFactor'] === false) return 'no longer asks members for two-factor authentication'
      return 'changed the workspace’s name or address'
    case 'token-created':
      return join('created the API token', named || target)
    case 'token-revoked':
      return join('revoked the API token', named || target)
    case 'folder-access-changed':
      return join('changed who may see the folder', named || target)
    case 'connection-access-changed':
      return join('changed who may use the connection', named || target)
    case 'dataset-access-changed':
      return join('changed who may use the dataset', named || target)
    case 'webhook-created':
      return join('added the webhook', named || target, detail('host') && `to ${detail('host')}`)
    case 'webhook-removed':
      return join('removed the webhook', named || target)
    case 'subscription-created':
      return join('made a subscription to', named || target)
    case 'subscription-changed':
      return join('changed the subscription to', named || target)
    case 'subscription-removed':
      return join('removed the subscription to', named || target)
    case 'subscription-sent':
      return join('sent', named || target, detail('to') && `to ${detail('to')}`)
    case 'subscription-stopped':
      return join('stopped the subscription to', named || target, detail('reason') && `: ${detail('reason')}`)
    case 'alert-created':
      return join('made an alert on', named || target)
    case 'alert-changed':
      return join('changed the alert on', named || target)
    case 'alert-removed':
      return join('removed the alert on', named || target)
    case 'alert-fired':
      return join('told of an alert:', detail('what') || named || target)
    case 'alert-recovered':
      return join('told that an alert has ended:', detail('what') || named || target)
    case 'alert-stopped':
      return join('stopped the alert on', named || target, detail('reason') && `: ${detail('reason')}`)
    case 'job-run':
      return join('ran the job', named || target)
    case 'job-paused':
      return join('paused the job', named || target)
    case 'job-resumed':
      return join('let the job go on:', named || target)
    case 'row-rule-changed':
      return join('changed which rows people see of', named || target)
    case 'public-link-makers-changed':
      return join('changed who makes public links to', linkMakers[detail('to') ?? 'admins'] ?? null)
    case 'public-link-created':
      return join('made the public link', named || target)
    case 'public-link-changed':
      return join('changed the public link', named || target)
    case 'public-link-rotated':
      return join('gave a new address to the public link', named || target)
    case 'public-link-revoked':
      return join('revoked the public link', named || target)
    case 'embed-key-created':
      return 'made a key for signed embeds'
    case 'embed-key-revoked':
      return 'revoked a key for signed embeds'
    case 'seen-as':
      return join('looked at', named, 'as', target)
    case 'export':
      return join('exported', contents(detail('contents'), 'to'), detail('fileName') ?? target)
    case 'import':
      return join('imported', contents(detail('contents'), 'from'), detail('fileName') ?? target)
  }
}

const linkMakers: Readonly<Record<string, string>> = {
  nobody: 'nobody',
  admins: 'admins and owners',
  editors: 'editors, admins and owners',
}

/** The kinds of events as options of a list. */
export const actionNames = {
  'sign-in': 'Signed in',
  'sign-in-failed': 'Failed to sign in',
  'sign-out': 'Signed out',
  'password-reset': 'Password reset',
  'password-changed': 'Password changed',
  'two-factor-on': 'Two-factor turned on',
  'two-factor-off': 'Two-factor turned off',
  'two-factor-reset': 'Two-factor reset',
  'backup-codes-created': 'Backup codes created',
  'invite-created': 'Invited',
  'invite-revoked': 'Invite revoked',
  'invite-accepted': 'Joined',
  'member-added': 'Member added',
  'member-role-changed': 'Role changed',
  'member-attributes-changed': 'Attributes changed',
  'member-removed': 'Member removed',
  'member-left': 'Member left',
  'group-created': 'Group made',
  'group-renamed': 'Group renamed',
  'group-deleted': 'Group deleted',
  'group-handed-over': 'Group left to the provider',
  'group-member-added': 'Added to a group',
  'group-member-removed': 'Removed from a group',
  'workspace-created': 'Workspace created',
  'workspace-changed': 'Workspace changed',
  'token-created': 'API token created',
  'token-revoked': 'API token revoked',
  'folder-access-changed': 'Folder access',
  'connection-access-changed': 'Connection access',
  'dataset-access-changed': 'Dataset access',
  'webhook-created': 'Webhook added',
  'webhook-removed': 'Webhook removed',
  'subscription-created': 'Subscription made',
  'subscription-changed': 'Subscription changed',
  'subscription-removed': 'Subscription removed',
  'subscription-sent': 'Subscription sent',
  'subscription-stopped': 'Subscription stopped',
  'alert-created': 'Alert made',
  'alert-changed': 'Alert changed',
  'alert-removed': 'Alert removed',
  'alert-fired': 'Alert fired',
  'alert-recovered': 'Alert recovered',
  'alert-stopped': 'Alert stopped',
  'job-run': 'Job run',
  'job-paused': 'Job paused',
  'job-resumed': 'Job resumed',
  'row-rule-changed': 'Row rules',
  'public-link-makers-changed': 'Who makes public links',
  'public-link-created': 'Public link made',
  'public-link-changed': 'Public link changed',
  'public-link-rotated': 'Public link’s address changed',
  'public-link-revoked': 'Public link revoked',
  'embed-key-created': 'Embed key made',
  'embed-key-revoked': 'Embed key revoked',
  'seen-as': 'Seen as another',
  export: 'Export',
  import: 'Import',
} as const satisfies Record<AuditAction, string>

const valuesSchema = z.record(z.string(), z.string())
const attributesDetailSchema = z.object({ from: valuesSchema, to: valuesSchema })

/** Lists changed attributes as the end of a sentence: `: region from North to South`; empty for another detail. */
function changedAttributes(detail: AuditEvent['detail']): string {
  const { data } = attributesDetailSchema.safeParse(detail)
  if (data === undefined) return ''
  const names = [...new Set([...Object.keys(data.from), ...Object.keys(data.to)])]
  const words = names.map((name) => `${name} from ${data.from[name] ?? 'none'} to ${data.to[name] ?? 'none'}`)
  return `: ${words.join('; ')}`
}

/** Describes the content of an operator's file; null for other files. */
function contents(name: string | null, preposition: 'to' | 'from'): string | null {
  if (name === 'installation') return `all workspaces and accounts ${preposition}`
  return name === 'workspace' ? `the content of this workspace ${preposition}` : null
}

function nameOf(userId: string | null, people: PeopleNames): string {
  return userId === null ? 'Somebody' : (people[userId] ?? 'A former member')
}

function join(...parts: readonly (string | null)[]): string {
  return parts.filter(Boolean).join(' ')
}
