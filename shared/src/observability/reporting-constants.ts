/**
 * Milliseconds that React holds a commit for a stylesheet with `precedence` before it shows the view without it
 * (react-dom's `SUSPENSEY_STYLESHEET_TIMEOUT`); late-loaded views bring their CSS this way.
 */
export const stylesheetLoadTimeoutMs = 60_000

/** The share of sampled transactions that are profiled; a dropped transaction sends no profile. */
export const profilesSampleRate = 0.1

/** Nothing is recorded; masking and blocking are configured all the same, should a rate ever be raised. */
export const replayOptions = {
  replaysSessionSampleRate: 0,
  replaysOnErrorSampleRate: 0,
  maskAllText: true,
  blockAllMedia: true,
} as const

/** A request that takes longer counts as slow, and its trace is kept at the larger rate. */
export const slowRequestMs = 2000
