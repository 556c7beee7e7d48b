'use client'

import { Plus, ServerCog } from 'lucide-react'
import { useState } from 'react'
import { isAllowed } from '@tidemark/shared/access/rules'
import { databaseFileName, type Connection } from '@tidemark/shared/connections/connection'
import { listConnections } from '@tidemark/shared/connections/connection-queries'
import { AppLink } from '@/client/page/navigation'
import { usePageEnvironment } from '@/client/page/page-environment'
import { useView } from '@/client/workspace/use-view'
import { useActor } from '@/client/workspace/workspace-client'
import { Button } from '@/ui/buttons/button'
import { TimeAgo } from '@/ui/text/time-ago'
import { toast } from '@/ui/popups/toaster'
import { ConnectionDialog } from './connection-dialog'
import { kindNames } from './connection-form'
import { openMade } from './made-connections'

/** The list of connected databases, with a button to add one. */
export function ConnectionsSection() {
  const connections = useView(listConnections, [])
  const actor = useActor()
  const mayManage = isAllowed(actor, { do: 'manage-connections' })
  const [isConnecting, setConnecting] = useState(false)
  const open = (connection: Connection) => {
    openMade(connection)
    toast(`“${connection.name}” is connected`, { tone: 'good' })
  }
  return (
    <>
      {(connections.length > 0 || mayManage) && (
        <section aria-label="Databases">
          <div className="mb-2 flex min-h-[30px] items-center justify-between gap-3">
            <h2 className="text-tile">Databases</h2>
            {mayManage && (
              <Button icon={Plus} size="sm" onClick={() => setConnecting(true)}>
                Connect a database
              </Button>
            )}
          </div>
          <Connections connections={connections} />
        </section>
      )}
      {/* Stays mounted even if the person loses the right, so that what they typed is there when they regain it. */}
      <ConnectionDialog open={isConnecting} onOpenChange={setConnecting} connection={null} onSaved={open} />
    </>
  )
}

function Connections({ connections }: { readonly connections: readonly Connection[] }) {
  if (connections.length === 0) {
    return (
      <p className="rounded-tile border border-dashed border-line-strong px-3.5 py-4 text-muted">
        Connect PostgreSQL, MySQL, MariaDB, ClickHouse or an SQLite file to ask its tables in place. Nothing there can
        be changed from here.
      </p>
    )
  }
  return (
    <ul className="divide-y divide-line overflow-hidden rounded-tile border border-line bg-surface shadow-tile">
      {connections.map((connection) => (
        <ConnectionRow key={connection.id} connection={connection} />
      ))}
    </ul>
  )
}

function ConnectionRow({ connection }: { readonly connection: Connection }) {
  const { now, locale } = usePageEnvironment()
  const { id, name, kind, settingsAt } = connection
  return (
    <li className="relative flex min-h-12 items-center gap-3 px-3.5 py-2 transition-colors hover:bg-hover">
      <ServerCog aria-hidden className="text-muted" />
      <span className="min-w-0 flex-1">
        <AppLink
          href={`/connections/${id}`}
          className="block truncate font-medium -outline-offset-2! after:absolute after:inset-0 after:rounded-row"
        >
          {name}
        </AppLink>
        <span className="block truncate text-small text-muted">
          {kindNames[kind]} ·{' '}
          {connection.kind === 'sqlite' ? (
            <span className="font-mono">{databaseFileName(connection.file)}</span>
          ) : (
            <>
              <span className="font-mono">{connection.database}</span> on {connection.host}
            </>
          )}
        </span>
      </span>
      <span className="text-right text-muted max-md:hidden">
        <TimeAgo at={settingsAt} now={now} locale={locale} />
      </span>
    </li>
  )
}
