import type { ErrorCode } from '@tidemark/shared/errors/catalogue'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import * as z from 'zod/mini'

const codes: Readonly<Record<string, ErrorCode>> = {
  INVALID_EMAIL_OR_PASSWORD: 'sign-in-failed',
  INVALID_PASSWORD: 'password-wrong',
  INVALID_CODE: 'code-wrong',
  INVALID_BACKUP_CODE: 'code-wrong',
  TOTP_NOT_ENABLED: 'code-wrong',
  INVALID_TWO_FACTOR_COOKIE: 'code-expired',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'code-expired',
  DESKTOP_CODE_INVALID: 'sign-on-expired',
  INVALID_TOKEN: 'link-invalid',
  INVALID_ORIGIN: 'foreign-origin',
  MISSING_OR_NULL_ORIGIN: 'foreign-origin',
  UNAUTHORIZED: 'not-signed-in',
}

const errorSchema = z.object({ code: z.optional(z.string()), message: z.optional(z.string()) })

/**
 * Matches the full-disk messages of SQLite, PostgreSQL and Linux. better-auth passes on only the message of a store's
 * error.
 */
const fullDisk = /disk is full|no space left on device/i

/**
 * Converts a refusal of better-auth. Fails with our code for it, or with `disk-full` or `store-failed` if the caller is
 * not at fault.
 */
export async function mustBeOk(answer: Response): Promise<void> {
  if (answer.ok) return
  if (answer.status === 429) {
    const seconds = answer.headers.get('x-retry-after')
    throw new TidemarkError('too-many-requests', {
      detail: seconds === null ? undefined : `Try again in ${seconds} seconds.`,
    })
  }
  const text = await answer.text()
  const { code, message } = parseError(text)
  if (code !== undefined && Object.hasOwn(codes, code)) throw new TidemarkError(codes[code] ?? 'internal')
  if (answer.status === 401) throw new TidemarkError('not-signed-in')
  if (answer.status < 500) throw new TidemarkError('invalid-request', { detail: message })
  const failure = fullDisk.test(message ?? '') ? 'disk-full' : 'store-failed'
  throw new TidemarkError(failure, { detail: message, cause: new Error(text) })
}

function parseError(text: string): z.infer<typeof errorSchema> {
  try {
    return errorSchema.parse(JSON.parse(text))
  } catch {
    // A response without a body of this form is judged by its status alone.
    return {}
  }
}
