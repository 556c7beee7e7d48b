'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import {
  useEffect,
  useSyncExternalStore,
  type AnchorHTMLAttributes,
  type MouseEvent,
  type ReactNode,
  type Ref,
} from 'react'
import { inWorkspaceOf, splitAddress } from './page-address'

/**
 * Goes to a page inside Tidemark without asking the server: the browser has everything a page needs, and offline there
 * is no server. Next's router follows `history.pushState`, so its hooks and the back button keep working.
 *
 * href: without the workspace's part, which is added; another workspace needs a page load. keepsScroll: the page stays
 * the same and only its values change.
 */
export function navigate(
  href: string,
  options: { readonly replace?: boolean; readonly keepsScroll?: boolean } = {},
): void {
  if (!isFollowed) {
    goWhenFollowed = () => navigate(href, options)
    return
  }
  const { pathname, search } = window.location
  const address = inWorkspaceOf(pathname, href)
  const isSamePage = options.replace || address.split(/[?#]/)[0] === pathname
  const state = { openedFrom: isSamePage ? getOpenedFrom() : pathname + search }
  if (options.replace) window.history.replaceState(state, '', address)
  else window.history.pushState(state, '', address)
  if (!href.includes('#') && !options.keepsScroll) document.getElementById('content')?.scrollTo({ top: 0 })
}

/**
 * Returns the page's previous address within Tidemark as it was then; the browser keeps it with the history entry, also
 * on reload.
 */
export function getOpenedFrom(): string | undefined {
  const state: unknown = window.history.state
  const from = state instanceof Object && 'openedFrom' in state ? state.openedFrom : undefined
  return typeof from === 'string' ? from : undefined
}

/** Returns {@link getOpenedFrom} as views read it. */
export function useOpenedFrom(): string | undefined {
  return useSyncExternalStore(onPopState, getOpenedFrom, () => undefined)
}

function onPopState(listener: () => void): () => void {
  addEventListener('popstate', listener)
  return () => removeEventListener('popstate', listener)
}

/**
 * True once Next's router follows. A page reacts to clicks a moment earlier: an address pushed then would be shown
 * without its page.
 */
let isFollowed = false
let goWhenFollowed: (() => void) | undefined

/** Holds addresses back until Next's router follows them; rendered within the router on every page. */
export function NavigationStart(): null {
  useEffect(() => {
    // Effects run from the inside out in one task: by the time of this microtask the router's own effect has run.
    queueMicrotask(() => {
      isFollowed = true
      goWhenFollowed?.()
      goWhenFollowed = undefined
    })
  }, [])
  return null
}

/** Returns the address as views read it: a path inside the workspace, and its query. */
export function useLocation(): { readonly pathname: string; readonly query: URLSearchParams } {
  return { pathname: splitAddress(usePathname()).path, query: new URLSearchParams(useSearchParams()) }
}

/** Returns the absolute address of a page of this workspace, for use outside Tidemark. href: as for {@link AppLink}. */
export function linkTo(href: string): string {
  return window.location.origin + inWorkspaceOf(window.location.pathname, href)
}

/** Returns the full path of a page of this workspace. */
function useAddressOf(href: string): string {
  // Null if no router surrounds it, whatever its type says.
  const pathname: string | null = usePathname()
  return inWorkspaceOf(pathname ?? '/', href)
}

interface AppLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  readonly href: string
  readonly children?: ReactNode
  readonly ref?: Ref<HTMLAnchorElement>
}

/** A link inside the workspace: a real `<a>`, followed without a request if JavaScript runs. */
export function AppLink({ href, onClick, ...rest }: AppLinkProps) {
  const address = useAddressOf(href)
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    if (event.defaultPrevented || !isPlain || rest.target === '_blank') return
    event.preventDefault()
    navigate(href)
  }
  return <a href={address} onClick={follow} {...rest} />
}
