import { roleAtLeast, type Role } from '@tidemark/shared/access/roles'

/**
 * The parts of the settings page, each with an address of its own: `/settings/<id>`. on: those of one page stand below each
 * other, the others have a page for themselves. least: the role that sees it. team: only where people sign in. desktop: only
 * in the desktop app.
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
  { id: 'audit', title: 'Audit log', keywords: 'security sign-ins who when', on: 'own', team: true, least: 'admin' },
  { id: 'flags', title: 'Feature flags', keywords: 'beta preview switch rollout', on: 'own', least: 'admin' },
  { id: 'account', title: 'Your account', keywords: 'password e-mail name profile', on: 'own', team: true },
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

/** True if there is such a page of the settings, without regard to who may see it. */
export function isSettingsAddress(pathname: string): boolean {
  const [, section] = pathname.split('/').filter((part) => part !== '')
  return section === undefined || settingsSections.some(({ id }) => id === section)
}

interface SettingsSurroundings {
  readonly isTeam: boolean
  readonly isDesktopApp: boolean
}

/** The sections that somebody of a role sees. */
export function visibleSections(
  role: Role,
  { isTeam, isDesktopApp }: SettingsSurroundings,
): readonly (typeof settingsSections)[number][] {
  return settingsSections.filter((section: SettingsSection) => {
    const { team = false, desktop = false, least = 'viewer' } = section
    return (!team || isTeam) && (!desktop || isDesktopApp) && roleAtLeast(role, least)
  })
}

/** Why somebody does not see a section. */
export function whomItIsFor(
  { team, desktop }: SettingsSection,
  { isTeam, isDesktopApp }: SettingsSurroundings,
): string {
  if (team && !isTeam) return 'It is for servers on which people sign in.'
  if (desktop && !isDesktopApp) return 'It is for the desktop app.'
  return 'It is for admins of the workspace.'
}
