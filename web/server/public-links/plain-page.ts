import { frameScriptPath, type EmbedError } from '@tidemark/shared/public-links/embed'

/** The words of a plain page, and the form below them, as HTML. frameError: told to the site that shows it in a frame. */
interface PlainPage {
  readonly title: string
  readonly text: string
  readonly form?: string
  readonly frameError?: EmbedError
}

/** Returns a page of a few words, without scripts but that of a frame. Its texts are ours: nothing of a request is in them. */
export function plainPage({ title, text, form = '', frameError }: PlainPage): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex, nofollow">
<title>${title} · Tidemark</title>
<style>
  body { font: 15px/22px system-ui, sans-serif; display: grid; place-items: center; min-height: 100vh; margin: 0; }
  main { width: min(360px, calc(100vw - 40px)); }
  h1 { font-size: 18px; line-height: 24px; margin: 0 0 4px; }
  p { margin: 0 0 16px; opacity: .78; }
  form { display: grid; gap: 8px; }
  form p { margin: 0; color: light-dark(#b3261e, #ff8a80); opacity: 1; }
  input, button { font: inherit; padding: 8px 12px; border-radius: 7px; border: 1px solid GrayText; min-height: 44px; box-sizing: border-box; }
</style>
${frameError === undefined ? '' : `<script src="${frameScriptPath}" defer></script>`}
</head>
<body${frameError === undefined ? '' : ` data-error="${frameError}"`}>
<main>
<h1>${title}</h1>
<p>${text}</p>
${form}
</main>
</body>
</html>
`
}

/** Returns the form that asks for a link's password. problem: why it is asked for again. */
export function passwordForm(problem: string | null): string {
  return `<form method="post">
  <label for="password">Password</label>
  <input id="password" name="password" type="password" autocomplete="current-password" required maxlength="200" autofocus>
  ${problem === null ? '' : `<p role="alert">${problem}</p>`}
  <button type="submit">Open</button>
</form>`
}
