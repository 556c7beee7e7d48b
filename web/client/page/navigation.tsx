'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { useEffect, type AnchorHTMLAttributes, type MouseEvent, type ReactNode, type Ref } from 'react'
import { inWorkspaceOf, splitAddress } from './page-address'

/**
 * Going from page to page inside Tidemark never asks the server: everything a page needs is here already, and offline
 * there is no server to ask. Next's router follows `history.pushState`, so its hooks and the back button keep working.
 *
 * href: without the workspace's part, which stays what it is; another workspace is another page load. keepsScroll: it is the
 * same page, of other values.
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
 * Returns the page's previous address within Tidemark, as it then stood; the browser keeps it with the page, also on
 * reload.
 */
export function getOpenedFrom(): string | undefined {
  const state: unknown = window.history.state
  const from = state instanceof Object && 'openedFrom' in state ? state.openedFrom : undefined
  return typeof from === 'string' ? from : undefined
}

/** True if Next's router follows. A page answers a moment before: an address that came then would be shown, and its page not. */
let isFollowed = false
let goWhenFollowed: (() => void) | undefined

/** Within Next's router, on every page: lets addresses wait until it follows them. */
export function NavigationStart(): null {
  useEffect(() => {
    // Effects run from the inside out and at one go: the router's own has run behind this.
    queueMicrotask(() => {
      isFollowed = true
      goWhenFollowed?.()
      goWhenFollowed = undefined
    })
  }, [])
  return null
}

/** The address as the views read it: a path inside the workspace, and its query. */
export function useLocation(): { readonly pathname: string; readonly query: URLSearchParams } {
  return { pathname: splitAddress(usePathname()).path, query: new URLSearchParams(useSearchParams()) }
}

/** The whole address of a page of this workspace, for somebody who is elsewhere. href: as {@link AppLink} takes it. */
export function linkTo(href: string): string {
  return window.location.origin + inWorkspaceOf(window.location.pathname, href)
}

/** The whole path of a page of this workspace, as a link elsewhere needs it. */
function useAddressOf(href: string): string {
  // Null where no router is around it, whatever its type says.
  const pathname: string | null = usePathname()
  return inWorkspaceOf(pathname ?? '/', href)
}

interface AppLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  readonly href: string
  readonly children?: ReactNode
  readonly ref?: Ref<HTMLAnchorElement>
}

/** A link inside the workspace: a real `<a>`, followed without a request when JavaScript runs. */
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
