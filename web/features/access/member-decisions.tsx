import { useId } from 'react'
import type { Member } from '@tidemark/shared/members/member'
import { Avatar } from '@/ui/avatar'
import { classNames } from '@/ui/class-names'
import { roleWords } from '../members/role-words'

/** A member's level of access, and the reason for it. */
export interface MemberDecision {
  readonly member: Member
  readonly isIn: boolean
  readonly level: string
  readonly reason: string
}

interface MemberDecisionsProps {
  readonly decisions: readonly MemberDecision[]
  readonly ownId: string
}

/** Lists each member with what they can do and why; those without access come last. */
export function MemberDecisions({ decisions, ownId }: MemberDecisionsProps) {
  const titleId = useId()
  const included = decisions.filter(({ isIn }) => isIn)
  const others = decisions.filter(({ isIn }) => !isIn)
  return (
    <section aria-labelledby={titleId}>
      <h3 id={titleId} className="text-small font-medium text-muted">
        {others.length === 0
          ? 'Everyone in the workspace'
          : `${included.length} of the workspace’s ${decisions.length} people`}
      </h3>
      <ul aria-labelledby={titleId} className="mt-1 divide-y divide-line">
        {[...included, ...others].map(({ member, isIn, level, reason }) => (
          <li key={member.userId} className="flex items-center gap-3 py-2">
            <Avatar name={member.name} />
            <div className="min-w-0 flex-1">
              <p className="flex font-medium whitespace-pre">
                <span className="min-w-0 truncate">{member.name}</span>
                <span className="shrink-0 font-normal text-muted">
                  {member.userId === ownId && ' (you)'} · {roleWords[member.role].name}
                </span>
              </p>
              <p className="text-small text-muted">{reason}</p>
            </div>
            <span className={classNames('shrink-0', !isIn && 'text-muted')}>{level}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
