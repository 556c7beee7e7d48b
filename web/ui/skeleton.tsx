import { classNames } from './class-names'

/** A placeholder for something that is loading; give it that thing's size. */
export function Skeleton({ className }: { readonly className?: string | undefined }) {
  return (
    <span
      aria-hidden
      className={classNames(
        'block animate-[skeleton_1.6s_ease-in-out_infinite] rounded-row bg-hover forced-color-adjust-none',
        className,
      )}
    />
  )
}
