/** The SVG dash of values of earlier, in px. */
export const ghostDash = '1.5 3'
