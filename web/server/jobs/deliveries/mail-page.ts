interface MailPage {
  readonly title: string
  /** The widest content in pixels. */
  readonly width?: number
  /** HTML. */
  readonly content: string
  /** HTML of why somebody gets it and how it ends. */
  readonly footer: string
}

/** Writes the HTML of a mail, light or dark as the reader’s mail program is. */
export function mailPage({ title, width = 600, content, footer }: MailPage): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${htmlText(title)}</title>
<style>
body { margin: 0; padding: 24px 16px; background: #ffffff; color: #1b1f24; font: 14px/20px system-ui, -apple-system, 'Segoe UI', sans-serif }
.mail { max-width: ${width}px; margin: 0 auto; overflow-wrap: anywhere }
h1 { margin: 0 0 16px; font-size: 18px; line-height: 24px }
p { margin: 0 0 8px }
a { color: #006eac }
img { display: block; width: 100%; height: auto; border: 0 }
table { width: 100%; border-collapse: collapse; margin: 0 0 16px }
td { padding: 8px 0; border-top: 1px solid #d5dae0; vertical-align: top }
td + td { padding-left: 16px; text-align: right; overflow-wrap: normal }
.value { font-weight: 600 }
.quote { margin: 0 0 16px; padding-left: 12px; border-left: 2px solid #d5dae0; white-space: pre-wrap }
.who { margin: 0 0 4px; font-weight: 600 }
.muted { color: #626a73 }
.open { display: inline-block; margin: 16px 0 0; padding: 8px 14px; border-radius: 6px; background: #006eac; color: #ffffff; font-weight: 600; text-decoration: none }
.footer { margin: 24px 0 0; padding-top: 12px; border-top: 1px solid #d5dae0; color: #626a73; font-size: 12px; line-height: 16px }
.footer a { color: #626a73 }
@media (prefers-color-scheme: dark) {
  body { background: #16191d; color: #e6e9ed }
  a { color: #4aa8e0 }
  td, .quote, .footer { border-color: #363c44 }
  .muted, .footer, .footer a { color: #a1a9b3 }
  .open { background: #4aa8e0; color: #0b1218 }
}
</style>
</head>
<body>
<div class="mail">
${content}
<p class="footer">${footer}</p>
</div>
</body>
</html>
`
}

/** Escapes a text for HTML, in which the names of dashboards are never markup. */
export function htmlText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

/** Writes the link that leads from a mail to its page. */
export function openLink(address: string, words: string): string {
  return `<p><a class="open" href="${htmlText(address)}">${htmlText(words)}</a></p>`
}

/** Returns the headers with which one click in the mail program ends mails (RFC 8058). */
export function unsubscribeHeaders(address: string): Readonly<Record<string, string>> {
  return { 'List-Unsubscribe': `<${address}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}
