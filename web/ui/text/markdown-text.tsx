import { Square, SquareCheckBig } from 'lucide-react'
import { useId, useMemo, type ReactNode } from 'react'
import Markdown, { type Components, type ExtraProps, type Options } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { classNames } from '@/ui/class-names'

export interface MarkdownTextProps {
  readonly source: string
}

/**
 * Renders GitHub's Markdown as React elements. HTML in the source is shown as text. Pictures are shown as links, because
 * a dashboard fetches nothing from other sites by itself.
 */
export default function MarkdownText({ source }: MarkdownTextProps) {
  const footnotePrefix = `${useId()}-`
  return useMemo(
    () =>
      isTangled(source) ? (
        <p dir="auto" className="whitespace-pre-wrap">
          {source}
        </p>
      ) : (
        <Markdown
          remarkPlugins={remarkPlugins}
          rehypePlugins={rehypePlugins}
          // Footnotes are linked by ids, and a page has many texts.
          remarkRehypeOptions={{ clobberPrefix: footnotePrefix, footnoteLabelTagName: 'h4' }}
          urlTransform={safeHref}
          components={components}
        >
          {source}
        </Markdown>
      ),
    [source, footnotePrefix],
  )
}

// A single tilde means "about" more often than it strikes something out.
const remarkPlugins: Options['remarkPlugins'] = [[remarkGfm, { singleTilde: false }]]

interface Tree {
  readonly children: readonly (NonNullable<ExtraProps['node']>['children'][number] | { readonly type: 'doctype' })[]
}

/** Lets each block of a text run in the direction of its own words, with all that is in it. Code runs as ever. */
function addDirections(tree: Tree): void {
  for (const block of tree.children)
    if (block.type === 'element' && block.tagName !== 'pre') block.properties['dir'] = 'auto'
}

const rehypePlugins: Options['rehypePlugins'] = [() => addDirections]

const mostMarks = 2500
const deepNesting = /^(?:[ \t]*(?:>|[-*+]|\d{1,9}[.)])){20}/m

/**
 * Tells texts that nobody writes, which the parser would need up to a minute or more stack than there is for: the server
 * must not stand still for them. They are shown as written.
 */
export function isTangled(source: string): boolean {
  const marks = source.replaceAll(/^[ \t]*[-*+] /gm, '').match(/[*_~[\]<&@|]/g)
  return (marks?.length ?? 0) > mostMarks || deepNesting.test(source)
}

/** The address when it is safe to put into a link: http(s), mailto, or a path, query or fragment of this site. */
export function safeHref(address: string): string | undefined {
  // Browsers drop control characters inside a scheme, so none is accepted anywhere.
  if (/[\u0000-\u0020\u007f-\u009f\\]/.test(address)) return undefined
  const isSafe = /^(https?:\/\/|mailto:|[?#]|\/(?!\/|%5c))/i.test(address)
  return isSafe ? address : undefined
}

const smallHeading: Components['h3'] = ({ children, dir }) => (
  <h4 dir={dir} className="text-small font-semibold text-muted">
    {children}
  </h4>
)

const components: Components = {
  // The page's name is h1, and tiles begin with h2.
  h1: ({ children, dir }) => (
    <h2 dir={dir} className="text-title font-semibold">
      {children}
    </h2>
  ),
  h2: ({ children, dir }) => (
    <h3 dir={dir} className="text-tile font-semibold">
      {children}
    </h3>
  ),
  h3: smallHeading,
  h4: smallHeading,
  h5: smallHeading,
  h6: smallHeading,
  ul: ({ children, dir }) => (
    <ul dir={dir} className="list-disc space-y-0.5 ps-5">
      {children}
    </ul>
  ),
  ol: ({ children, dir, start }) => (
    <ol dir={dir} start={start} className="list-decimal space-y-0.5 ps-5 tabular-nums">
      {children}
    </ol>
  ),
  li: ({ children, className, id }) => (
    <li
      id={id}
      className={classNames(
        'ps-0.5 [&>p+p]:mt-1.5',
        className === 'task-list-item' ? 'relative list-none' : 'marker:text-muted',
      )}
    >
      {children}
    </li>
  ),
  input: ({ checked }) => <TaskBox isDone={checked === true} />,
  blockquote: ({ children, dir }) => (
    <blockquote dir={dir} className="flex flex-col gap-2 border-s-2 border-line-strong ps-3 text-muted">
      {children}
    </blockquote>
  ),
  pre: ({ children }) => (
    <pre
      dir="ltr"
      tabIndex={0}
      aria-label="Code"
      className="overflow-x-auto rounded-row border border-line bg-sunken px-3 py-2 font-mono text-code [&>code]:bg-transparent [&>code]:p-0 [&>code]:text-[1em]"
    >
      {children}
    </pre>
  ),
  code: ({ children }) => <code className="rounded-[4px] bg-hover px-1 font-mono text-[0.92em]">{children}</code>,
  hr: () => <hr className="border-line" />,
  table: ({ children, dir }) => (
    <div dir={dir} role="group" aria-label="Table" tabIndex={0} className="overflow-x-auto">
      <table className="border-collapse tabular-nums">{children}</table>
    </div>
  ),
  thead: ({ children }) => <thead className="border-b border-line-strong">{children}</thead>,
  tbody: ({ children }) => <tbody className="divide-y divide-line">{children}</tbody>,
  th: ({ children, style }) => (
    <th className="py-1 pe-4 text-start align-top font-semibold last:pe-0" style={style}>
      {children}
    </th>
  ),
  td: ({ children, style }) => (
    <td className="py-1 pe-4 text-start align-top last:pe-0" style={style}>
      {children}
    </td>
  ),
  strong: ({ children }) => <strong className="font-semibold">{children}</strong>,
  section: ({ children, dir }) => (
    <section dir={dir} className="border-t border-line pt-2 text-small">
      {children}
    </section>
  ),
  a: ({ children, href, id, 'aria-label': label }) => (
    <SafeLink href={href} id={id} label={label}>
      {children}
    </SafeLink>
  ),
  img: ({ alt, src }) => <SafeLink href={typeof src === 'string' ? src : undefined}>{alt || 'Picture'}</SafeLink>,
}

interface SafeLinkProps {
  /** Without one, its address was not safe and only its text is shown. */
  readonly href: string | undefined
  readonly id?: string | undefined
  readonly label?: string | undefined
  readonly children: ReactNode
}

function SafeLink({ href, id, label, children }: SafeLinkProps) {
  if (href === undefined || href === '') return children
  const isOutside = /^https?:/i.test(href)
  return (
    <a
      href={href}
      id={id}
      aria-label={label}
      className="text-accent underline underline-offset-2"
      {...(isOutside ? { target: '_blank', rel: 'noopener noreferrer nofollow' } : {})}
    >
      {children}
    </a>
  )
}

/** A task's check mark, in the place of the item's bullet. */
function TaskBox({ isDone }: { readonly isDone: boolean }) {
  const Icon = isDone ? SquareCheckBig : Square
  return (
    <Icon
      role="img"
      aria-label={isDone ? 'Done' : 'To do'}
      className={classNames('absolute top-[3px] -start-5 size-3.5!', isDone ? 'text-accent' : 'text-muted')}
    />
  )
}
