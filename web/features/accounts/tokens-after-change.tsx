import type { PasswordChanged } from '@tidemark/shared/accounts/account'

/** The choice to revoke one's API tokens with a new password. */
export function RevokeTokensField() {
  return (
    <label className="flex items-center gap-2.5 touch:min-h-11">
      <input type="checkbox" name="revokeTokens" className="size-4" />
      Also revoke my API tokens, in all workspaces
    </label>
  )
}

/** Lists the API tokens that a person had when they changed their password; nothing if there were none. */
export function TokensAfterChange({ changed: { tokens, areRevoked } }: { readonly changed: PasswordChanged }) {
  if (tokens.length === 0) return null
  return (
    <section aria-live="polite" className="rounded-control border border-line px-3 py-2.5 text-small">
      <p className="font-medium">{areRevoked ? 'These API tokens were revoked:' : 'These API tokens still work:'}</p>
      <ul className="mt-1 text-muted">
        {tokens.map(({ name, hint, workspace }) => (
          <li key={hint} className="truncate">
            <bdi>{name}</bdi> <code className="font-mono">{hint}…</code> in <bdi>{workspace}</bdi>
          </li>
        ))}
      </ul>
      {!areRevoked && <p className="mt-1">Revoke those you do not trust in the settings of their workspace.</p>}
    </section>
  )
}
