/** The logo of Tidemark: two lines left by the water. */
export function BrandMark({ size = 22 }: { readonly size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 22 22" aria-hidden className="shrink-0">
      <rect width="22" height="22" rx="6" className="fill-accent" />
      <g fill="none" strokeWidth="1.9" strokeLinecap="round" className="stroke-on-accent">
        <path d="M4.6 9.4c1.6-2 3.2-2 4.8-.6s3.2 1.5 4.8.2c1-.8 2-1.2 3.2-.9" />
        <path d="M4.6 14c1.6-2 3.2-2 4.8-.6s3.2 1.5 4.8.2c1-.8 2-1.2 3.2-.9" opacity="0.72" />
      </g>
    </svg>
  )
}
