/** The parts of the settings page, each with an address of its own: `/settings/<id>`. */
export const settingsSections = [
  { id: 'workspace', title: 'Workspace', keywords: 'name time zone week start monday sunday' },
  { id: 'appearance', title: 'Appearance', keywords: 'theme dark light system colour mode' },
  { id: 'about', title: 'About', keywords: 'version licence help shortcuts' },
] as const

export type SettingsSectionId = (typeof settingsSections)[number]['id']
