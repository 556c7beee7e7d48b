'use client'

import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { choicesPart, writeChoicesCookie } from '@/client/page/choices-cookie'
import { navigate, useLocation } from '@/client/page/navigation'
import { usePageEnvironment } from '@/client/page/page-environment'
import { useIsInWorkspace } from './change-target'

/** text: the choices in effect, as part of an address. forget: called once others are made. */
export interface KeptChoices {
  readonly text: string
  readonly forget: () => void
}

/**
 * Returns the chosen values on the page of a dashboard or chart. An address without choices opens with the person's
 * last ones. The server redirects a page load to the address with them if the cookie holds them; this hook handles
 * navigation inside the app and choices too long for the cookie.
 */
export function useKeptChoices(): KeptChoices {
  const { databaseName } = usePageEnvironment()
  const isInWorkspace = useIsInWorkspace()
  const { pathname, query } = useLocation()
  const part = choicesPart(query)
  // A page from the server must render first as the server rendered it.
  const isFromServer = useSyncExternalStore(neverChanges, isNot, isSo)
  const [restored, setRestored] = useState(() =>
    isFromServer || part !== '' || !isInWorkspace ? '' : readStoredChoices({ databaseName, pathname }),
  )
  const hasOpened = useRef(false)
  useEffect(() => {
    // A draft that may never be kept must leave nothing behind.
    if (!isInWorkspace) return
    const place = { databaseName, pathname }
    if (hasOpened.current) return writeStoredChoices(place, part)
    // The router follows addresses only from its own effect on, which runs after those of components within it.
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
  // Once choices were made in the address and removed again, the restored ones no longer apply.
  if (part !== '' && restored !== '') setRestored('')
  const forget = useCallback(() => setRestored(''), [])
  return { text: part === '' ? restored : part, forget }
}

/** Returns true if values were chosen in this browser on a page below a path; known once the page runs. */
export function useHasChosen(path: string): boolean {
  const { databaseName } = usePageEnvironment()
  return useSyncExternalStore(
    neverChanges,
    () => hasStoredChoices({ databaseName, pathname: path }),
    () => false,
  )
}

const neverChanges = () => () => undefined
const isSo = () => true
const isNot = () => false

/** The key of a person's stored choices. pathname: of the page, inside its workspace. */
interface ChoicesPlace {
  readonly databaseName: string
  readonly pathname: string
}

/** Returns true if any choices are stored whose path begins with the given one. */
function hasStoredChoices(place: ChoicesPlace): boolean {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith(keyOf(place)))
  } catch {
    // Blocked storage holds nothing of ours.
    return false
  }
}

/** Reads the choices stored in this browser, as part of an address; empty if there are none. */
function readStoredChoices(place: ChoicesPlace): string {
  try {
    return localStorage.getItem(keyOf(place)) ?? ''
  } catch (thrown) {
    // Blocked storage holds nothing of ours.
    console.debug('choices of values were not read', thrown)
    return ''
  }
}

/**
 * Stores the choices for the next visit to the same page, in this browser and, by the cookie, for the server that
 * renders it.
 */
function writeStoredChoices(place: ChoicesPlace, choices: string): void {
  writeChoicesCookie(place.databaseName, window.location.pathname, choices)
  try {
    if (choices === '') localStorage.removeItem(keyOf(place))
    else localStorage.setItem(keyOf(place), choices)
  } catch (thrown) {
    // Storage is full or blocked: the choices are still in the address.
    console.debug('choices of values were not kept', thrown)
  }
}

function keyOf({ databaseName, pathname }: ChoicesPlace): string {
  return `${databaseName}:choices:${pathname}`
}
