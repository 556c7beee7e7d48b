'use client'

import { Waypoints } from 'lucide-react'
import { useMemo } from 'react'
import { mayAskQuestion } from '@tidemark/shared/datasets/dataset-rights'
import { explorationInAddress, type Exploration } from '@tidemark/shared/exploration/exploration'
import { AppLink, useLocation } from '@/client/page/navigation'
import { useView } from '@/client/workspace/use-view'
import { useActor } from '@/client/workspace/workspace-client'
import { TopBar } from '@/features/page/top-bar'
import { buttonClass } from '@/ui/buttons/button'
import { EmptyState } from '@/ui/empty-state'
import { FollowedTrail } from './followed-trail'

/** The page of a trail from a number to its reason. Its address holds the whole trail, and nothing is stored. */
export function ExplorePage() {
  const { query } = useLocation()
  const text = query.toString()
  const exploration = useMemo(() => explorationInAddress(new URLSearchParams(text)), [text])
  if (exploration !== null) return <Explored exploration={exploration} />
  return (
    <NoTrail title="This address leads to no question" href="/" link="Go home">
      It is damaged, or not all of it was copied. Start again from a chart: choose a mark of it, then a way on.
    </NoTrail>
  )
}

function Explored({ exploration }: { readonly exploration: Exploration }) {
  const actor = useActor()
  const { query } = exploration
  const mayAsk = useView((view) => mayAskQuestion(actor, view, query), [actor, query])
  if (mayAsk) return <FollowedTrail exploration={exploration} />
  return (
    <NoTrail title="You may only see results of this data" href="/" link="Go home">
      A trail asks questions of its own. An admin of this workspace can let you ask them.
    </NoTrail>
  )
}

interface NoTrailProps {
  readonly title: string
  readonly href: string
  readonly link: string
  readonly children: string
}

function NoTrail({ title, href, link, children }: NoTrailProps) {
  return (
    <>
      <TopBar icon={Waypoints} title="Explore" />
      <EmptyState
        icon={Waypoints}
        title={title}
        text={children}
        action={
          <AppLink href={href} className={buttonClass({})}>
            {link}
          </AppLink>
        }
        className="flex-1"
      />
    </>
  )
}
