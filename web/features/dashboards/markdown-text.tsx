import { Square, SquareCheckBig } from 'lucide-react'
import { useMemo, type ReactNode } from 'react'
import { assertNever } from '@tidemark/shared/base/assert-never'
import { classNames } from '@/ui/class-names'
import { parseMarkdown, type MarkdownBlock, type MarkdownInline, type MarkdownRow } from './markdown'

export interface MarkdownTextProps {
  readonly source: string
}

/** Markdown as React elements; nothing in the source ever becomes HTML of its own. */
export default function MarkdownText({ source }: MarkdownTextProps) {
  const blocks = useMemo(() => parseMarkdown(source), [source])
  return blocks.map(renderBlock)
}

function renderBlock(block: MarkdownBlock, index: number): ReactNode {
  switch (block.kind) {
    case 'heading': {
      // The page's name is h1, and tiles begin with h2.
      const Heading = ({ 1: 'h2', 2: 'h3', 3: 'h4' } as const)[block.level]
      const size = { 1: 'text-title', 2: 'text-tile', 3: 'text-small text-muted' }[block.level]
      return (
        <Heading key={index} className={`font-semibold ${size}`}>
          {block.children.map(renderInline)}
        </Heading>
      )
    }
    case 'paragraph':
      return <p key={index}>{block.children.map(renderInline)}</p>
    case 'list': {
      const items = block.items.map((item, at) => (
        <li key={at} className={item.isDone === null ? 'pl-0.5 marker:text-muted' : 'relative list-none pl-0.5'}>
          {item.isDone !== null && <TaskBox isDone={item.isDone} />}
          {item.children.map((child, childAt) =>
            // A tight item reads as one line; only what follows its first paragraph is a block.
            childAt === 0 && child.kind === 'paragraph' ? (
              <span key={childAt}>{child.children.map(renderInline)}</span>
            ) : (
              renderBlock(child, childAt)
            ),
          )}
        </li>
      ))
      return block.start === null ? (
        <ul key={index} className="list-disc space-y-0.5 pl-5">
          {items}
        </ul>
      ) : (
        <ol key={index} start={block.start} className="list-decimal space-y-0.5 pl-5 tabular-nums">
          {items}
        </ol>
      )
    }
    case 'quote':
      return (
        <blockquote key={index} className="flex flex-col gap-2 border-l-2 border-line-strong pl-3 text-muted">
          {block.children.map(renderBlock)}
        </blockquote>
      )
    case 'code':
      return (
        <pre
          key={index}
          tabIndex={0}
          aria-label="Code"
          className="overflow-x-auto rounded-row border border-line bg-sunken px-3 py-2 font-mono text-code"
        >
          <code>{block.text}</code>
        </pre>
      )
    case 'rule':
      return <hr key={index} className="border-line" />
    case 'table':
      return (
        <div key={index} role="group" aria-label="Table" tabIndex={0} className="overflow-x-auto">
          <table className="border-collapse tabular-nums">
            <thead className="border-b border-line-strong">{renderRow('th', block.head, 0)}</thead>
            <tbody className="divide-y divide-line">{block.rows.map((row, at) => renderRow('td', row, at))}</tbody>
          </table>
        </div>
      )
    default:
      return assertNever(block)
  }
}

/** In the place of the item's marker. */
function TaskBox({ isDone }: { readonly isDone: boolean }) {
  const Icon = isDone ? SquareCheckBig : Square
  return (
    <Icon
      role="img"
      aria-label={isDone ? 'Done' : 'To do'}
      className={classNames('absolute top-[3px] -left-5 size-3.5!', isDone ? 'text-accent' : 'text-muted')}
    />
  )
}

const cellClasses = { left: 'text-left', center: 'text-center', right: 'text-right' } as const

function renderRow(Cell: 'th' | 'td', row: MarkdownRow, index: number): ReactNode {
  return (
    <tr key={index}>
      {row.map(({ align, children }, at) => (
        <Cell
          key={at}
          className={`py-1 pr-4 align-top font-normal last:pr-0 in-[thead]:font-semibold ${cellClasses[align]}`}
        >
          {children.map(renderInline)}
        </Cell>
      ))}
    </tr>
  )
}

function renderInline(inline: MarkdownInline, index: number): ReactNode {
  switch (inline.kind) {
    case 'text':
      return inline.text
    case 'code':
      return (
        <code key={index} className="rounded-[4px] bg-hover px-1 font-mono text-[0.92em]">
          {inline.text}
        </code>
      )
    case 'break':
      return <br key={index} />
    case 'strong':
      return (
        <strong key={index} className="font-semibold">
          {inline.children.map(renderInline)}
        </strong>
      )
    case 'emphasis':
      return <em key={index}>{inline.children.map(renderInline)}</em>
    case 'struck':
      return <del key={index}>{inline.children.map(renderInline)}</del>
    case 'link': {
      const isOutside = /^https?:/i.test(inline.href)
      return (
        <a
          key={index}
          href={inline.href}
          className="text-accent underline underline-offset-2"
          {...(isOutside ? { target: '_blank', rel: 'noopener noreferrer nofollow' } : {})}
        >
          {inline.children.map(renderInline)}
        </a>
      )
    }
    default:
      return assertNever(inline)
  }
}
