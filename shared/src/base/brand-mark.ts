/** The two lines left by the water in the logo, as paths of an SVG of 22 × 22. The lower one is fainter. */
export const brandPaths = {
  upper: 'M4.6 9.4c1.6-2 3.2-2 4.8-.6s3.2 1.5 4.8.2c1-.8 2-1.2 3.2-.9',
  lower: 'M4.6 14c1.6-2 3.2-2 4.8-.6s3.2 1.5 4.8.2c1-.8 2-1.2 3.2-.9',
} as const
