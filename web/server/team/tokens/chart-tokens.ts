import { createHash, createHmac, hkdfSync } from 'node:crypto'
import type { Actor } from '@tidemark/shared/access/actor'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { jwtVerify, SignJWT, type JWTHeaderParameters } from 'jose'
import { JOSEError } from 'jose/errors'
import * as z from 'zod/mini'

/** The claims of a token. grants: the `grantsHashOf` its actor at creation. */
const claimsSchema = z.object({ sub: z.string(), org: z.string(), sid: z.string(), grants: z.string() })
export type ChartClaims = z.infer<typeof claimsSchema>

/** Signs and verifies the tokens that the web server gives its pages for the chart host. */
export interface ChartTokens {
  sign(claims: ChartClaims): Promise<string>
  /** Fails with `chart-token-invalid` if the token is for another host, expired, or signed with no known secret. */
  verify(token: string): Promise<ChartClaims>
}

interface ChartTokensOptions {
  /** TIDEMARK_SECRET, then earlier ones, which verify the tokens of servers that still use them. */
  readonly secrets: readonly [current: string, ...earlier: string[]]
  /** The origin of the chart host. */
  readonly audience: string
  /** Unix milliseconds. */
  readonly clock: () => number
}

export const chartTokenMs = 5 * 60_000
const algorithm = 'HS256'
/** The tolerated difference between the clocks of two servers. */
const clocksApartSeconds = 30

export function createChartTokens({
  secrets: [current, ...earlier],
  audience,
  clock,
}: ChartTokensOptions): ChartTokens {
  const signing = deriveKey(current)
  const keysById = new Map([signing, ...earlier.map(deriveKey)].map(({ id, key }) => [id, key]))
  const findKey = ({ kid }: JWTHeaderParameters) => {
    const key = keysById.get(kid ?? '')
    if (key === undefined) throw new TidemarkError('chart-token-invalid')
    return key
  }
  return {
    sign: async ({ sub, ...claims }) => {
      const at = Math.floor(clock() / 1000)
      return await new SignJWT(claims)
        .setProtectedHeader({ alg: algorithm, kid: signing.id })
        .setSubject(sub)
        .setAudience(audience)
        .setIssuedAt(at)
        .setExpirationTime(at + chartTokenMs / 1000)
        .sign(signing.key)
    },

    verify: async (token) => {
      try {
        const { payload } = await jwtVerify(token, findKey, {
          algorithms: [algorithm],
          audience,
          requiredClaims: ['exp', 'iat'],
          // Also limits a token that claims to live longer.
          maxTokenAge: chartTokenMs / 1000,
          currentDate: new Date(clock()),
          clockTolerance: clocksApartSeconds,
        })
        return claimsSchema.parse(payload)
      } catch (cause) {
        if (cause instanceof JOSEError || cause instanceof z.core.$ZodError)
          throw new TidemarkError('chart-token-invalid', { cause })
        throw cause
      }
    },
  }
}

/** Hashes an actor's rights; a change of role, audiences or grants changes the hash. */
export function grantsHashOf({ role, audiences, grants }: Actor): string {
  return createHash('sha256')
    .update(JSON.stringify([role, audiences, grants]))
    .digest('base64url')
    .slice(0, 22)
}

/** Derives a key. Its id reveals nothing about it. */
function deriveKey(secret: string): { readonly id: string; readonly key: Uint8Array } {
  const key = Buffer.from(hkdfSync('sha256', secret, 'tidemark', 'chart host tokens', 32))
  return { id: createHmac('sha256', key).update('key id').digest('base64url').slice(0, 12), key }
}
