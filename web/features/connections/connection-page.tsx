'use client'

import { Ellipsis, Gauge, Pencil, ServerCog, Settings2, Trash2, Users } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { isAllowed } from '@tidemark/shared/access/rules'
import type { Connection, ConnectionId } from '@tidemark/shared/connections/connection'
import { getConnection } from '@tidemark/shared/connections/connection-queries'
import { useTeamSession } from '@/client/page/page-environment'
import { useMutate } from '@/client/workspace/use-mutate'
import { useView } from '@/client/workspace/use-view'
import { useActor } from '@/client/workspace/workspace-client'
import { Button } from '@/ui/buttons/button'
import { IconButton } from '@/ui/buttons/icon-button'
import { InlineEdit } from '@/ui/fields/inline-edit'
import { lazyPart, useLazyPart } from '@/ui/lazy-part'
import { Menu, MenuItem, MenuSeparator } from '@/ui/popups/menu'
import { toast } from '@/ui/popups/toaster'
import { reportProblem } from '../messages/report-problem'
import { MissingInData } from '../data/missing-in-data'
import { useMoveToTrash } from '../page/use-move-to-trash'
import { TopBar } from '../page/top-bar'
import { ConnectionDialog } from './connection-dialog'
import { kindNames } from './connection-form'
import { getMade, rememberMade } from './made-connections'
import { SchemaBrowser } from './schema-browser'

const limitsDialog = lazyPart(() => import('./connection-limits-dialog'))
const accessDialog = lazyPart(() => import('../access/connection-access-dialog'))

/** The page of a connected database: how it is reached, and its tables. */
export function ConnectionPage({ connectionId }: { readonly connectionId: ConnectionId }) {
  const synced = useView((view) => getConnection(view, connectionId) ?? null, [connectionId])
  const connection = synced ?? getMade(connectionId) ?? null
  const actor = useActor()
  if (connection === null || connection.deletedAt !== null) return <MissingConnection trashed={connection} />
  const mayAsk = isAllowed(actor, { do: 'run', target: connection, level: 'builder' })
  const seesResults = isAllowed(actor, { do: 'run', target: connection, level: 'results' })
  return (
    <>
      <ConnectionTopBar connection={connection} />
      <div className="flex w-full max-w-[1240px] flex-1 flex-col gap-5 page-sides py-5 max-md:py-3">
        <ConnectionFacts connection={connection} />
        {mayAsk ? (
          <SchemaBrowser connection={connection} />
        ) : (
          <p className="rounded-tile border border-dashed border-line-strong px-3.5 py-4 text-muted">
            {seesResults
              ? 'You see the results of charts over this database. To query it yourself, ask an admin for access.'
              : 'You do not have access to the results of charts over this database. An admin can grant it.'}
          </p>
        )}
      </div>
    </>
  )
}

function MissingConnection({ trashed }: { readonly trashed: Connection | null }) {
  const mutate = useMutate()
  const mayRestore = isAllowed(useActor(), { do: 'manage-connections' })
  const restore = ({ id }: Connection) =>
    void mutate('updateConnection', { id, deletedAt: null }, { label: 'Restore connection' }).catch(reportProblem)
  return (
    <MissingInData
      icon={ServerCog}
      noun="connection"
      trashed={trashed}
      trashText="Charts that use it work again once it is restored."
      onRestore={mayRestore && trashed !== null ? () => restore(trashed) : undefined}
    />
  )
}

function ConnectionTopBar({ connection }: { readonly connection: Connection }) {
  const actor = useActor()
  const mutate = useMutate()
  const moveToTrash = useMoveToTrash()
  const [isRenaming, setIsRenaming] = useState(false)
  const [isEditing, setIsEditing] = useState(false)
  const [isSharing, setIsSharing] = useState(false)
  const [isLimiting, setIsLimiting] = useState(false)
  const team = useTeamSession()
  const AccessDialog = useLazyPart(accessDialog, isSharing)
  const LimitsDialog = useLazyPart(limitsDialog, isLimiting)
  const { id, name } = connection
  const mayManage = isAllowed(actor, { do: 'manage-connections' })
  const rename = (next: string) =>
    void mutate('updateConnection', { id, name: next }, { label: 'Rename connection' }).catch(reportProblem)
  const remove = () =>
    moveToTrash({
      name,
      noun: 'connection',
      away: '/data',
      description: 'Charts that use it fail until it is restored. The database itself is untouched.',
      change: (deletedAt, step) => mutate('updateConnection', { id, deletedAt }, step),
    })
  const saved = (changed: Connection) => {
    rememberMade(changed)
    toast('The connection works and is saved', { tone: 'good' })
  }
  return (
    <>
      <TopBar
        icon={ServerCog}
        breadcrumb={[{ label: 'Data', href: '/data' }]}
        title={
          mayManage ? (
            <InlineEdit
              value={name}
              label="Name of the connection"
              maxLength={120}
              onCommit={rename}
              editing={isRenaming}
              onEditingChange={setIsRenaming}
            />
          ) : (
            name
          )
        }
        actions={
          mayManage && (
            <>
              <Menu label="Connection" align="end" trigger={<IconButton icon={Ellipsis} label="More" />}>
                <MenuItem icon={Pencil} onSelect={() => setIsRenaming(true)}>
                  Rename
                </MenuItem>
                {team && (
                  <MenuItem icon={Users} onSelect={() => setIsSharing(true)}>
                    Who can use this…
                  </MenuItem>
                )}
                <MenuItem icon={Gauge} onSelect={() => setIsLimiting(true)}>
                  Limits…
                </MenuItem>
                <MenuSeparator />
                <MenuItem icon={Trash2} danger onSelect={() => void remove().catch(reportProblem)}>
                  Move to trash
                </MenuItem>
              </Menu>
              <Button icon={Settings2} onClick={() => setIsEditing(true)}>
                Settings
              </Button>
            </>
          )
        }
      />
      <ConnectionDialog
        key={connection.settingsAt}
        open={isEditing}
        onOpenChange={setIsEditing}
        connection={connection}
        onSaved={saved}
      />
      {LimitsDialog && <LimitsDialog connection={connection} open={isLimiting} onOpenChange={setIsLimiting} />}
      {AccessDialog && team && (
        <AccessDialog connection={connection} team={team} open={isSharing} onOpenChange={setIsSharing} />
      )}
    </>
  )
}

const tlsWords = { verify: 'certificate checked', require: 'certificate not checked', off: 'none' } as const

function ConnectionFacts({ connection }: { readonly connection: Connection }) {
  if (connection.kind === 'sqlite') {
    const { file } = connection
    return (
      <section aria-label="About this connection">
        <dl className="flex flex-wrap gap-x-8 gap-y-3">
          <Fact name="Kind">{kindNames.sqlite}</Fact>
          <Fact name="File">
            <span className="font-mono text-code break-all">{file.place === 'upload' ? file.fileName : file.path}</span>
          </Fact>
          <Fact name="Kept">{file.place === 'upload' ? 'as uploaded' : 'in its folder; always read as it is now'}</Fact>
        </dl>
      </section>
    )
  }
  const { kind, host, port, database, user, tls } = connection
  return (
    <section aria-label="About this connection">
      <dl className="flex flex-wrap gap-x-8 gap-y-3">
        <Fact name="Kind">{kindNames[kind]}</Fact>
        <Fact name="Server">
          <span className="font-mono text-code break-all">
            {host}:{port}
          </span>
        </Fact>
        <Fact name="Database">
          <span className="font-mono text-code break-all">{database}</span>
        </Fact>
        <Fact name="User">
          <span className="font-mono text-code break-all">{user}</span>
        </Fact>
        <Fact name="Encryption">{tlsWords[tls]}</Fact>
      </dl>
    </section>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-small text-muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
