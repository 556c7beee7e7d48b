import { z } from 'zod'

/**
 * Settings, read once at start: the environment variable, else `tidemark.json` in the data folder, else
 * `tidemark.json` beside the installed resources. Nothing is baked into a build.
 */
export const configSchema = z.object({
  port: z.int(),
  host: z.string(),
  dataDir: z.string(),
  mode: z.enum(['local', 'team', 'chart']),
})
export type Config = z.infer<typeof configSchema>
