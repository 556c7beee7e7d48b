import { loadedPart } from '@/ui/lazy-part'
import MarkdownText from './markdown-text'

/** What reads Markdown: here from the start. */
export const markdownPart = loadedPart(MarkdownText)
export const madeBy: 'server' | 'browser' = 'server'
