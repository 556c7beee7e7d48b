import { brandPaths } from '@tidemark/shared/base/brand-mark'

/** The logo of Tidemark: two lines left by the water. */
export function BrandMark({ size = 22 }: { readonly size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 22 22" aria-hidden className="shrink-0">
      <rect width="22" height="22" rx="6" className="fill-accent" />
      <g fill="none" strokeWidth="1.9" strokeLinecap="round" className="stroke-on-accent">
        <path d={brandPaths.upper} />
        <path d={brandPaths.lower} opacity="0.72" />
      </g>
    </svg>
  )
}
