import { htmlText, mailPage, openLink, unsubscribeHeaders } from '../jobs/deliveries/mail-page'

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
    html: mailPage({
      title: oneLine(title),
      width: 900,
      content: `<h1>${htmlText(oneLine(title))}</h1>
<a href="${htmlText(link)}"><img src="cid:${pictureCid}" alt="${htmlText(oneLine(title))}"></a>
${openLink(link, 'Open in Tidemark')}
${notes.map((note) => `<p>${htmlText(note)}</p>`).join('\n')}`,
      footer: `${why} <a href="${htmlText(unsubscribe)}">Stop these mails</a>`,
    }),
    headers: unsubscribeHeaders(unsubscribe),
  }
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}
