import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { updateChoiceSchema } from '@tidemark/shared/ipc/desktop-calls'
import * as z from 'zod/mini'
import { writeFileAtomic } from './atomic-file'
import type { Logger } from '@tidemark/shared/observability/logger'
import { proxySettingsSchema } from './network/network-settings'

const preferencesSchema = z.object({
  theme: z.catch(z.enum(['light', 'dark', 'system']), 'system'),
  updates: z.catch(updateChoiceSchema, { channel: 'latest', mode: 'automatic' }),
  proxy: z.catch(proxySettingsSchema, { mode: 'system' }),
  /** True if the person lets error reports leave this computer. */
  isReportingAllowed: z.catch(z.boolean(), false),
})
export type Preferences = z.infer<typeof preferencesSchema>

export interface PreferenceStore {
  readonly current: Preferences
  change(preferences: Partial<Preferences>): void
}

/**
 * Opens the preferences that the shell needs before any page; all profiles share them. Unreadable values fall back to
 * the defaults.
 */
export function openPreferences(folder: string, log: Logger): PreferenceStore {
  const path = join(folder, 'preferences.json')
  let current = read(path)
  return {
    get current() {
      return current
    },
    change: (preferences) => {
      current = { ...current, ...preferences }
      try {
        writeFileAtomic(path, JSON.stringify(current))
      } catch (thrown) {
        log.info({ err: thrown }, 'The preferences were not kept.')
      }
    },
  }
}

function read(path: string): Preferences {
  const usual = preferencesSchema.parse({})
  if (!existsSync(path)) return usual
  try {
    return preferencesSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return usual
  }
}
