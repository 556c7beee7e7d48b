/** The look of one tab, in a strip that is a list of links or of buttons. */
export const tabClass =
  'inline-flex h-7 items-center gap-1.5 rounded-row px-2.5 text-body font-medium whitespace-nowrap transition-colors select-none touch:h-11'
