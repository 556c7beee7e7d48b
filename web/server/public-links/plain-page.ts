import { brandPaths } from '@tidemark/shared/base/brand-mark'
import { frameScriptPath, type EmbedError, type EmbedTheme } from '@tidemark/shared/public-links/embed'
import type { PageLanguage } from '@tidemark/shared/public-links/page-language'
import { passwordWords, type PlainWords } from './plain-words'

/** A page of a few words. frame: it is in one; its script tells the site around it the error. */
interface PlainPage extends PlainWords {
  readonly language: PageLanguage
  readonly form?: string
  readonly frame?: { readonly error: EmbedError; readonly theme: EmbedTheme } | undefined
}

const mark = `<svg width="22" height="22" viewBox="0 0 22 22" aria-hidden="true"><rect width="22" height="22" rx="6" fill="var(--accent)"/><g fill="none" stroke="var(--on-accent)" stroke-width="1.9" stroke-linecap="round"><path d="${brandPaths.upper}"/><path d="${brandPaths.lower}" opacity=".72"/></g></svg>`

const schemes = { light: 'light', dark: 'dark', system: 'light dark' } as const satisfies Record<EmbedTheme, string>

/**
 * Returns a page of a few words in the app's frame for pages outside any workspace, without scripts but that of a frame.
 * Its texts are ours: nothing of a request or of a link is in them.
 */
export function plainPage({ language, title, text, form = '', frame }: PlainPage): string {
  const card = `<h1>${title}</h1>${text === '' ? '' : `\n<p>${text}</p>`}\n${form}`
  const brand = `<p class="brand">${mark} Tidemark</p>`
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="${schemes[frame?.theme ?? 'system']}">
<meta name="robots" content="noindex, nofollow">
<title>${title} · Tidemark</title>
<style>
  @font-face { font-family: Inter; font-weight: 100 900; font-display: optional; src: url('/p/inter.woff2') format('woff2'); }
  :root {
    color-scheme: ${schemes[frame?.theme ?? 'system']};
    --bg: light-dark(oklch(98.4% 0.003 247), oklch(16.8% 0.012 255));
    --surface: light-dark(oklch(100% 0 0), oklch(20.4% 0.014 255));
    --line: light-dark(oklch(91.6% 0.006 250), oklch(27.5% 0.016 255));
    --line-strong: light-dark(oklch(85% 0.01 250), oklch(36% 0.018 255));
    --text: light-dark(oklch(25% 0.018 255), oklch(93% 0.006 250));
    --muted: light-dark(oklch(49% 0.018 255), oklch(71% 0.014 250));
    --accent: light-dark(oklch(52% 0.125 243), oklch(70% 0.12 238));
    --on-accent: light-dark(oklch(100% 0 0), oklch(16% 0.02 255));
    --bad: light-dark(oklch(54% 0.18 27), oklch(70% 0.15 25));
  }
  *, *::before, *::after { box-sizing: border-box; }
  body { margin: 0; background: var(--bg); color: var(--text); font: 14px/20px Inter, ui-sans-serif, system-ui, sans-serif; overflow-wrap: break-word; }
  main { min-height: 100vh; display: flex; flex-direction: column; align-items: center; padding: max(24px, 14vh) 16px 40px; }
  .brand { display: flex; align-items: center; gap: 8px; margin: 0 0 20px; font-size: 15px; font-weight: 600; }
  .card { width: 100%; max-width: 380px; padding: 24px; background: var(--surface); border: 1px solid var(--line); border-radius: 10px; }
  .frame main { justify-content: center; padding: 16px; text-align: center; }
  .frame .card { padding: 0; border: 0; background: none; }
  h1 { margin: 0; font-size: 18px; line-height: 24px; font-weight: 600; }
  .frame h1 { font-size: 15px; line-height: 20px; }
  h1 + p { margin: 6px 0 0; color: var(--muted); }
  form { display: grid; gap: 6px; margin-top: 20px; }
  label { font-size: 12px; line-height: 16px; font-weight: 500; color: var(--muted); }
  form p { margin: 0; font-size: 12px; line-height: 16px; color: var(--bad); }
  input, button { font: inherit; min-height: 36px; padding: 6px 10px; border: 1px solid var(--line-strong); border-radius: 7px; color: var(--text); background: var(--surface); }
  input[aria-invalid] { border-color: var(--bad); }
  button { margin-top: 10px; font-weight: 600; color: var(--on-accent); background: var(--accent); border-color: transparent; cursor: pointer; }
  :focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
  @media (pointer: coarse) { input, button { min-height: 44px; font-size: 16px; } }
</style>
${frame === undefined ? '' : `<script src="${frameScriptPath}" defer></script>`}
</head>
<body${frame === undefined ? '' : ` class="frame" data-error="${frame.error}"`}>
<main>
${frame === undefined ? brand : ''}
<div class="card">
${card}
</div>
</main>
</body>
</html>
`
}

/** Returns the form that asks for a link's password. problem: why it is asked for again. */
export function passwordForm(language: PageLanguage, problem: string | null): string {
  const { label, open } = passwordWords[language]
  const invalid = problem === null ? '' : ' aria-invalid="true" aria-describedby="problem"'
  return `<form method="post">
  <label for="password">${label}</label>
  <input id="password" name="password" type="password" autocomplete="current-password" required maxlength="200" autofocus${invalid}>
  ${problem === null ? '' : `<p id="problem" role="alert">${problem}</p>`}
  <button type="submit">${open}</button>
</form>`
}
