/** The content of a subscription’s mails, the same for all who get it. pictureCid: names the attached picture. */
export interface SentContent {
  readonly title: string
  readonly link: string
  /** Sentences on what is attached and what is not. */
  readonly notes: readonly string[]
  readonly pictureCid: string
}

/** Writes a mail as a text and as HTML. unsubscribe: the address of the link that ends it for its recipient. */
export function writeSubscriptionMail({ title, link, notes, pictureCid }: SentContent, unsubscribe: string) {
  const why = 'You get this because somebody in Tidemark sends it to you on a schedule.'
  return {
    subject: oneLine(title),
    text: `${oneLine(title)}\n\n${link}\n${notes.map((note) => `\n${note}`).join('')}\n\n--\n${why}\nStop these mails: ${unsubscribe}\n`,
    html: `<!doctype html>
<html lang="en">
<body style="margin:0;padding:16px;background:#ffffff;color:#1b1f24;font:14px/20px system-ui,-apple-system,'Segoe UI',sans-serif">
<h1 style="margin:0 0 12px;font-size:18px;line-height:24px">${htmlText(oneLine(title))}</h1>
<a href="${htmlText(link)}"><img src="cid:${pictureCid}" alt="${htmlText(oneLine(title))}" style="display:block;width:100%;max-width:900px;height:auto;border:0"></a>
<p style="margin:16px 0"><a href="${htmlText(link)}" style="color:#1d5fd1">Open in Tidemark</a></p>
${notes.map((note) => `<p style="margin:0 0 8px">${htmlText(note)}</p>\n`).join('')}<p style="margin:24px 0 0;color:#626a73;font-size:12px;line-height:16px">${why} <a href="${htmlText(unsubscribe)}" style="color:#626a73">Stop these mails</a></p>
</body>
</html>
`,
    // One click in the mail program ends them (RFC 8058).
    headers: { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  }
}

/** Escapes a text for HTML, in which the names of dashboards are never markup. */
export function htmlText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}
