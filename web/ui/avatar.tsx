import { classNames } from './class-names'

interface AvatarProps {
  readonly name: string
  readonly className?: string | undefined
}

/** A person's initials in a circle. Shown beside the name, so screen readers skip it. */
export function Avatar({ name, className }: AvatarProps) {
  return (
    <span
      aria-hidden
      className={classNames(
        'inline-flex size-7 shrink-0 items-center justify-center rounded-full bg-accent-soft text-caption font-semibold text-accent select-none',
        className,
      )}
    >
      {initialsOf(name)}
    </span>
  )
}

/** Returns the first letters of the first and the last word. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/u)
  const letters = words.length === 1 ? [words[0]] : [words[0], words.at(-1)]
  return letters.map((word) => Array.from(word ?? '')[0]?.toUpperCase() ?? '').join('')
}
