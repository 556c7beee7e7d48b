import { useEffect, useRef } from 'react'
import { onFirstInteraction } from '@/client/page/first-interaction'
import { useLocation } from '@/client/page/navigation'
import { usePageEnvironment } from '@/client/page/page-environment'
import { useView } from '@/client/workspace/use-view'
import { keyOfPage } from '@/features/favourites/list-opened'

/**
 * Notes the charts, dashboards and data that the person opens, and when they are here. The code for it is loaded at the first
 * interaction, so that the page stays small; what was opened before is noted then.
 */
export function useNotePages(): void {
  const { databaseName } = usePageEnvironment()
  const key = keyOfPage(useLocation().pathname)
  const isThere = useView((view) => key !== null && view.get(key) !== undefined, [key])
  const opened = useRef<string[]>([])
  const note = useRef<() => void>(undefined)
  useEffect(() => {
    if (key === null || !isThere) return
    opened.current.push(key)
    note.current?.()
  }, [key, isThere])
  useEffect(() => {
    const ends: (() => void)[] = [
      onFirstInteraction(() => {
        import('./note-pages').then(
          ({ notePages }) => {
            const { noteOpened, stop } = notePages(databaseName)
            ends.push(stop)
            note.current = () => noteOpened(opened.current.splice(0))
            note.current()
          },
          (thrown: unknown) => console.debug('pages are not noted', thrown),
        )
      }),
    ]
    return () => ends.forEach((end) => end())
  }, [databaseName])
}
