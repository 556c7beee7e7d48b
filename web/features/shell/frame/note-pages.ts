import { onOpenedElsewhere, rememberLastOpened } from '@/client/unsent/note-opened'
import { readVisits, saveVisits, visitsAt } from '@/client/page/last-visit'
import { shellState$ } from '@/features/preferences/shell-state'

const noteMs = 60_000

interface NotedPages {
  /** keys: in the order in which they were opened. */
  readonly noteOpened: (keys: readonly string[]) => void
  readonly stop: () => void
}

/** Starts to note that the workspace is open, as long as it is visible, and what is opened in it, in all tabs. */
export function notePages(databaseName: string): NotedPages {
  const show = (text: string) => shellState$.opened.set(text)
  const stopHearing = onOpenedElsewhere(databaseName, show)
  const note = () => {
    if (document.visibilityState !== 'visible') return
    const visits = visitsAt(readVisits(databaseName), Date.now())
    saveVisits(databaseName, visits)
    const { since, startedAt } = visits
    const known = shellState$.visit.peek()
    if (known?.since !== since || known.startedAt !== startedAt) shellState$.visit.set({ since, startedAt })
  }
  note()
  const timer = setInterval(note, noteMs)
  document.addEventListener('visibilitychange', note)
  return {
    noteOpened: (keys) => {
      for (const key of keys) show(rememberLastOpened(databaseName, key))
    },
    stop: () => {
      stopHearing()
      clearInterval(timer)
      document.removeEventListener('visibilitychange', note)
    },
  }
}
