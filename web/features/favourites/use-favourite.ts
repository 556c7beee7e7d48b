'use client'

import type { FavouriteTarget } from '@tidemark/shared/favourites/favourite'
import { isFavourite } from '@tidemark/shared/favourites/favourite-queries'
import { useMutate } from '@/client/workspace/use-mutate'
import { useView } from '@/client/workspace/use-view'
import { useActor } from '@/client/workspace/workspace-client'
import { reportProblem } from '../messages/report-problem'

/** State of a thing among the person's favourites. title: the label of the button or menu item that changes it. */
export interface FavouriteState {
  readonly isFavourite: boolean
  readonly title: string
  readonly toggle: () => void
}

export function useFavourite(target: FavouriteTarget): FavouriteState {
  const { userId } = useActor()
  const mutate = useMutate()
  const { kind, id } = target
  const isAmong = useView((view) => isFavourite(view, userId, { kind, id }), [userId, kind, id])
  return {
    isFavourite: isAmong,
    title: isAmong ? 'Remove from favourites' : 'Add to favourites',
    toggle: () => void mutate(isAmong ? 'removeFavourite' : 'addFavourite', { target }).catch(reportProblem),
  }
}
