'use client'

import { Flag as FlagIcon, Plus } from 'lucide-react'
import { useState } from 'react'
import { declaredFlags } from '@tidemark/shared/flags/declared-flags'
import type { Flag } from '@tidemark/shared/flags/flag'
import { listFlags } from '@tidemark/shared/flags/flag-queries'
import { useTeamSession } from '@/client/page/page-environment'
import { useLoaded } from '@/client/page/use-loaded'
import { useIsViewComplete, useView } from '@/client/workspace/use-view'
import { Button } from '@/ui/buttons/button'
import { EmptyState } from '@/ui/empty-state'
import { fetchMembers } from '../members/members-api'
import { FlagDialog, type FlagDraft } from './flag-dialog'
import { FlagRow } from './flag-row'

/** The section on features that not everybody has yet: who has each, and how to change that. */
export function FlagsSection() {
  const flags = useView(listFlags, [])
  const isComplete = useIsViewComplete()
  const team = useTeamSession()
  const [draft, setDraft] = useState<FlagDraft | null>(null)
  const known = new Set(flags.map(({ name }) => name))
  const waiting = Object.entries(declaredFlags).filter(([name]) => isComplete && !known.has(name))
  const rows = { onEdit: setDraft, isTeam: team !== null }
  return (
    <section aria-labelledby="settings-flags-title" className="rounded-tile border border-line bg-surface shadow-tile">
      <header className="flex min-h-12 items-center justify-between gap-3 border-b border-line px-4 py-2">
        <h2 id="settings-flags-title" className="text-tile">
          Feature flags
        </h2>
        <Button size="sm" icon={Plus} onClick={() => setDraft({ kind: 'new' })}>
          New flag
        </Button>
      </header>
      <p className="px-4 pt-3 text-muted">
        Features that not everyone has yet. A change reaches open pages at once, and those who are offline when they are
        back.
      </p>
      {flags.length + waiting.length === 0 ? (
        <EmptyState icon={FlagIcon} title="No flags" text="This version has no feature that waits to be switched on." />
      ) : team === null ? (
        <FlagList flags={flags} waiting={waiting} members={null} {...rows} />
      ) : (
        <TeamFlagList flags={flags} waiting={waiting} {...rows} />
      )}
      <FlagDialog draft={draft} isTeam={team !== null} onClose={() => setDraft(null)} />
    </section>
  )
}

interface FlagListProps {
  readonly flags: readonly Flag[]
  /** The flags that this version reads and the workspace has not defined: name, and what it turns on. */
  readonly waiting: readonly (readonly [name: string, text: string])[]
  readonly isTeam: boolean
  readonly onEdit: (draft: FlagDraft) => void
}

/** Adds the members, which only the server knows. */
function TeamFlagList(props: FlagListProps) {
  const { state } = useLoaded(fetchMembers)
  return <FlagList {...props} members={state.kind === 'ready' ? state.value.members : null} />
}

function FlagList({
  flags,
  waiting,
  members,
  ...row
}: FlagListProps & { readonly members: Parameters<typeof FlagRow>[0]['members'] }) {
  return (
    <ul className="divide-y divide-line px-4">
      {waiting.map(([name, text]) => (
        <FlagRow key={name} name={name} text={text} flag={null} members={members} {...row} />
      ))}
      {flags.map((flag) => (
        <FlagRow key={flag.name} name={flag.name} text={flag.description} flag={flag} members={members} {...row} />
      ))}
    </ul>
  )
}
