'use client'

import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { choicesPart, writeChoicesCookie } from '@/client/page/choices-cookie'
import { navigate, useLocation } from '@/client/page/navigation'
import { usePageEnvironment } from '@/client/page/page-environment'
import { useIsInWorkspace } from './change-target'

/** text: the choices that count, as part of an address. forget: once others are made. */
export interface KeptChoices {
  readonly text: string
  readonly forget: () => void
}

/**
 * The choices of values on the page of a dashboard or chart. An address without any opens with those that this person had last: the
 * server sends such a page on to the address with them, where it is told of them; going there inside the app, and what was too long to
 * tell, is up to here.
 */
export function useKeptChoices(): KeptChoices {
  const { databaseName } = usePageEnvironment()
  const isInWorkspace = useIsInWorkspace()
  const { pathname, query } = useLocation()
  const part = choicesPart(query)
  // A page from the server is drawn here as it was drawn there at first.
  const isFromServer = useSyncExternalStore(neverChanges, isNot, isSo)
  const [restored, setRestored] = useState(() =>
    isFromServer || part !== '' || !isInWorkspace ? '' : readStoredChoices({ databaseName, pathname }),
  )
  const hasOpened = useRef(false)
  useEffect(() => {
    // Of a dashboard that may never be kept nothing stays behind.
    if (!isInWorkspace) return
    const place = { databaseName, pathname }
    if (hasOpened.current) return writeStoredChoices(place, part)
    // The router hears of addresses from its own effect on, which comes after those within it.
    const timer = setTimeout(() => {
      hasOpened.current = true
      const kept = part === '' ? readStoredChoices(place) : ''
      if (kept === '') return writeStoredChoices(place, part)
      setRestored(kept)
      const search = new URLSearchParams(window.location.search).toString()
      navigate(`${pathname}?${search === '' ? '' : `${search}&`}${kept}`, { replace: true, keepsScroll: true })
    }, 0)
    return () => clearTimeout(timer)
  }, [databaseName, pathname, part, isInWorkspace])
  // Without them in the address, after they were, they are chosen no more.
  if (part !== '' && restored !== '') setRestored('')
  const forget = useCallback(() => setRestored(''), [])
  return { text: part === '' ? restored : part, forget }
}

const neverChanges = () => () => undefined
const isSo = () => true
const isNot = () => false

/** The place in which a browser keeps a person's choices. pathname: of the page, inside its workspace. */
interface ChoicesPlace {
  readonly databaseName: string
  readonly pathname: string
}

/** The choices that were kept in this browser, as part of an address; empty where there are none. */
function readStoredChoices(place: ChoicesPlace): string {
  try {
    return localStorage.getItem(keyOf(place)) ?? ''
  } catch (thrown) {
    // Storage that is blocked has nothing of ours.
    console.debug('choices of values were not read', thrown)
    return ''
  }
}

/** Keeps them for this browser's next page of the same, which is the one that is open, and for the server that draws it. */
function writeStoredChoices(place: ChoicesPlace, choices: string): void {
  writeChoicesCookie(place.databaseName, window.location.pathname, choices)
  try {
    if (choices === '') localStorage.removeItem(keyOf(place))
    else localStorage.setItem(keyOf(place), choices)
  } catch (thrown) {
    // Full or blocked storage: they are in the address all the same.
    console.debug('choices of values were not kept', thrown)
  }
}

function keyOf({ databaseName, pathname }: ChoicesPlace): string {
  return `${databaseName}:choices:${pathname}`
}
