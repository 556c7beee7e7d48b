/**
 * The time for which React delays a commit for a stylesheet with `precedence` before it shows the view without it
 * (react-dom's `SUSPENSEY_STYLESHEET_TIMEOUT`); lazily loaded views bring their CSS this way.
 */
export const stylesheetLoadTimeoutMs = 60_000

/** The share of sampled transactions that are profiled; a dropped transaction sends no profile. */
export const profilesSampleRate = 0.1

/** Nothing is recorded. Masking and blocking are set anyway, in case a rate is ever raised. */
export const replayOptions = {
  replaysSessionSampleRate: 0,
  replaysOnErrorSampleRate: 0,
  maskAllText: true,
  blockAllMedia: true,
} as const

/** A longer request counts as slow, and its trace is kept at the larger rate. */
export const slowRequestMs = 2000
