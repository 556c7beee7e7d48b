import { FileUp } from 'lucide-react'
import { maxImageMb } from '@tidemark/shared/images/image'
import { takesImages } from '@/features/content/dropped-images'

/** Over everything while files are dragged over the window. */
export default function DropHint() {
  return (
    <div
      aria-hidden
      className="pointer-events-none fixed inset-0 z-[80] flex items-center justify-center bg-bg/75 p-5 backdrop-blur-[2px]"
    >
      <div className="absolute inset-3 rounded-tile border-2 border-dashed border-accent" />
      <div className="pop-in flex flex-col items-center rounded-tile border border-line bg-raised px-10 py-8 text-center shadow-pop">
        <span className="mb-3 inline-flex size-10 items-center justify-center rounded-tile bg-accent-soft text-accent">
          <FileUp />
        </span>
        <p className="text-title">{takesImages() ? 'Drop to add data or pictures' : 'Drop to add data'}</p>
        <p className="mt-1 text-muted">CSV, TSV, Excel, Parquet, JSON, NDJSON, SQLite or a ZIP of them, up to 2 GB</p>
        {takesImages() && <p className="text-muted">PNG, JPEG, WebP, GIF or SVG, up to {maxImageMb} MB</p>}
      </div>
    </div>
  )
}
