import { useState } from 'react'
import { madeBy, markdownPart } from '#dashboards/markdown'
import { useLazyPart } from '@/ui/lazy-part'
import { useIsHydrating } from '@/ui/use-is-hydrating'
import type { MarkdownTextProps } from './markdown-text'

/**
 * A text in Markdown. The server makes it, and the browser leaves that as it is until there is another text: only then is
 * the code that reads Markdown needed. Until that is here, what was written is shown as it is.
 */
export function MarkdownView({ source }: MarkdownTextProps) {
  const isHydrating = useIsHydrating()
  const [served, setServed] = useState(madeBy === 'browser' && isHydrating ? source : null)
  const Text = useLazyPart(markdownPart, source !== served)
  // For good: it is no longer there once something else was.
  if (Text !== null && served !== null) setServed(null)
  const className = 'flex flex-col gap-2 text-body break-words'
  // React leaves alone what it did not put there.
  if (Text === null && served !== null)
    return <div className={className} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />
  // Without a network it may not come: the text can be read all the same.
  return (
    <div className={className}>
      {Text === null ? <p className="whitespace-pre-wrap">{source}</p> : <Text source={source} />}
    </div>
  )
}
