'use client'

import { Archive, ArchiveRestore, Ellipsis, Pencil } from 'lucide-react'
import { isDeclaredFlag } from '@tidemark/shared/flags/declared-flags'
import { samePercent, type Flag } from '@tidemark/shared/flags/flag'
import type { Member } from '@tidemark/shared/members/member'
import { useMutate } from '@/client/workspace/use-mutate'
import { useActor } from '@/client/workspace/workspace-client'
import { IconButton } from '@/ui/buttons/icon-button'
import { Menu, MenuItem } from '@/ui/popups/menu'
import { SegmentedControl } from '@/ui/buttons/segmented-control'
import { reportProblem } from '../messages/report-problem'
import { audienceWords, isOnFor, membersWith } from './flag-words'
import type { FlagDraft } from './flag-dialog'

interface FlagRowProps {
  readonly name: string
  readonly text: string
  /** null: this version reads the flag, but nobody has defined it yet. */
  readonly flag: Flag | null
  /** null: unknown, or there is nobody else. */
  readonly members: readonly Member[] | null
  readonly isTeam: boolean
  readonly onEdit: (draft: FlagDraft) => void
}

/** A flag: what it turns on, who has it, and actions on it. */
export function FlagRow({ name, text, flag, members, isTeam, onEdit }: FlagRowProps) {
  const mutate = useMutate()
  const isArchived = flag !== null && flag.archivedAt !== null
  const archive = (archivedAt: number | null) =>
    void mutate(
      'updateFlag',
      { name, archivedAt },
      { label: archivedAt === null ? 'Restore a flag from the archive' : 'Archive a flag' },
    ).catch(reportProblem)
  return (
    <li className="flex items-start gap-3 py-3 max-sm:flex-wrap">
      <div className={isArchived ? 'min-w-0 flex-1 opacity-60' : 'min-w-0 flex-1'}>
        <p className="break-words">
          <code className="font-mono font-medium">{name}</code>
          {isArchived && <span className="text-muted"> · archived</span>}
        </p>
        {text !== '' && <p className="mt-0.5 text-small text-muted">{text}</p>}
        {!isDeclaredFlag(name) && <p className="mt-0.5 text-small text-muted">This version does not use it.</p>}
        {flag !== null && !isArchived && (isTeam || flag.variants.length > 0) && (
          <WhoHasIt flag={flag} members={members} isTeam={isTeam} />
        )}
        {flag === null && isTeam && <p className="mt-1">Off</p>}
      </div>
      {!isTeam && !isArchived && <Switch name={name} text={text} flag={flag} />}
      <Menu label={name} align="end" trigger={<IconButton icon={Ellipsis} label={`More about ${name}`} />}>
        {!isArchived && (
          <MenuItem
            icon={Pencil}
            onSelect={() => onEdit(flag === null ? { kind: 'declared', name, text } : { kind: 'edit', flag })}
          >
            {isTeam ? 'Who has it…' : 'Edit…'}
          </MenuItem>
        )}
        {flag !== null && !isArchived && (
          <MenuItem icon={Archive} onSelect={() => archive(Date.now())}>
            Archive
          </MenuItem>
        )}
        {isArchived && (
          <MenuItem icon={ArchiveRestore} onSelect={() => archive(null)}>
            Restore from the archive
          </MenuItem>
        )}
      </Menu>
    </li>
  )
}

/** The on/off switch of a flag if there is only one person. */
function Switch({ name, text, flag }: Pick<FlagRowProps, 'name' | 'text' | 'flag'>) {
  const mutate = useMutate()
  const actor = useActor()
  const set = (value: 'off' | 'on') => {
    const percentByRole = samePercent(value === 'on' ? 100 : 0)
    const options = { label: value === 'on' ? 'Switch a feature on' : 'Switch a feature off' }
    const change =
      flag === null
        ? mutate('createFlag', { name, description: text, variants: [], percentByRole }, options)
        : mutate('updateFlag', { name, percentByRole }, options)
    void change.catch(reportProblem)
  }
  return (
    <SegmentedControl
      label={name}
      value={isOnFor(flag, actor) ? 'on' : 'off'}
      onChange={set}
      options={[
        { value: 'off', label: 'Off' },
        { value: 'on', label: 'On' },
      ]}
    />
  )
}

function WhoHasIt({
  flag,
  members,
  isTeam,
}: {
  readonly flag: Flag
  readonly members: readonly Member[] | null
  readonly isTeam: boolean
}) {
  const having = members === null ? null : membersWith(flag, members)
  return (
    <>
      {isTeam && <p className="mt-1">{audienceWords(flag.percentByRole)}</p>}
      {flag.variants.length > 0 && (
        <p className="mt-0.5 text-small text-muted">In equal shares: {flag.variants.join(', ')}</p>
      )}
      {having !== null && having.length > 0 && (
        <details className="mt-1 text-small">
          <summary className="w-fit rounded-row text-muted touch:py-1">
            {having.length} of {members?.length} {members?.length === 1 ? 'person' : 'people'} now
          </summary>
          <p className="mt-1 break-words">{having.join(', ')}</p>
        </details>
      )}
      {having?.length === 0 && <p className="mt-0.5 text-small text-muted">Nobody now</p>}
    </>
  )
}
