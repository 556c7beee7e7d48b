/** The SVG dash of values of earlier, in px. */
export const ghostDash = '1.5 3'

/** The SVG dash of trends, in px. */
export const trendDash = '5 4'
