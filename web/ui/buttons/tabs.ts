/** The classes of a tab, in a strip of links or buttons. */
export const tabClass =
  'inline-flex h-7 items-center gap-1.5 rounded-row px-2.5 text-body font-medium whitespace-nowrap transition-colors select-none touch:h-11'
