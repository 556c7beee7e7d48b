'use client'

import { failureText } from '@/client/page/api-request'
import { usePageEnvironment } from '@/client/page/page-environment'
import { useLoaded } from '@/client/page/use-loaded'
import { useReloadWhenPulled } from '@/client/workspace/use-reload-when-pulled'
import { Button } from '@/ui/buttons/button'
import { toast } from '@/ui/popups/toaster'
import { SettingsPart } from '../page/settings-part'
import { fetchInvites, revokeInvite } from './members-api'
import { roleWords } from './role-words'

/** The invites that nobody has accepted yet. */
export function PendingInvites() {
  const { state, reload } = useLoaded(fetchInvites)
  useReloadWhenPulled(reload)
  const { locale, now } = usePageEnvironment()
  const revoke = async (id: string, email: string) => {
    const answer = await revokeInvite(id)
    if (answer.ok) toast(`The invite of ${email} no longer works`)
    else toast('The invite was not revoked', { tone: 'bad', description: failureText(answer.error) })
    reload()
  }
  return (
    <SettingsPart id="invites" title="Open invites" state={state} onRetry={reload}>
      {({ invites }) =>
        invites.length === 0 ? (
          <p className="py-3.5 text-muted">None. Whoever is invited appears here until they have joined.</p>
        ) : (
          <ul className="divide-y divide-line">
            {invites.map(({ id, email, role, expiresAt, inviterMay }) => {
              const isOver = !inviterMay || expiresAt <= now
              const action = isOver ? 'Remove' : 'Revoke'
              return (
                <li key={id} className="flex items-center gap-3 py-2.5">
                  <div className="min-w-0 flex-1">
                    <p className="font-medium wrap-anywhere">{email}</p>
                    <p className="text-small text-muted">
                      {roleWords[role].name} ·{' '}
                      <span className={isOver ? 'text-bad' : undefined}>
                        {inviterMay
                          ? isOver
                            ? 'expired on '
                            : 'works until '
                          : 'does not work: who sent it may not invite any more'}
                        {inviterMay &&
                          new Date(expiresAt).toLocaleDateString(locale, { day: 'numeric', month: 'long' })}
                      </span>
                    </p>
                  </div>
                  <Button
                    size="sm"
                    aria-label={`${action} the invite of ${email}`}
                    onClick={() => void revoke(id, email)}
                  >
                    {action}
                  </Button>
                </li>
              )
            })}
          </ul>
        )
      }
    </SettingsPart>
  )
}
