'use client'

import { KeyRound, Plus } from 'lucide-react'
import { useCallback, useState } from 'react'
import { mostEmbedKeys, type CreatedEmbedKey, type EmbedKey } from '@tidemark/shared/public-links/embed-key'
import { failureText } from '@/client/page/api-request'
import { usePageEnvironment, type TeamSession } from '@/client/page/page-environment'
import { useLoaded } from '@/client/page/use-loaded'
import { Button } from '@/ui/buttons/button'
import { EmptyState } from '@/ui/empty-state'
import { CopyField } from '@/ui/fields/copy-field'
import { Dialog } from '@/ui/popups/dialog'
import { toast } from '@/ui/popups/toaster'
import { TimeAgo } from '@/ui/text/time-ago'
import { nameOfMember, useMemberNames } from '../members/use-member-names'
import { SettingsPart } from '../page/settings-part'
import { createEmbedKey, fetchEmbedKeys, revokeEmbedKey } from './public-links-api'

/** The keys with which products sign the pages that they show to their own readers. */
export function EmbedKeysPart({ team }: { readonly team: TeamSession }) {
  const { now, locale } = usePageEnvironment()
  const names = useMemberNames()
  const { state, reload } = useLoaded(useCallback((signal: AbortSignal) => fetchEmbedKeys(signal), []))
  const [created, setCreated] = useState<CreatedEmbedKey | null>(null)
  const [asked, setAsked] = useState<EmbedKey | null>(null)
  const create = async () => {
    const answer = await createEmbedKey()
    if (answer.ok) setCreated(answer.value)
    else toast('No key was made', { tone: 'bad', description: failureText(answer.error) })
    reload()
  }
  const revoke = async ({ id }: EmbedKey) => {
    setAsked(null)
    const answer = await revokeEmbedKey(id)
    if (answer.ok) toast('What that key signed no longer opens')
    else toast('The key was not revoked', { tone: 'bad', description: failureText(answer.error) })
    if (created?.key.id === id) setCreated(null)
    reload()
  }
  const count = state.kind === 'ready' ? state.value.keys.length : mostEmbedKeys
  return (
    <SettingsPart
      id="embed-keys"
      title="Keys for signed embeds"
      state={state}
      onRetry={reload}
      action={
        count < mostEmbedKeys && (
          <Button size="sm" icon={Plus} onClick={() => void create()}>
            New key
          </Button>
        )
      }
    >
      {({ keys }) =>
        keys.length === 0 ? (
          <EmptyState
            icon={KeyRound}
            title="No keys"
            text="With a key your product signs pages for its own readers, and says whose rows each of them sees."
          />
        ) : (
          <>
            <ul className="divide-y divide-line">
              {keys.map((key) => (
                <li key={key.id} className="flex flex-col gap-2 py-3">
                  <div className="flex items-start gap-3">
                    <div className="min-w-0 flex-1">
                      <code className="font-mono text-small wrap-anywhere">{key.id}</code>
                      <p className="mt-0.5 text-small text-muted">
                        Made by{' '}
                        {key.createdBy === team.person.id ? (
                          'you'
                        ) : (
                          <bdi>{nameOfMember(key.createdBy, team.person.id, names)}</bdi>
                        )}{' '}
                        <TimeAgo at={key.createdAt} now={Math.max(now, key.createdAt)} locale={locale} />
                        {' · '}
                        {key.lastUsedAt === null ? (
                          'never used'
                        ) : (
                          <>
                            last used{' '}
                            <TimeAgo at={key.lastUsedAt} now={Math.max(now, key.lastUsedAt)} locale={locale} />
                          </>
                        )}
                      </p>
                    </div>
                    <Button size="sm" aria-label={`Revoke the key ${key.id}`} onClick={() => setAsked(key)}>
                      Revoke
                    </Button>
                  </div>
                  {created?.key.id === key.id && (
                    <div className="flex flex-col gap-1">
                      <CopyField label="Secret" value={created.secret} />
                      <p className="text-small text-muted">
                        Copy it now: it is not shown again. Keep it on your server; whoever has it opens every link of
                        this workspace.
                      </p>
                    </div>
                  )}
                </li>
              ))}
            </ul>
            <p className="border-t border-line py-3 text-small text-muted">
              To change a key, make the next one, use it in your product, then revoke the one before.
            </p>
            <Dialog
              open={asked !== null}
              onOpenChange={(open) => !open && setAsked(null)}
              isAllowed
              title="Revoke this key?"
              description={
                keys.length === 1
                  ? 'Your product’s pages stop at once, also those that are open: there is no other key to sign them with.'
                  : 'Pages that your product signs with it stop at once. Those signed with the other key go on.'
              }
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
    </SettingsPart>
  )
}
