import * as z from 'zod/mini'
import { errorCodes } from '../errors/catalogue'

/** The name of a built program that the host may ask the main process to start beside it; never the host itself. */
export const hostProgramSchema = z.string().check(z.regex(/^(?!desktop-host-)[a-z]+(-[a-z]+)*-process$/))

/**
 * Messages from the main process to the host. process-opened carries the port to the process. token: of this launch.
 */
export const toHostSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('start'),
    /** Settings by the names of their environment variables; the real environment is not read. */
    settings: z.record(z.string(), z.string()),
    token: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)),
  }),
  z.object({ kind: z.literal('process-opened'), id: z.int() }),
  z.object({ kind: z.literal('process-exited'), id: z.int(), how: z.string() }),
  z.object({ kind: z.literal('stop') }),
])
export type ToHost = z.infer<typeof toHostSchema>

/** Messages from the host to the main process. failed: it did not start and ends. */
export const fromHostSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready'), origin: z.url({ protocol: /^http$/, hostname: /^127\.0\.0\.1$/ }) }),
  z.object({
    kind: z.literal('failed'),
    error: z.object({
      code: z.enum(errorCodes),
      message: z.string(),
      detail: z.optional(z.string()),
      hint: z.optional(z.string()),
    }),
  }),
  z.object({
    kind: z.literal('open-process'),
    id: z.int(),
    program: hostProgramSchema,
    threadPoolSize: z.int().check(z.minimum(1), z.maximum(128)),
  }),
  z.object({ kind: z.literal('kill-process'), id: z.int() }),
])
export type FromHost = z.infer<typeof fromHostSchema>
