import { Info } from 'lucide-react'

/** What is not drawn or drawn differently, one symbol in the corner: its words on hover and focus, and for screen readers. */
export function ChartNotes({ notes }: { readonly notes: readonly string[] }) {
  return (
    <div data-part="notes" className="group/notes absolute -top-0.5 right-0 z-20 flex flex-col items-end">
      <button
        type="button"
        aria-label={`About this chart: ${notes.join(' ')}`}
        className="flex size-6 items-center justify-center rounded-[4px] text-faint hover:text-text"
      >
        <Info aria-hidden className="size-3.5!" />
      </button>
      {/* Fixed, so that the chart of a small tile does not cut it off: a tile is what such a box is fixed to, and as wide at most. */}
      <div
        aria-hidden
        className="pointer-events-none fixed mt-6 hidden w-max max-w-[min(16rem,calc(100%-28px))] rounded-control border border-line bg-raised px-3 py-2 text-small text-text shadow-pop group-focus-within/notes:block group-hover/notes:block"
      >
        {notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
      </div>
    </div>
  )
}
