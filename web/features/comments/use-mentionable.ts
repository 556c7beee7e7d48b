import { useMemo } from 'react'
import { ok } from '@tidemark/shared/base/result'
import { decideFolder } from '@tidemark/shared/access/folder-access'
import { folderIdSchema, type FolderId } from '@tidemark/shared/folders/folder'
import { getFolder } from '@tidemark/shared/folders/folder-queries'
import type { Member } from '@tidemark/shared/members/member'
import { useLoaded } from '@/client/page/use-loaded'
import { useTeamSession } from '@/client/page/page-environment'
import { useViews } from '@/client/workspace/use-view'
import { useActor } from '@/client/workspace/workspace-client'
import { fetchMembers } from '../members/members-api'
import type { Mentionable } from './mentions'

/** The members who can be named in a comment on what is in a folder, because they see it; none offline or alone. */
export function useMentionable(folderId: FolderId | null): readonly Mentionable[] {
  const { userId } = useActor()
  const isTeam = useTeamSession() !== null
  const { state } = useLoaded(isTeam ? fetchMembers : nobody)
  const views = useViews()
  const members = state.kind === 'ready' ? state.value.members : noMembers
  return useMemo(() => {
    const { view } = views.getState()
    const lookup = (id: string) => getFolder(view, folderIdSchema.parse(id))
    return members.filter(
      (member) => member.userId !== userId && decideFolder(member, folderId, lookup).level !== 'none',
    )
  }, [folderId, members, userId, views])
}

const noMembers: readonly Member[] = []
const nobody: typeof fetchMembers = async () =>
  ok({ members: [], attributeNames: [], groups: [], requiresTwoFactor: false })
