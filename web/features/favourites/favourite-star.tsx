'use client'

import { Star } from 'lucide-react'
import { useEffect, useMemo, useRef } from 'react'
import type { FavouriteTarget } from '@tidemark/shared/favourites/favourite'
import { IconButton } from '@/ui/buttons/icon-button'
import { classNames } from '@/ui/class-names'
import type { Command } from '../commands/command'
import { useCommands } from '../commands/use-commands'
import { useFavourite } from './use-favourite'

const shortcut = 'f'

/** The star in the top bar of a page, with its command and shortcut. A phone has the item of the page's menu instead. */
export function FavouriteStar({ target }: { readonly target: FavouriteTarget }) {
  const { isFavourite, title, toggle } = useFavourite(target)
  const latest = useRef(toggle)
  useEffect(() => {
    latest.current = toggle
  })
  const commands = useMemo<readonly Command[]>(
    () => [
      {
        id: 'toggle-favourite',
        title,
        group: 'This page',
        keywords: 'favorite star bookmark pin',
        icon: Star,
        shortcut,
        run: () => latest.current(),
      },
    ],
    [title],
  )
  useCommands(commands)
  return (
    <IconButton
      icon={Star}
      label={title}
      shortcut={shortcut}
      onClick={toggle}
      className={classNames('max-sm:hidden print:hidden', isFavourite && 'text-accent! [&>svg]:fill-current')}
    />
  )
}
