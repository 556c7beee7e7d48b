'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import type { AnchorHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react'

/**
 * Going from page to page inside Tidemark never asks the server: everything a page needs is here already, and offline
 * there is no server to ask. Next's router follows `history.pushState`, so its hooks and the back button keep working.
 */
export function navigate(href: string, options: { readonly replace?: boolean } = {}): void {
  if (options.replace) window.history.replaceState(null, '', href)
  else window.history.pushState(null, '', href)
  if (!href.includes('#')) document.getElementById('content')?.scrollTo({ top: 0 })
}

/** The address as the views read it: a path and its query. */
export function useLocation(): { readonly pathname: string; readonly query: URLSearchParams } {
  return { pathname: usePathname(), query: new URLSearchParams(useSearchParams()) }
}

interface AppLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  readonly href: string
  readonly children?: ReactNode
  readonly ref?: Ref<HTMLAnchorElement>
}

/** A link inside Tidemark: a real `<a>`, followed without a request when JavaScript runs. */
export function AppLink({ href, onClick, ...rest }: AppLinkProps) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    if (event.defaultPrevented || !isPlain || rest.target === '_blank') return
    event.preventDefault()
    navigate(href)
  }
  return <a href={href} onClick={follow} {...rest} />
}
