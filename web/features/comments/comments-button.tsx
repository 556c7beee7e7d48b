'use client'

import { MessageSquare } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { commentIdSchema } from '@tidemark/shared/comments/comment'
import { countUnread } from '@tidemark/shared/comments/comment-queries'
import type { DashboardId, Tile } from '@tidemark/shared/dashboards/dashboard'
import { useLocation } from '@/client/page/navigation'
import { useView } from '@/client/workspace/use-view'
import { useActor } from '@/client/workspace/workspace-client'
import { IconButton } from '@/ui/buttons/icon-button'
import { lazyPart, useLazyPart } from '@/ui/lazy-part'
import type { Command } from '../commands/command'
import { useCommands } from '../commands/use-commands'
import { askForComments, onCommentsAsked, type CommentsAsked } from './asked-comments'
import type { CommentsPanelProps } from './comments-panel'

const commentsPanel = lazyPart<CommentsPanelProps>(() => import('./comments-panel'))

interface CommentsButtonProps {
  readonly dashboardId: DashboardId
  /** Brings a tile into view, whatever tab it is on. */
  readonly onShowTile: (tile: Tile) => void
}

const nothingAsked = { what: null, count: 0 } as const

/**
 * The button that opens the comments of a dashboard and counts what is unread; also adds its command to the palette. An
 * address with `?comment=<id>` opens them at that comment.
 */
export function CommentsButton({ dashboardId, onShowTile }: CommentsButtonProps) {
  const { userId } = useActor()
  const unread = useView((view) => countUnread(view, userId, dashboardId), [userId, dashboardId])
  const [asked, setAsked] = useState<{ readonly what: CommentsAsked | null; readonly count: number }>(nothingAsked)
  const [isOpen, setOpen] = useState(false)
  const [isUsed, setUsed] = useState(false)
  const { open, commands } = useMemo(() => {
    const show = (what: CommentsAsked | null) => {
      setAsked(({ count }) => ({ what, count: count + 1 }))
      setUsed(true)
      setOpen(true)
    }
    const command: Command = {
      ...{ id: 'dashboard-comments', title: 'Show the comments on this dashboard', group: 'This page' },
      ...{ icon: MessageSquare, keywords: 'discuss thread reply mention note talk', shortcut: 'c' },
      run: () => show(null),
    }
    return { open: show, commands: [command] }
  }, [])
  useCommands(commands)
  useEffect(() => onCommentsAsked(dashboardId, open), [dashboardId, open])
  const linked = commentIdSchema.safeParse(useLocation().query.get('comment')).data
  useEffect(() => {
    if (linked !== undefined) askForComments(dashboardId, { kind: 'read', id: linked })
  }, [dashboardId, linked])
  const Panel = useLazyPart(commentsPanel, isUsed)
  return (
    <>
      <span className="relative inline-flex max-sm:hidden">
        <IconButton
          icon={MessageSquare}
          label={unread === 0 ? 'Comments' : `Comments, ${unread} unread`}
          shortcut="c"
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => (isOpen ? setOpen(false) : open(null))}
        />
        {unread > 0 && (
          <span
            aria-hidden
            className="pointer-events-none absolute -top-0.5 -right-0.5 inline-flex h-4 min-w-4 items-center justify-center rounded-full bg-accent px-1 text-caption font-semibold text-on-accent tabular"
          >
            {unread > 99 ? '99+' : unread}
          </span>
        )}
      </span>
      {Panel && (
        <Panel
          dashboardId={dashboardId}
          asked={asked.what}
          askedCount={asked.count}
          onShowTile={onShowTile}
          open={isOpen}
          onOpenChange={setOpen}
        />
      )}
    </>
  )
}
