/** A row about a session, its person and a workspace; flags as the engine stores them. */
export interface TwoFactorRow {
  readonly requiresTwoFactor: boolean | number | null
  readonly twoFactorEnabled: boolean | number | null
  /** The identity provider at which the session began. */
  readonly provider: string | null
}

/** Returns true if a workspace asks for a second factor that a session lacks; an identity provider has its own. */
export function lacksTwoFactor({ requiresTwoFactor, twoFactorEnabled, provider }: TwoFactorRow): boolean {
  return Boolean(requiresTwoFactor) && !twoFactorEnabled && provider === null
}
