import { roleAtLeast, type Role } from '@tidemark/shared/access/roles'

/**
 * The sections of the settings, each with its own address `/settings/<id>`. on: the page that shows it; sections of one
 * page are below each other. least: the lowest role that sees it. team: only in team mode. desktop: only in the desktop
 * app.
 */
export const settingsSections = [
  { id: 'workspace', title: 'Workspace', keywords: 'name time zone week start monday sunday', on: 'general' },
  { id: 'appearance', title: 'Appearance', keywords: 'theme dark light system colour mode', on: 'general' },
  {
    id: 'desktop',
    title: 'Desktop app',
    keywords: 'update version channel beta proxy certificate network passwords keychain',
    on: 'general',
    desktop: true,
  },
  { id: 'members', title: 'Members', keywords: 'people invite role remove leave team', on: 'own', team: true },
  { id: 'tokens', title: 'API tokens', keywords: 'http script program secret key', on: 'own', team: true },
  {
    id: 'links',
    title: 'Public links',
    keywords: 'share public outside guest embed',
    on: 'own',
    team: true,
    least: 'admin',
  },
  { id: 'audit', title: 'Audit log', keywords: 'security sign-ins who when', on: 'own', team: true, least: 'admin' },
  {
    id: 'subscriptions',
    title: 'Subscriptions',
    keywords: 'mail schedule send report digest',
    on: 'own',
    least: 'editor',
  },
  { id: 'alerts', title: 'Alerts', keywords: 'watch threshold notify over under snooze anomaly', on: 'own' },
  { id: 'jobs', title: 'Jobs', keywords: 'schedule webhook slack mail delivery runs pause', on: 'own', least: 'admin' },
  { id: 'flags', title: 'Feature flags', keywords: 'beta preview switch rollout', on: 'own', least: 'admin' },
  {
    id: 'account',
    title: 'Your account',
    keywords: 'password e-mail name profile mails comments notifications',
    on: 'own',
    team: true,
  },
  { id: 'reports', title: 'Error reports', keywords: 'privacy telemetry sentry crash send', on: 'general' },
  { id: 'about', title: 'About', keywords: 'version licence help shortcuts', on: 'general' },
] as const satisfies readonly SettingsSection[]

interface SettingsSection {
  readonly id: string
  readonly title: string
  readonly keywords: string
  readonly on: 'general' | 'own'
  readonly team?: true
  readonly desktop?: true
  readonly least?: Role
}

export type SettingsSectionId = (typeof settingsSections)[number]['id']

/** Returns true if there is such a settings page, whoever may see it. */
export function isSettingsAddress(pathname: string): boolean {
  const [, section] = pathname.split('/').filter((part) => part !== '')
  return section === undefined || settingsSections.some(({ id }) => id === section)
}

interface SettingsSurroundings {
  readonly isTeam: boolean
  readonly isDesktopApp: boolean
}

/** Returns the sections that a role sees. */
export function visibleSections(
  role: Role,
  { isTeam, isDesktopApp }: SettingsSurroundings,
): readonly (typeof settingsSections)[number][] {
  return settingsSections.filter((section: SettingsSection) => {
    const { team = false, desktop = false, least = 'viewer' } = section
    return (!team || isTeam) && (!desktop || isDesktopApp) && roleAtLeast(role, least)
  })
}

/**
 * Returns the sections to list for a role. A local workspace has a use for the page of feature flags only once it has
 * one; until then its address alone opens it.
 */
export function listedSections(
  role: Role,
  { hasFlags, ...surroundings }: SettingsSurroundings & { readonly hasFlags: boolean },
): readonly (typeof settingsSections)[number][] {
  return visibleSections(role, surroundings).filter(({ id }) => id !== 'flags' || surroundings.isTeam || hasFlags)
}

/** Explains who sees a section. */
export function whomItIsFor(
  { team, desktop }: SettingsSection,
  { isTeam, isDesktopApp }: SettingsSurroundings,
): string {
  if (team && !isTeam) return 'It exists only on servers where people sign in.'
  if (desktop && !isDesktopApp) return 'It exists only in the desktop app.'
  return 'It is for admins of the workspace.'
}
