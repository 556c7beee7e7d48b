import { lazyPart } from '@/ui/lazy-part'

/** What reads Markdown: fetched when it is needed. */
export const markdownPart = lazyPart(() => import('./markdown-text'))
export const madeBy: 'server' | 'browser' = 'browser'
