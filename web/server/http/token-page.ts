/**
 * Returns the page that a browser shows while it has no local token: a form that submits the token once in the address
 * of the same page, where the host moves it into a cookie. The page has no scripts and loads nothing. target: the
 * requested path.
 */
export function tokenPage(target: string): string {
  // Concatenated, because `//[` as a relative address would be invalid.
  const wasWrong = new URL(`http://localhost${target}`).searchParams.has('token')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Access token · Tidemark</title>
<style>
  body { font: 13px/20px system-ui, sans-serif; display: grid; place-items: center; min-height: 100vh; margin: 0; }
  form { width: min(320px, calc(100vw - 40px)); display: grid; gap: 8px; }
  h1 { font-size: 15px; margin: 0; }
  p { margin: 0 0 8px; opacity: .75; }
  input, button { font: inherit; padding: 6px 10px; border-radius: 7px; border: 1px solid GrayText; min-height: 32px; box-sizing: border-box; }
</style>
</head>
<body>
<form method="get">
  <h1>This Tidemark asks for its access token</h1>
  <p>Other accounts on this machine can reach it, so whoever started it set <code>TIDEMARK_LOCAL_TOKEN</code>. It is asked for once in each browser.</p>
  ${wasWrong ? '<p role="alert"><strong>That is not the token.</strong></p>' : ''}
  <label for="token">Access token</label>
  <input id="token" name="token" type="password" autocomplete="current-password" required autofocus>
  <button type="submit">Continue</button>
</form>
</body>
</html>
`
}
