import { classNames } from './class-names'

export type StatusTone = 'good' | 'accent' | 'warn' | 'bad' | 'muted'

const tones = { good: 'bg-good', accent: 'bg-accent', warn: 'bg-warn', bad: 'bg-bad', muted: 'bg-line-strong' } as const

/** A coloured dot beside words that say the same. */
export function StatusDot({ tone, className }: { readonly tone: StatusTone; readonly className?: string | undefined }) {
  return (
    <span
      aria-hidden
      className={classNames(
        'inline-block size-[7px] shrink-0 rounded-full forced-color-adjust-none',
        tones[tone],
        className,
      )}
    />
  )
}
