import localFont from 'next/font/local'

/**
 * The Latin part of Inter, preloaded with the page. `optional` never swaps a font after the first paint, so no line
 * moves. Other scripts come from inter-other-scripts.css, fetched only if a page has their characters. Nothing else may
 * load the Latin part: where the fallback Arial is missing, it would be swapped in.
 */
export const inter = localFont({
  src: '../../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
  weight: '100 900',
  display: 'optional',
  variable: '--font-inter',
  declarations: [
    {
      prop: 'unicode-range',
      value:
        'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD',
    },
  ],
})
