'use client'

import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import type { ApiToken } from '@tidemark/shared/tokens/api-token'
import { failureText } from '@/client/page/api-request'
import { usePageEnvironment } from '@/client/page/page-environment'
import type { TeamSession } from '@/client/page/page-environment'
import { useLoaded } from '@/client/page/use-loaded'
import { useActor } from '@/client/workspace/workspace-client'
import { Button } from '@/ui/buttons/button'
import { EmptyState } from '@/ui/empty-state'
import { TimeAgo } from '@/ui/text/time-ago'
import { Dialog } from '@/ui/popups/dialog'
import { toast } from '@/ui/popups/toaster'
import { useLastShown } from '@/ui/popups/use-last-shown'
import { roleWords } from '../members/role-words'
import { nameOfMember, useMemberNames } from '../members/use-member-names'
import { SettingsPart } from '../page/settings-part'
import { CreateTokenDialog } from './create-token-dialog'
import { fetchTokens, revokeToken } from './tokens-api'

/** The tokens of the HTTP API: the reader's own and, for admins, everybody's. */
export function TokensSection({ team }: { readonly team: TeamSession }) {
  const { role } = useActor()
  const { now } = usePageEnvironment()
  const { state, reload } = useLoaded(fetchTokens)
  const [isCreating, setCreating] = useState(false)
  const [asked, setAsked] = useState<ApiToken | null>(null)
  const shown = useLastShown(asked)
  const names = useMemberNames()
  const revoke = async ({ id, name }: ApiToken) => {
    setAsked(null)
    const answer = await revokeToken(id)
    if (answer.ok) toast(`“${name}” no longer works`)
    else toast('The token was not revoked', { tone: 'bad', description: failureText(answer.error) })
    reload()
  }
  const create = (
    <Button size="sm" variant="primary" icon={Plus} onClick={() => setCreating(true)}>
      New token
    </Button>
  )
  return (
    <>
      <SettingsPart id="tokens" title="API tokens" state={state} onRetry={reload} action={create}>
        {({ tokens }) =>
          tokens.length === 0 ? (
            <EmptyState
              icon={KeyRound}
              title="No tokens yet"
              text="With a token, a program can use the HTTP API without anybody’s password."
            />
          ) : (
            <ul className="divide-y divide-line">
              {tokens.map((token) => (
                <TokenRow
                  key={token.id}
                  token={token}
                  maker={
                    token.createdBy === team.person.id ? null : nameOfMember(token.createdBy, team.person.id, names)
                  }
                  // Nothing stops with one that has expired.
                  onRevoke={() => (token.expiresAt <= now ? void revoke(token) : setAsked(token))}
                />
              ))}
            </ul>
          )
        }
      </SettingsPart>
      <CreateTokenDialog open={isCreating} onOpenChange={setCreating} ownRole={role} onCreated={reload} />
      <Dialog
        open={asked !== null}
        onOpenChange={(open) => !open && setAsked(null)}
        isAllowed
        title={`Revoke “${shown?.name ?? ''}”?`}
        description="Programs that use it are refused from now on."
        actions={
          <>
            <Button onClick={() => setAsked(null)}>Cancel</Button>
            <Button variant="danger" onClick={() => asked && void revoke(asked)}>
              Revoke
            </Button>
          </>
        }
      />
    </>
  )
}

interface TokenRowProps {
  readonly token: ApiToken
  /** null: it is the reader's own. */
  readonly maker: string | null
  readonly onRevoke: () => void
}

function TokenRow({ token, maker, onRevoke }: TokenRowProps) {
  const { now, locale } = usePageEnvironment()
  const { name, hint, role, scopes, lastUsedAt, expiresAt } = token
  const isExpired = expiresAt <= now
  return (
    <li className="flex items-center gap-3 py-3">
      <div className="min-w-0 flex-1">
        <p className="flex items-baseline gap-2">
          <span className="truncate font-medium">{name}</span>
          <code className="font-mono text-small text-muted">{hint}…</code>
        </p>
        <p className="mt-0.5 text-small text-muted">
          {maker !== null && (
            <>
              <bdi>{maker}</bdi>
              {' · '}
            </>
          )}
          {roleWords[role].name} · {scopes.join(', ')}
        </p>
        <p className="mt-0.5 text-small text-muted">
          {lastUsedAt === null ? (
            'Never used'
          ) : (
            <>
              Used <TimeAgo at={lastUsedAt} now={Math.max(now, lastUsedAt)} locale={locale} />
            </>
          )}
          {' · '}
          <span className={isExpired ? 'text-bad' : undefined}>
            {isExpired ? 'Expired' : 'Works until'} {new Date(expiresAt).toLocaleDateString(locale, dateFormat)}
          </span>
        </p>
      </div>
      <Button size="sm" aria-label={`${isExpired ? 'Remove' : 'Revoke'} ${name}`} onClick={onRevoke}>
        {isExpired ? 'Remove' : 'Revoke'}
      </Button>
    </li>
  )
}

const dateFormat = { day: 'numeric', month: 'long', year: 'numeric' } as const
