/** Apart from what the sections are: every page asks which there are, to know an address. */
const settingsSectionIds = [
  'workspace',
  'appearance',
  'desktop',
  'members',
  'tokens',
  'audit',
  'flags',
  'account',
  'reports',
  'about',
] as const

export type SettingsSectionId = (typeof settingsSectionIds)[number]

export function isSettingsSection(id: string): boolean {
  return settingsSectionIds.some((section) => section === id)
}
