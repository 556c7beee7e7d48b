import type { FolderDecision } from '@tidemark/shared/access/folder-access'
import type { Member } from '@tidemark/shared/members/member'
import { Avatar } from '@/ui/avatar'
import { classNames } from '@/ui/class-names'
import { roleWords } from '../members/role-words'
import { levelWords, reasonText } from './access-words'

interface WhoCanSeeProps {
  readonly members: readonly Member[]
  readonly ownId: string
  readonly decide: (member: Member) => FolderDecision
  readonly folderName: string | undefined
}

/** Each member with what they can do and why, those who cannot see it last. */
export function WhoCanSee({ members, ownId, decide, folderName }: WhoCanSeeProps) {
  const decided = members.map((member) => ({ member, decision: decide(member) }))
  const seeing = decided.filter(({ decision }) => decision.level !== 'none')
  const others = decided.filter(({ decision }) => decision.level === 'none')
  return (
    <section aria-labelledby="who-can-see-title">
      <h3 id="who-can-see-title" className="text-small font-medium text-muted">
        {others.length === 0 ? `All ${members.length} members` : `${seeing.length} of ${members.length} members`}
      </h3>
      <ul aria-label="Members" className="mt-1 max-h-72 divide-y divide-line overflow-y-auto">
        {[...seeing, ...others].map(({ member, decision }) => (
          <li key={member.userId} className="flex items-center gap-3 py-2">
            <Avatar name={member.name} />
            <div className="min-w-0 flex-1">
              <p className="truncate font-medium">
                {member.name}
                <span className="font-normal text-muted">
                  {member.userId === ownId && ' (you)'} · {roleWords[member.role].name}
                </span>
              </p>
              <p className="text-small text-muted">{reasonText(decision, folderName)}</p>
            </div>
            <span className={classNames('shrink-0', decision.level === 'none' && 'text-muted')}>
              {levelWords[decision.level]}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
