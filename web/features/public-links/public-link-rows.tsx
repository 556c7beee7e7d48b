'use client'

import { Copy } from 'lucide-react'
import { useState } from 'react'
import { embedPath, embedScriptPath } from '@tidemark/shared/public-links/embed'
import { signedEmbedPath } from '@tidemark/shared/public-links/embed-claims'
import { publicLinkPath, type MadePublicLink, type PublicLink } from '@tidemark/shared/public-links/public-link'
import { failureText } from '@/client/page/api-request'
import { AppLink } from '@/client/page/navigation'
import { usePageEnvironment, type TeamSession } from '@/client/page/page-environment'
import { Button } from '@/ui/buttons/button'
import { IconButton } from '@/ui/buttons/icon-button'
import { CopyField } from '@/ui/fields/copy-field'
import { Dialog } from '@/ui/popups/dialog'
import { toast } from '@/ui/popups/toaster'
import { TimeAgo } from '@/ui/text/time-ago'
import { nameOfMember, useMemberNames } from '../members/use-member-names'
import { copyText } from '../messages/copy-text'
import { revokePublicLink, rotatePublicLink } from './public-links-api'

interface PublicLinkRowsProps {
  readonly links: readonly PublicLink[]
  readonly team: TeamSession
  readonly onChange: () => void
  readonly onEdit: (link: PublicLink) => void
  /** True where links of several things are listed: each says what it shows. */
  readonly saysTarget?: boolean
}

/** Public links, each with who made it, how often it was opened, and what can be done with it. */
export function PublicLinkRows({ links, team, onChange, onEdit, saysTarget = false }: PublicLinkRowsProps) {
  return (
    <ul className="divide-y divide-line">
      {links.map((link) => (
        <PublicLinkRow
          key={link.id}
          link={link}
          team={team}
          onChange={onChange}
          onEdit={() => onEdit(link)}
          saysTarget={saysTarget}
        />
      ))}
    </ul>
  )
}

interface PublicLinkRowProps {
  readonly link: PublicLink
  readonly team: TeamSession
  readonly onChange: () => void
  readonly onEdit: () => void
  readonly saysTarget: boolean
}

function PublicLinkRow({ link, team, onChange, onEdit, saysTarget }: PublicLinkRowProps) {
  const { now, locale } = usePageEnvironment()
  const names = useMemberNames()
  const [token, setToken] = useState<string | null>(null)
  const { id, name, hint, title, target, createdBy, useCount: opened, lastUsedAt, mayChange } = link
  const [asked, setAsked] = useState<'revoke' | 'address' | null>(null)
  const rotate = async () => {
    setAsked(null)
    const answer = await rotatePublicLink(id)
    if (answer.ok) setToken(answer.value.token)
    else toast('The address was not changed', { tone: 'bad', description: failureText(answer.error) })
    onChange()
  }
  const revoke = async () => {
    setAsked(null)
    const answer = await revokePublicLink(id)
    if (answer.ok) toast(`“${name}” no longer works`)
    else toast('The link was not revoked', { tone: 'bad', description: failureText(answer.error) })
    onChange()
  }
  return (
    <li className="flex flex-col gap-2 py-3">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <div className="min-w-40 flex-1">
          <p className="flex flex-wrap items-baseline gap-x-2">
            <span className="font-medium wrap-anywhere">{name}</span>
            {!link.isSignedOnly && <code className="font-mono text-small text-muted">/p/{hint}…</code>}
          </p>
          <p className="mt-0.5 text-small text-muted">
            {saysTarget && (
              <>
                {title === null ? (
                  'Of something that is gone'
                ) : (
                  <AppLink href={`/${target.kind}s/${target.id}`} className="underline underline-offset-2">
                    {title}
                  </AppLink>
                )}
                {' · '}
              </>
            )}
            {createdBy === team.person.id ? (
              'Made by you'
            ) : (
              <>
                Made by <bdi>{nameOfMember(createdBy, team.person.id, names)}</bdi>
              </>
            )}
            {' · '}
            {lastUsedAt === null ? (
              'never opened'
            ) : (
              <>
                opened {opened === 1 ? 'once' : `${opened.toLocaleString(locale)} times`}, last{' '}
                <TimeAgo at={lastUsedAt} now={Math.max(now, lastUsedAt)} locale={locale} />
              </>
            )}
          </p>
          <p className="mt-0.5 text-small text-muted">
            <StateText link={link} locale={locale} />
            {link.hasPassword && ' · with a password'}
            {link.isSignedOnly && ' · opens only when signed'}
          </p>
          {(link.isSignedOnly || link.embedOrigins.length > 0) && (
            <p className="flex items-center gap-1 text-small text-muted">
              <span className="min-w-0">
                Id for signing: <code className="font-mono whitespace-nowrap">{id}</code>
              </span>
              <IconButton
                icon={Copy}
                size="sm"
                label={`Copy the id of ${name}`}
                onClick={() => copyText(id, 'Id copied')}
              />
            </p>
          )}
          {link.embedOrigins.length > 0 && (
            <p className="mt-0.5 text-small text-muted wrap-anywhere">Shown on {link.embedOrigins.join(', ')}</p>
          )}
        </div>
        <div className="flex gap-2">
          {mayChange && (
            <Button size="sm" aria-label={`Change ${name}`} onClick={onEdit}>
              Change
            </Button>
          )}
          {mayChange && !link.isSignedOnly && (
            <Button size="sm" aria-label={`New address for ${name}`} onClick={() => setAsked('address')}>
              New address
            </Button>
          )}
          <Button size="sm" aria-label={`Revoke ${name}`} onClick={() => setAsked('revoke')}>
            Revoke
          </Button>
        </div>
      </div>
      {token !== null && <AddressFields made={{ link, token }} />}
      <Dialog
        open={asked !== null}
        onOpenChange={(open) => !open && setAsked(null)}
        isAllowed
        title={asked === 'address' ? `A new address for “${name}”?` : `Revoke “${name}”?`}
        description={
          asked === 'address'
            ? 'The present one stops at once.'
            : 'Whoever has it, and the sites that show it, see nothing from now on.'
        }
        actions={
          <>
            <Button onClick={() => setAsked(null)}>Cancel</Button>
            <Button variant="danger" onClick={() => void (asked === 'address' ? rotate() : revoke())}>
              {asked === 'address' ? 'New address' : 'Revoke'}
            </Button>
          </>
        }
      />
    </li>
  )
}

/** The keys to a link: its address and the code for other sites, which are told this once, or its id for who signs. */
export function AddressFields({ made: { link, token } }: { readonly made: MadePublicLink }) {
  const urlOf = (path: string) => new URL(path, window.location.origin).href
  if (link.isSignedOnly)
    return (
      <div className="flex flex-col gap-1">
        <CopyField label="Id of the link" value={link.id} />
        <p className="text-small text-muted">
          Your product puts it into the claim <code className="font-mono">link</code> of what it signs, and opens{' '}
          <code className="font-mono wrap-anywhere">{`${window.location.origin}${signedEmbedPath('<token>')}`}</code>.
        </p>
      </div>
    )
  return (
    <div className="flex flex-col gap-3">
      <CopyField label="Public link" value={urlOf(publicLinkPath(token))} />
      {link.embedOrigins.length > 0 && (
        <CopyField
          label="Code for your site"
          value={`<div data-tidemark-embed="${urlOf(embedPath(token))}"></div><script async src="${urlOf(embedScriptPath)}"></script>`}
        />
      )}
      <p className="text-small text-muted">
        Copy it now: it is not shown again. Anyone who has it {link.hasPassword ? 'and its password ' : ''}can open it.
      </p>
    </div>
  )
}

function StateText({ link: { state, expiresAt }, locale }: { readonly link: PublicLink; readonly locale: string }) {
  const end = expiresAt === null ? '' : new Date(expiresAt).toLocaleDateString(locale, dateFormat)
  switch (state) {
    case 'works':
      return expiresAt === null ? 'Works until it is revoked' : `Works until ${end}`
    case 'expired':
      return <span className="text-bad">Expired {end}</span>
    case 'stopped':
      return (
        <span className="text-bad">
          Stopped: who made it may not make public links any more, or does not see what it shows
        </span>
      )
  }
}

const dateFormat = { day: 'numeric', month: 'long', year: 'numeric' } as const
