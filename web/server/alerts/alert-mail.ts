import type { AlertMessage } from '@tidemark/shared/alerts/alert-words'
import { htmlText, mailPage, openLink, unsubscribeHeaders } from '../jobs/deliveries/mail-page'

/** The addresses of an alert’s mail. settings: where its maker changes it; null for other readers. */
interface AlertLinks {
  readonly page: string
  readonly settings: string | null
  readonly unsubscribe: string
}

/** Writes what an alert tells as a text and as HTML, for one reader. maker: the name of who set it. */
export function writeAlertMail(message: AlertMessage, maker: string, { page, settings, unsubscribe }: AlertLinks) {
  const { subject, text, rows, more, about } = message
  const who = settings === null ? `${maker} set this alert.` : 'You set this alert.'
  const change = settings === null ? '' : ` Change or remove it: ${settings}`
  return {
    subject,
    text: `${text}\n\n${page}\n\n--\n${who}${change}\nStop these mails: ${unsubscribe}\n`,
    html: mailPage({
      title: subject,
      content: `<h1>${htmlText(subject)}</h1>
<table>
${rows.map(rowHtml).join('\n')}
</table>
${[...(more === 0 ? [] : [`and ${more} more`]), ...about].map((line) => `<p class="muted">${htmlText(line)}</p>`).join('\n')}
${openLink(page, 'Open in Tidemark')}`,
      footer: `${htmlText(who)} ${[
        ...(settings === null ? [] : [linkHtml(settings, 'Change or remove it')]),
        linkHtml(unsubscribe, 'Stop these mails'),
      ].join(' · ')}`,
    }),
    headers: unsubscribeHeaders(unsubscribe),
  }
}

function rowHtml({ label, value, compared }: AlertMessage['rows'][number]): string {
  const aside = compared === '' ? '' : `<br><span class="muted">${htmlText(compared)}</span>`
  return `<tr><td>${htmlText(label)}</td><td><span class="value">${htmlText(value)}</span>${aside}</td></tr>`
}

function linkHtml(address: string, words: string): string {
  return `<a href="${htmlText(address)}">${htmlText(words)}</a>`
}
